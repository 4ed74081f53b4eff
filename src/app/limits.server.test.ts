import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { FORM_TYPE } from "../../test/import.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import type { ApiDocument } from "../../test/openapi-document.ts";
import { readApi } from "../../test/api-description.ts";
import { signInAt } from "../../test/http-sign-in.ts";
import { callApp } from "../../test/call-app.ts";

const JSON_TYPE = { "content-type": "application/json" };
const KIB = 1024;
const MIB = 1024 * KIB;

/** The largest body, in bytes, of each call that takes one. Forms are read in parts and have no such limit. */
const BODY_LIMITS: Readonly<Record<string, number | "a form">> = {
  "POST /api/login": 32 * KIB,
  "POST /api/logout": KIB,
  "POST /api/register": 32 * KIB,
  "POST /api/user/password": 32 * KIB,
  "DELETE /api/sessions": KIB,
  "DELETE /api/sessions/{id}": KIB,
  "POST /api/invitations": KIB,
  "POST /api/invitations/check": 32 * KIB,
  "DELETE /api/invitations/{id}": KIB,
  "DELETE /api/users/{id}": KIB,
  "POST /api/lost-password/check": 32 * KIB,
  "POST /api/lost-password": 32 * KIB,
  "POST /api/evs": 8 * MIB,
  "PUT /api/evs/{id}": 8 * MIB,
  "PATCH /api/evs": 8 * MIB,
  "POST /api/evs/rows": 8 * MIB,
  "DELETE /api/evs": 32 * KIB,
  "POST /api/evs/merge": 32 * KIB,
  "DELETE /api/imports/{importId}": KIB,
  "POST /api/import-columns": 512 * KIB,
  "DELETE /api/evs/{id}": KIB,
  "POST /api/evs/{id}/update-seating": 32 * KIB,
  "POST /api/evs/{id}/update-cargo": 32 * KIB,
  "POST /api/evs/{id}/fix-numeric-fields": 32 * KIB,
  "POST /api/evs/{id}/votes": 32 * KIB,
  "DELETE /api/evs/{id}/votes": KIB,
  "POST /api/evs/{id}/reviews": 32 * KIB,
  "POST /api/evs/{id}/trims/{trimId}/reviews": 32 * KIB,
  "POST /api/reviews/{id}/flag": KIB,
  "POST /api/reviews/{id}/keep": KIB,
  "DELETE /api/reviews/{id}": KIB,
  "PUT /api/reviews/{id}": 32 * KIB,
  "POST /api/starter-facts": KIB,
  "POST /api/corrections": 32 * KIB,
  "POST /api/corrections/{id}/accept": 32 * KIB,
  "POST /api/corrections/decline": 32 * KIB,
  "POST /api/corrections/{id}/decline": 32 * KIB,
  "POST /api/claims": 32 * KIB,
  "PUT /api/claims/{id}": 32 * KIB,
  "DELETE /api/claims/{id}": KIB,
  "POST /api/claims/{id}/use": KIB,
  "POST /api/evs/upload": "a form",
  "POST /api/claims/upload": "a form",
  "POST /api/upload-image": "a form",
};

let both: AppBothWays;
let cookie = "";

beforeAll(async () => {
  both = await openAppBothWays({ ...ADMINISTERED });
  cookie = await signInAt(both.origin, GRACE);
});

afterAll(() => both.close());

async function call(
  name: string,
  headers: Record<string, string>,
  payload?: string | Readable,
): Promise<{ status: number; error: unknown }> {
  const [method = "", url = ""] = name.replaceAll(/\{\w+\}/g, "1").split(" ");
  const answer = await callApp(both.app, method, url, headers, payload);
  const isJson = String(answer.headers["content-type"]).includes("json");
  return {
    status: answer.statusCode,
    error: isJson ? answer.json<{ error?: string }>().error : undefined,
  };
}

describe("a body", () => {
  it("has a limit in every call that takes one", async () => {
    const document = (await both.app.inject("/api/openapi.json")).json<ApiDocument>();
    const writes = readApi(document).calls.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      Object.keys(BODY_LIMITS).toSorted(),
    );
  });

  const limited = Object.entries(BODY_LIMITS).filter(([, limit]) => limit !== "a form");

  test.each(limited)("of %s: %d bytes", async (name, limit) => {
    const refusal = { status: 413, error: "The request is too large." };
    const headers = { cookie, ...JSON_TYPE };
    const announced = { ...headers, "content-length": String(Number(limit) + 1) };
    expect(await call(name, announced)).toMatchObject(refusal);
    const body = JSON.stringify("x".repeat(Number(limit) - 2));
    // A body of exactly the limit is read and rejected only for its content.
    expect(await call(name, headers, body)).toMatchObject({ status: 400 });
    const pieces = Readable.from([Buffer.from(body), Buffer.from(" ")]);
    expect(await call(name, headers, pieces)).toMatchObject(refusal);
  });

  const guarded = Object.keys(BODY_LIMITS).filter(
    (name) =>
      !/login|logout|register|check|lost-password|votes|reviews$|PUT .api.reviews|flag|corrections$/.test(
        name,
      ),
  );

  test.each(guarded)("of %s is not read for a stranger", async (name) => {
    const type = BODY_LIMITS[name] === "a form" ? FORM_TYPE : "application/json";
    const headers = { "content-type": type, "content-length": String(99 * MIB) };
    expect(await call(name, headers)).toMatchObject({ status: 401, error: "Please sign in" });
  });
});

describe("what is asked for", () => {
  const names = Array.from({ length: 61 }, (_, at) => `m${at}`).join(",");

  test.each([
    ["/api/evs?search=" + "x".repeat(101), "search must have at most 100 characters"],
    [`/api/evs?make=${names}`, "make must be at most 60 names"],
    ["/api/evs?limit=1000000000", "limit must be a whole number, 1 or more"],
    ["/api/evs?offset=1000000000", "offset must be a whole number, 0 or more"],
    ["/api/evs?view=admin&page=1&pageSize=1001", "pageSize must be a whole number from 1 to 1000"],
    ["/api/evs?view=admin&search=" + "x".repeat(201), "search must have at most 200 characters"],
    ["/api/activity?limit=201", "limit must be a whole number from 1 to 200"],
    ["/api/evs/1/reviews?limit=101", "limit must be a whole number from 1 to 100"],
    ["/api/reviews?limit=101", "limit must be a whole number from 1 to 100"],
  ])("%s", async (path, error) => {
    expect(await call(`GET ${path}`, { cookie })).toMatchObject({ status: 400, error });
  });

  it("of an import's lists", async () => {
    const answer = await call("POST /api/evs/upload?list=200001", {
      cookie,
      "content-type": FORM_TYPE,
    });
    const error = "list must be a whole number from 0 to 200000";
    expect(answer).toMatchObject({ status: 400, error });
  });
});
