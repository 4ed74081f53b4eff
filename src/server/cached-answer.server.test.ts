import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createCachedAnswers } from "./cached-answer.server.ts";
import { encode } from "./compression.server.ts";

it("makes an answer once, however many wait for it", async () => {
  const answers = createCachedAnswers(100_000);
  let made = 0;
  const make = () => {
    made++;
    return encode("body", "text/plain");
  };
  const all = await Promise.all(Array.from({ length: 20 }, () => answers.get("key", make)));
  expect(new Set(all).size).toBe(1);
  await answers.get("key", make);
  expect(made).toBe(1);
});

it("forgets a failure", async () => {
  const answers = createCachedAnswers(100_000);
  await expect(answers.get("key", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const answer = await answers.get("key", () => encode("body", "text/plain"));
  expect((await answer.body("identity")).toString()).toBe("body");
});

it("stays within its bytes and lets the least recently used go", async () => {
  const answers = createCachedAnswers(10_000);
  const made: string[] = [];
  const ask = (key: string) =>
    answers.get(key, () => {
      made.push(key);
      // 2,000 each with their compressed forms.
      return encode(randomBytes(1000), "application/octet-stream");
    });
  for (const key of ["a", "b", "c", "a", "d", "e", "f", "g", "h", "i", "j"]) {
    await ask(key);
  }
  expect(made).toEqual(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
  await ask("j");
  await ask("b");
  expect(made.slice(10)).toEqual(["b"]);
});
