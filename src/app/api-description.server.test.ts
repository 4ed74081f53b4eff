import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import { signInTo } from "../../test/whole-app.ts";
import { bodyOf } from "../../test/call-examples.ts";
import type { ApiSchema } from "../../test/openapi-document.ts";
import { expectRefused } from "../../test/refusals.ts";
import { callApp } from "../../test/call-app.ts";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: { minimum?: number } }[];
  requestBody?: { content: Record<string, { schema: ApiSchema }> };
  responses: Record<string, unknown>;
  security?: object[];
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, ApiSchema>; securitySchemes: Record<string, unknown> };
}

/** What only administrators may read; the list of rows is open but for its own view. */
const CLOSED_READS =
  "/api/activity /api/activity/people /api/backups /api/corrections /api/evs/names /api/evs/usual /api/evs/{id}/deletion /api/evs/{id}/position /api/imports/{importId} /api/invitations /api/reviews /api/sessions /api/starter-facts /api/user /api/users".split(
    " ",
  );

let both: AppBothWays;
let app: AppBothWays["app"];
let text = "";
let description: Description;

beforeAll(async () => {
  both = await openAppBothWays({ STARTER_CATALOGUE: "false", ...ADMINISTERED });
  app = both.app;
  text = (await app.inject("/api/openapi.json")).body;
  description = JSON.parse(text) as Description;
});

afterAll(() => both.close());

/** Every call as `get /api/evs/{id}`, read from the router's own tree, which indents by four characters. */
function callsOf(tree: string): string[] {
  const trail: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/u.exec(line) ?? [];
    if (!part) return [];
    const depth = indent.length / 4;
    trail.length = depth;
    trail.push(part);
    const path = trail
      .join("")
      .replace(/^\/(?=api)/, "/")
      // The router may know a path parameter by several names, as `:token|:id`.
      .replaceAll(/:(\w+)(?:\|:\w+)*/g, "{$1}");
    return methods
      .split(", ")
      .filter((method) => method !== "HEAD" && method !== "OPTIONS")
      .map((method) => `${method.toLowerCase()} ${path}`);
  });
}

/** Swagger UI and its files are pages, not calls. */
const isCall = (call: string) => / \/(api\/(?!docs\b)|healthz|readyz)/.test(call);

function operations(): [call: string, operation: Operation][] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  );
}

test("a linter finds nothing wrong with the description", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("every call has a name of its own and says who may", () => {
  const all = operations().map(([, operation]) => operation);
  const names = all.map(({ operationId }) => operationId);
  expect(names).toEqual(names.map(() => expect.stringMatching(/^[a-z][A-Za-z]+$/)));
  expect(new Set(names).size).toBe(names.length);
  expect(all.every(({ security }) => Array.isArray(security))).toBe(true);
});

test("each figure of a row is described with its unit and bounds, where sent and where answered", () => {
  const sent = description.paths["/api/evs"]?.["post"]?.requestBody?.content["application/json"];
  expect(sent?.schema).toHaveProperty("properties.consumption", {
    anyOf: [{ type: "number", minimum: 10, maximum: 150 }, { type: "null" }],
    default: null,
    description: "kWh/100 mi: EPA combined consumption at the wall, rounded to one decimal",
  });
  expect(sent?.schema).toHaveProperty("properties.source.anyOf.0.maxLength", 500);
  expect(description.components.schemas["Trim"]).toHaveProperty("properties.width", {
    description: "inches: width without mirrors",
    type: ["number", "null"],
  });
});

test("every call of the product is described, and no other", () => {
  const known = callsOf(app.printRoutes({ commonPrefix: false })).filter(isCall);
  expect(known).toContain("put /api/evs/{id}");
  const unnamed = (call: string) => call.replaceAll(/\{\w+\}/g, "{}");
  expect(
    operations()
      .map(([call]) => unnamed(call))
      .toSorted(),
  ).toEqual(known.map(unnamed).toSorted());
});

test("a call that asks for a session says so and is refused without one", async () => {
  // `{}` allows anonymous requests, so no session is required.
  const closed = operations().filter(
    ([, { security }]) => security?.length === 1 && "session" in (security[0] ?? {}),
  );
  // `limits.server.test.ts` names those that write.
  const reads = closed.flatMap(([call]) => (call.startsWith("get ") ? call.slice(4) : []));
  expect(reads.toSorted()).toEqual(CLOSED_READS);
  for (const [call, { responses }] of closed) {
    const [method = "", path = ""] = call.split(" ");
    expect([call, Object.keys(responses)]).toEqual([call, expect.arrayContaining(["401"])]);
    const answer = await callApp(app, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "1"));
    expect([call, answer.statusCode]).toEqual([call, 401]);
  }
});

test("what a call does not know is refused, in its address and in its body", async () => {
  const cookie = await signInTo(app, GRACE);
  for (const [call, operation] of operations()) {
    const { requestBody } = operation;
    const [name = "", path = ""] = call.split(" ");
    if (!path.startsWith("/api/")) continue;
    const method = name.toUpperCase() as "GET";
    const url = path.replaceAll(/\{\w+\}/g, "1");
    const type = Object.keys(requestBody?.content ?? {})[0] ?? "application/json";
    const ask = (query: string, payload?: string) => {
      const headers = { cookie, ...(payload && { "content-type": `${type}; boundary=x` }) };
      return callApp(app, method, url + query, headers, payload);
    };
    const { schema } = requestBody?.content["application/json"] ?? {};
    const body = schema ? bodyOf(schema, description.components.schemas) : {};
    const answer = await ask("?unknown=1", requestBody && JSON.stringify(body));
    expect([call, answer.json()]).toEqual([
      call,
      expect.objectContaining({ error: expect.stringMatching(/^Unknown parameter/) }),
    ]);
    expect([call, answer.statusCode]).toEqual([call, 400]);
    if (method === "GET" || requestBody) continue;
    const sent = await ask("", '{"unknown":1}');
    expectRefused(sent, 400, "Unknown field unknown");
  }
});

test("a writing call describes its body, with what may be missing", () => {
  const required = (call: string, type = "application/json") => {
    const [, operation] = operations().find(([name]) => name === call) ?? [];
    return operation?.requestBody?.content[type]?.schema.required;
  };
  expect(required("post /api/evs")).toEqual(["make", "model", "trim", "year", "bodyType"]);
  expect(required("put /api/evs/{id}")).toBeUndefined();
  expect(required("post /api/evs/{id}/update-cargo")).toEqual(["value"]);
  expect(required("post /api/evs/{id}/votes")).toEqual(["isUpvote"]);
  expect(required("post /api/evs/{id}/reviews")).toEqual(["userName", "rating", "comment"]);
  expect(required("post /api/upload-image", "multipart/form-data")).toEqual(["image"]);
  expect(required("post /api/evs/upload", "multipart/form-data")).toEqual(["file"]);
});

test("trims are counted from 0, ids from 1", () => {
  const { parameters } = description.paths["/api/evs/{id}/trims/{trimId}/reviews"]?.["get"] ?? {};
  const minimumOf = (name: string) =>
    parameters?.find((parameter) => parameter.name === name)?.schema.minimum;
  expect([minimumOf("id"), minimumOf("trimId")]).toEqual([1, 0]);
});
