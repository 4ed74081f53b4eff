import { expect, test } from "vitest";

import { SIZE_CODEC } from "./size-panel.tsx";

const { parse, serialize, owns } = SIZE_CODEC;
const usual = parse("");

test("what is seen of each car survives its address", () => {
  const opacities = { first: 30, second: usual.second, third: 0 };
  expect(serialize(opacities)).toBe("see1=30&see3=0");
  expect(parse("?ev=1,2&see1=30&see3=0")).toEqual(opacities);
  expect(serialize(usual)).toBe("");
  expect([owns("see2"), owns("saveEv"), owns("ev")]).toEqual([true, false, false]);
});

test.each(["", "see1=101", "see2=-1&see3=half", "see1="])("%s counts as nothing", (search) => {
  expect(parse(search)).toEqual(usual);
});
