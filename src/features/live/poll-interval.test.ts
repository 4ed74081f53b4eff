import { expect, test } from "vitest";
import { LIVE_PAGES } from "./live-updates.tsx";
import { isIos, pollInterval } from "./live-stream.ts";

test.each([
  ["the table on a desktop", "table", "other", false, 2_000, 2_000],
  ["the table on a phone", "table", "mobile", false, 2_500, 30_000],
  ["the table on iOS", "table", "mobile", true, 3_000, 30_000],
  ["cards on a desktop", "cards", "other", false, 5_000, 5_000],
  ["cards on a phone", "cards", "mobile", false, 2_500, 30_000],
  ["cards on iOS", "cards", "mobile", true, 3_000, 30_000],
  ["the detail page on a desktop", "detail", "other", false, 2_000, 2_000],
  ["the detail page on a phone", "detail", "mobile", false, 5_000, 5_000],
  ["the detail page on iOS", "detail", "mobile", true, 5_000, 5_000],
] as const)(
  "%s reads again by the specification (everywhere.md#polling)",
  (_name, page, device, ios, firstMs, everyMs) => {
    expect(pollInterval({ page, device, ios })).toEqual({ firstMs, everyMs });
  },
);

test.each([
  ["home", "table"],
  ["ev-detail", "detail"],
  ["admin", "table"],
  ["coming-soon", undefined],
  ["not-found", undefined],
] as const)("the page %s shows: %s", (page, shown) => {
  expect(LIVE_PAGES[page]).toBe(shown);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Safari/604.1", true],
  ["Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Safari/604.1", true],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36", false],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", false],
])("%s: iOS %s", (userAgent, ios) => {
  expect(isIos(userAgent)).toBe(ios);
});
