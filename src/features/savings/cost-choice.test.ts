import { describe, expect, test } from "vitest";

import { stubStorage } from "../../../test/sample-browser.ts";
import {
  COST_CODEC,
  costsToShare,
  inputsOf,
  rememberCosts,
  DEFAULT_CHOICE as usual,
  withFigure,
  withState,
} from "./cost-choice.ts";
import { DEFAULT_COSTS } from "../../domain/ownership.ts";

const { parse, serialize } = COST_CODEC;

test("a choice survives its address", () => {
  const choice = {
    rowIds: [134, 7],
    state: "CA",
    figures: { milesPerYear: 15_000, gasPrice: 4.25, chargingLossPercent: 0 },
    hasLoan: true,
    depreciates: false,
    uses: { 134: 28.5 },
  };
  const text =
    "saveEv=134,7&saveState=CA&saveLoan=true&saveUse=134:28.5&saveMiles=15000&saveGas=4.25&saveLoss=0";
  expect(serialize(choice)).toBe(text);
  expect(parse(`?${text}`)).toEqual(choice);
});

test("a figure that was typed in kilometers stays what it was", () => {
  const search = "saveMiles=12427.42&saveMpg=29.402";
  expect(parse(search).figures).toEqual({ milesPerYear: 12_427.42, gasCarMpg: 29.402 });
  expect(serialize(parse(search))).toBe(search);
});

test("what is usual is not written", () => {
  expect(serialize(usual)).toBe("");
  expect(parse("")).toEqual(usual);
  expect(serialize(parse("saveGas=3.59"))).toBe("");
});

describe("a state", () => {
  test("fills four figures, also typed ones, and the others stay", () => {
    const typed = parse("saveGas=4&saveMiles=15000");
    const choice = withState(typed, "CA");
    expect(serialize(choice)).toBe("saveState=CA&saveMiles=15000");
    expect(inputsOf(choice)).toEqual({
      ...DEFAULT_COSTS,
      milesPerYear: 15_000,
      electricityPrice: 0.3325,
      gasPrice: 6.331,
      evFeePerYear: 121,
      gridCo2PerKwh: 0.1831,
    });
  });

  test("keeps a figure that is typed after it, also the country's", () => {
    const choice = withFigure(withState(usual, "CA"), "gasPrice", 3.59);
    expect(serialize(choice)).toBe("saveState=CA&saveGas=3.59");
    expect(inputsOf(choice).gasPrice).toBe(3.59);
    expect(serialize(withFigure(choice, "gasPrice", 6.331))).toBe("saveState=CA");
  });
});

describe("an address that nobody should have written", () => {
  test.each([
    "saveMiles=1e9",
    "saveMiles=-1&saveGas=abc&saveEv=0",
    `saveMiles=${"1".repeat(500)}`,
    "saveEv=99999999999999999999",
    "%E0%A4%A&saveGas&saveState=ZZ&saveLoan=1",
    "saveUse=134:9999,x:30,7",
  ])("%s counts as nothing", (search) => {
    expect(parse(search)).toEqual(usual);
  });

  test("keeps what is right in it", () => {
    expect(parse("saveMiles=9&saveYears=5").figures).toEqual({ years: 5 });
  });
});

describe("remembered settings (limits-and-texts.md#storage-keys)", () => {
  const openWith = (text: string, search: string) => {
    stubStorage("localStorage", { ev_cost_settings: text });
    return COST_CODEC.open?.(search);
  };

  test("stand under their key as an address has them, without the cars", () => {
    const storage = stubStorage("localStorage");
    rememberCosts(parse("saveEv=134&saveState=CA&saveMiles=15000&saveUse=134:28"));
    expect(storage.values.get("ev_cost_settings")).toBe("saveState=CA&saveMiles=15000");
    rememberCosts(parse("saveEv=134"));
    expect(storage.values.has("ev_cost_settings")).toBe(false);
  });

  test("count for the cars of an address, unless it has settings of its own", () => {
    const remembered = "saveState=CA&saveYears=6";
    const opened = parse("saveEv=7&saveState=CA&saveYears=6");
    expect(openWith(remembered, "saveEv=7")).toEqual(opened);
    expect(openWith(remembered, "saveEv=7&saveMiles=9000")).toEqual(
      parse("saveEv=7&saveMiles=9000"),
    );
    expect(openWith("<script>", "saveEv=7")).toEqual(parse("saveEv=7"));
  });

  test.each([
    ["saveEv=7", "saveEv=7&saveYears=8"],
    ["saveEv=7&saveMiles=9000", "saveEv=7&saveMiles=9000"],
  ])("never change a copied link: %s", (search, link) => {
    expect(costsToShare(parse(search))).toBe(link);
    expect(openWith("saveYears=20", link)).toMatchObject({
      ...parse(search),
      figures: parse(link).figures,
    });
  });
});
