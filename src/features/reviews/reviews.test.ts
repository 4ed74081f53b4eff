import { afterEach, describe, expect, it, vi } from "vitest";
import { draftIssues, formatReviewDay } from "./reviews.ts";

describe("labels", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ["Pacific/Honolulu", "2026-11-01T02:00:00.000Z", "October 31, 2026"],
    ["Asia/Tokyo", "2026-12-31T20:00:00.000Z", "January 1, 2027"],
  ])("in %s name the day of %s as %s there", (zone, createdAt, day) => {
    vi.stubEnv("TZ", zone);
    expect(formatReviewDay(createdAt, true)).toBe(day);
  });

  it.each([
    ["2026-01-31T23:59:59.999Z", "January 31, 2026"],
    ["soon", ""],
  ])("of %s is %s in every time zone", (createdAt, day) => {
    expect(formatReviewDay(createdAt)).toBe(day);
  });
});

describe("a draft", () => {
  const whole = { userName: "Ada", rating: 4, comment: "Quiet." };
  it.each([
    [whole, {}],
    [{ ...whole, rating: 0 }, { rating: "Please select a rating" }],
    [{ ...whole, userName: " " }, { userName: "Name is required" }],
    [
      { userName: "", rating: 0, comment: "\n" },
      {
        userName: "Name is required",
        rating: "Please select a rating",
        comment: "Comment is required",
      },
    ],
  ])("%j lacks %j", (draft, issues) => {
    expect(draftIssues(draft)).toEqual(issues);
  });
});
