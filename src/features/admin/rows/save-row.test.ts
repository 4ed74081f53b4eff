import { expect, test } from "vitest";

import { ApiError } from "../../../ui/calls/answers.ts";
import { failureText, markText, reloadsAfter } from "./save-row.ts";

test("a failed edit of seats or cargo has its own message if the server sends none", () => {
  const silent = new ApiError(new Response(null, { status: 500 }), "", []);
  const refusal = new ApiError(new Response(null, { status: 400 }), "Maximum 9 seats", []);
  expect(reloadsAfter("seatingCapacity") && reloadsAfter("cargoSpace")).toBe(true);
  expect(reloadsAfter("batteryCapacity")).toBe(false);
  expect(failureText("seatingCapacity", silent)).toBe("Unknown error occurred");
  expect(failureText("cargoSpace", refusal)).toBe("Maximum 9 seats");
  expect(failureText("price", refusal)).toBe("Maximum 9 seats");
  // The message next to the cell is for a user who has signed in again.
  const signedOut = new ApiError(new Response("", { status: 401 }), "Please sign in", []);
  expect(failureText("price", signedOut)).toBe("Please sign in");
  for (const field of ["price", "cargoSpace"] as const) {
    expect(markText(field, signedOut)).toBe("Not saved because your session had ended");
    expect(markText(field, refusal)).toBe("Maximum 9 seats");
  }
});
