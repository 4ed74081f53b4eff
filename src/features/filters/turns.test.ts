import { expect, test } from "vitest";
import { inTurns, runToEnd } from "./turns.ts";

/** Work of so many parts, each as long as a turn. */
function* work(parts: number, done: number[] = []): Generator<void, number> {
  for (let part = 0; part < parts; part++) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    done.push(part);
    yield;
  }
  return parts;
}

test("others have their turn between, and then comes the result", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const done: number[] = [];
  const seen: number[] = [];
  inTurns(work(3, done), resolve);
  expect(done).toEqual([]);
  const look = setInterval(() => seen.push(done.length), 0);
  expect(await promise).toBe(3);
  clearInterval(look);
  expect(seen.some((parts) => parts > 0 && parts < 3)).toBe(true);
});

test("forsaken work goes no further", async () => {
  const done: number[] = [];
  const { promise, resolve } = Promise.withResolvers<number>();
  const forsake = inTurns(work(3, done), () => done.push(-1));
  inTurns(work(1), forsake);
  inTurns(work(4), resolve);
  await promise;
  expect(done.length).toBeLessThan(3);
});

test("work of one go gives the same", () => {
  expect(runToEnd(work(2))).toBe(2);
});
