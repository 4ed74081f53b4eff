import { expect, test } from "vitest";
import { createTurns } from "./turns.server.ts";

const STEP_MS = 1;

/** Works so many steps of about a millisecond. */
async function work(steps: number, done: () => void, isLong = false): Promise<void> {
  const takeTurns = createTurns(isLong);
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + STEP_MS;
    while (performance.now() < until);
    done();
    await takeTurns();
  }
}

test("a short work does not wait until a long one is done, nor get the scraps of its turns", async () => {
  let long = 0;
  let short = 0;
  const all = work(600, () => long++);
  await work(30, () => short++);
  expect(short).toBe(30);
  // As many as its own, more or less; five for one of them if it got a step of each turn.
  expect(long).toBeLessThan(100);
  await all;
});

test("a long work gets a turn in four while short ones wait, and all of them afterwards", async () => {
  let long = 0;
  let short = 0;
  const all = work(300, () => long++, true);
  await Promise.all([work(60, () => short++), work(60, () => short++)]);
  expect(short).toBe(120);
  expect(long).toBeGreaterThan(5);
  // A third of what the two did, more or less; half of it if the three were served in order.
  expect(long).toBeLessThan(60);
  await all;
  expect(long).toBe(300);
});

test("others are served while works go on", async () => {
  let served = 0;
  const works = [work(100, () => undefined), work(100, () => undefined)];
  const serving = setInterval(() => served++, 1);
  await Promise.all(works);
  clearInterval(serving);
  expect(served).toBeGreaterThan(10);
});
