import { expect, test } from "vitest";
import { reopenDelay } from "./live-stream.ts";

test.each([
  [1, 0, 2_500],
  [1, 1, 5_000],
  [2, 1, 10_000],
  [500, 1, 60_000],
])("after %i failures, with chance %d, a stream is opened after %i ms", (failures, random, ms) => {
  expect(reopenDelay(failures, random)).toBe(ms);
});
