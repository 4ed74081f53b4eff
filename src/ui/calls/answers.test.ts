import { describe, expect, it, test } from "vitest";
import {
  ApiError,
  errorMessage,
  onSignedOutAnswer,
  readResponse,
  toastMessage,
} from "./answers.ts";

async function failure(response: Response): Promise<ApiError> {
  try {
    await readResponse(response);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("It should have failed with an ApiError");
}

describe("a failed answer", () => {
  test.each([
    [404, "", '{"error":"Vehicle not found"}', "404: Vehicle not found", "Vehicle not found"],
    [409, "Conflict", '{"error":"Taken"}', "409: Taken", "Taken"],
    [400, "", "plain text", "400: plain text", "plain text"],
    [400, "", '{"message":"other form"}', "400: Request refused", ""],
    [400, "", "TypeError: x\n    at run (main.js:1:7)", "400: Request refused", ""],
    [500, "Internal Server Error", '{"error":"Sorry"}', "500: Internal Server Error", "Sorry"],
    [503, "", '{"error":"Sorry"}', "503: Service Unavailable", "Sorry"],
    [599, "", "", "599: Server Error", ""],
    [413, "Content Too Large", "\n<!doctype html>", "413: Content Too Large", ""],
  ])("%d %s %s", async (status, statusText, body, message, serverMessage) => {
    const error = await failure(new Response(body, { status, statusText }));
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ status, serverMessage });
  });

  it("carries the issues that have a form", async () => {
    const issues = [{ path: "price", message: "Price must be positive" }, { path: 1 }, null];
    const body = JSON.stringify({ error: "No", issues });
    expect((await failure(new Response(body, { status: 400 }))).issues).toEqual([issues[0]]);
  });
});

describe("what a person is told", () => {
  const NOT_REACHED =
    "The server could not be reached. Please check your connection and try again.";
  const FAILED = "Something went wrong on our side. Please try again later.";

  // Error messages of browsers without a connection, and for a response that is not JSON.
  test.each<[unknown, string]>([
    [new TypeError("Failed to fetch"), NOT_REACHED],
    [new TypeError("NetworkError when attempting to fetch resource."), NOT_REACHED],
    [undefined, NOT_REACHED],
    [new SyntaxError("Unexpected token '<'"), FAILED],
    [new SyntaxError("Unexpected end of JSON input"), FAILED],
  ])("%s is a serverMessage of ours", (error, serverMessage) => {
    expect(errorMessage(error)).toBe(serverMessage);
    expect(toastMessage(error)).toBe(serverMessage);
  });

  // Pages never show a status, whatever responded (limits-and-texts.md#error-texts); toasts have the
  // specified texts.
  test.each([
    [500, "", FAILED, "500: Internal Server Error"],
    [503, '{"error":"Sorry"}', "Sorry", "Sorry"],
    [503, "upstream connect error", FAILED, "upstream connect error"],
    [409, '{"error":"Taken"}', "Taken", "Taken"],
    [429, "{}", FAILED, "429: Request refused"],
    [502, "<html>", FAILED, "502: Bad Gateway"],
  ])("of %d %s", async (status, body, message, refusal) => {
    const error = await failure(new Response(body, { status }));
    expect(errorMessage(error)).toBe(message);
    expect(toastMessage(error)).toBe(refusal);
  });
});

it("reads JSON, and nothing from an empty answer", async () => {
  expect(await readResponse(Response.json({ a: 1 }))).toEqual({ a: 1 });
  expect(await readResponse(new Response(null, { status: 204 }))).toBeUndefined();
});

it("tells who listens that nobody is signed in, whichever call found out", async () => {
  let times = 0;
  const stop = onSignedOutAnswer(() => times++);
  await failure(new Response('{"error":"Please sign in"}', { status: 401 }));
  await failure(new Response('{"error":"No"}', { status: 403 }));
  expect(times).toBe(1);
  stop();
  await failure(new Response("", { status: 401 }));
  expect(times).toBe(1);
});
