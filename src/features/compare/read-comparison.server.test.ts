import { describe, expect, it } from "vitest";

import { formatComparison } from "./compare-address.ts";
import { readComparison } from "./read-comparison.server.ts";
import { model } from "../../../test/chosen.ts";

const EVS = Array.from({ length: 30 }, (_, index) =>
  model(1000 + index, `Make Model ${index + 1}`, [
    { rowId: 10 * index + 1 },
    { rowId: 10 * index + 2 },
  ]),
);

describe("the page of an address", () => {
  it.each([
    ["", ""],
    ["?ev=11,21&utm=x", "ev=11,21"],
    ["?ev=1001", "ev=11"],
    ["?ev=5555,21,6666", "ev=0,21"],
    ["?ev=11,21,31,41,51", "ev=11,21,31,41"],
    ["?ev=x", ""],
  ])("%j is rendered as %j", (asked, search) => {
    const canonical = (of: string) => formatComparison(readComparison(EVS, of).ids);
    expect(canonical(asked)).toBe(search);
    // The rendered address must equal the requested one, or hydration would find a different page.
    expect(canonical(`?${search}`)).toBe(search);
  });

  it.each<[string, number[], string[]]>([
    ["?make=Kia&ev=21,1001,22", [21, 11, 22], ["Model 3", "Model 2"]],
    ["?ev=5555,21", [0, 21], ["Model 3"]],
  ])("%j compares %j", (asked, ids, models) => {
    const named = readComparison(EVS, asked);
    expect(named.ids).toEqual(ids);
    expect(named.evs.map((ev) => ev.model)).toEqual(models);
  });
});
