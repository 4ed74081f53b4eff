import { describe, expect, it } from "vitest";

import { queryWith } from "../../ui/page-query.ts";
import { COMPARISON_CODEC, DIFFERENCES_CODEC, parseComparison } from "./compare-address.ts";

describe("the comparison in an address (comparing.md#comparison-in-the-address)", () => {
  it.each<[string, number[] | null]>([
    ["", null],
    ["?make=Kia", null],
    ["?ev=", []],
    ["?ev=13,41", [13, 41]],
    ["ev=13%2C41", [13, 41]],
    ["?ev= 13 ,, x,-1,1.5,41", [13, 41]],
    ["?ev=13,13,013", [13]],
    ["?ev=9999999999999999999", []],
    [
      `?ev=${Array.from({ length: 40 }, (_, id) => id + 1).join()}`,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ],
    [`?ev=${",".repeat(5000)}7`, []],
  ])("%j is read as %j", (search, ids) => {
    expect(parseComparison(search)).toEqual(ids);
  });

  it.each<[string, number[], string]>([
    ["", [], ""],
    ["", [13, 41], "ev=13,41"],
    ["?ev=13", [], ""],
    ["?ev=13&ev=2", [41], "ev=41"],
    ["?make=Kia&ev=13&quick=fastest", [41], "make=Kia&quick=fastest&ev=41"],
    ["?even=1", [41], "even=1&ev=41"],
  ])("%j with %j becomes %j", (search, ids, query) => {
    expect(queryWith(search, COMPARISON_CODEC, ids)).toBe(query);
  });
});

describe("only differences in an address (comparing.md#rows)", () => {
  it.each([
    ["?ev=1,2&differences=only", true],
    ["?differences=only&ev=1,2", true],
    ["?ev=1,2", false],
    ["?ev=1,2&differences=ONLY", false],
  ])("%j: %j", (search, isOn) => {
    expect(DIFFERENCES_CODEC.parse(search)).toBe(isOn);
  });

  it("is written beside what else the address holds", () => {
    expect(queryWith("?ev=1,2&tripMph=75", DIFFERENCES_CODEC, true)).toBe(
      "ev=1,2&tripMph=75&differences=only",
    );
    expect(queryWith("?differences=x&ev=1,2", DIFFERENCES_CODEC, true)).toBe(
      "ev=1,2&differences=only",
    );
    expect(queryWith("?ev=1,2&differences=only", DIFFERENCES_CODEC, false)).toBe("ev=1,2");
  });
});
