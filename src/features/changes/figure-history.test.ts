import { expect, test } from "vitest";

import { stepLineOf } from "./figure-history.tsx";

const entry = (day: number, price: number | null, range: number | null = 270) => ({
  at: `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`,
  price,
  range,
});

test("a step line holds each value until the next change", () => {
  const entries = [entry(1, 40_000), entry(6, 45_000), entry(11, 42_500)];
  expect(stepLineOf(entries, "price")).toEqual({
    changes: entries,
    first: entries[0],
    last: entries[2],
    path: "M0 86H43V14H86V50H100",
    ticks: [
      { value: 45_000, top: 14 },
      { value: 40_000, top: 86 },
    ],
    end: 50,
    lastChange: 86,
  });
});

test("a step line is drawn of a figure that has changed only", () => {
  const entries = [entry(1, 40_000), entry(6, 45_000)];
  expect(stepLineOf(entries, "range")).toBeNull();
  expect(stepLineOf([entry(1, 40_000)], "price")).toBeNull();
  expect(stepLineOf([], "price")).toBeNull();
});

test("a step line breaks off where nothing is known", () => {
  const line = stepLineOf(
    [entry(1, 40_000), entry(2, null), entry(3, 41_000), entry(5, null)],
    "price",
  );
  expect(line?.path).toBe("M0 86H21.5M43 14H86");
  expect(line?.end).toBeNull();
  expect(stepLineOf([entry(1, null), entry(2, 40_000)], "price")).toMatchObject({
    path: "M86 50H100",
    ticks: [{ value: 40_000, top: 50 }],
  });
});
