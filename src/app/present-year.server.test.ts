import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { openAppBothWays } from "../../test/both-ways.ts";

afterEach(() => vi.useRealTimers());

it("no page of last year is shown a second into the new one", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 11, 31, 23, 59, 59) });
  const both = await openAppBothWays();
  onTestFinished(() => both.close());
  // The second response is already cached when it is requested.
  const home = async () => {
    await both.ask({ path: "/", headers: {} });
    return (await both.ask({ path: "/", headers: {} })).body;
  };
  const before = await home();
  expect(before).toContain('"presentYear":2026');
  expect(before).toContain('aria-label="Lucid Air Grand Touring AWD"');

  vi.setSystemTime(new Date(2027, 0, 1, 0, 0, 1));
  const now = performance.now() + 1_000;
  onTestFinished(vi.spyOn(performance, "now").mockReturnValue(now).mockRestore);
  const { body } = await both.ask({ path: "/", headers: {} });
  expect(body).toContain('"presentYear":2027');
  expect(body).toContain('aria-label="Lucid Air Grand Touring AWD (2026)"');
});
