import { expect } from "vitest";

interface Answer {
  statusCode: number;
  json(): unknown;
}

/** Expects an answer of this status, with this body. */
export function expectAnswer(answer: Answer, status: number, body: unknown): void {
  expect([answer.statusCode, answer.json()]).toEqual([status, body]);
}

/** Expects an answer that refuses with this sentence; it may also name what is wrong. */
export function expectRefused(answer: Answer, status: number, sentence: string | RegExp): void {
  const { issues: _issues, ...body } = answer.json() as { error: string; issues?: unknown };
  const error = typeof sentence === "string" ? sentence : expect.stringMatching(sentence);
  expect([answer.statusCode, body]).toEqual([status, { error }]);
}

/** Expects an answer that refuses one part of a request with this sentence. */
export function expectIssue(answer: Answer, status: number, path: string, message: string): void {
  expectAnswer(answer, status, { error: message, issues: [{ path, message }] });
}
