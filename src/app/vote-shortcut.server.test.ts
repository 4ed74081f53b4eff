import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type Answer, type AppBothWays, type Asked, openAppBothWays } from "./test-both-ways.ts";

const JSON_HEADERS = { "content-type": "application/json" };

let short: AppBothWays;
let plain: AppBothWays;
let seenByFramework = 0;
const countRequests = (app: FastifyInstance) => {
  app.addHook("onRequest", async () => void seenByFramework++);
};

beforeAll(async () => {
  [short, plain] = await Promise.all([
    openAppBothWays({ RATE_LIMITS: "off" }, countRequests),
    openAppBothWays({ RATE_LIMITS: "off" }),
  ]);
});

afterAll(() => Promise.all([short, plain].map((each) => each.close())));

/** How the site's own pages vote. */
function voteFor(id: number, headers: Record<string, string> = {}): Asked {
  return {
    method: "POST",
    path: `/api/evs/${id}/votes`,
    headers: { ...JSON_HEADERS, ...headers },
    body: '{"isUpvote":true}',
  };
}

function cookiesOf({ headers }: Answer): string[] {
  return [headers["set-cookie"]].flat().filter((cookie) => typeof cookie === "string");
}
const cookieOf = (answer: Answer) => cookiesOf(answer)[0]?.split(";")[0] ?? "";

/** Two answers are equal but for the visitor's id and how soon one may come again. */
function comparable(answer: Answer) {
  const { "retry-after": _, ...others } = answer.headers;
  const named = cookiesOf(answer).map((cookie) =>
    cookie.replace(/=[\w-]{24}\.[\w-]{43};/, "=who;"),
  );
  return { ...answer, headers: { ...others, "set-cookie": named } };
}

const anyVote = fc.record({
  method: fc.constantFrom("POST", "POST", "POST", "PUT"),
  path: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }).map((id) => `/api/evs/${id}/votes`) },
    fc.constantFrom(
      "/api/evs/999999/votes",
      "/api/evs/99999999999/votes",
      "/api/evs/01/votes",
      "/api/evs/1/votes?a=1",
      "/api/evs/1/votes/",
      "/api/evs/%31/votes",
    ),
  ),
  /** whether it brings the cookie of an earlier answer */
  isKnown: fc.boolean(),
  headers: fc
    .record(
      {
        "content-type": fc.constantFrom(
          "application/json",
          "application/json",
          "application/json; charset=utf-8",
          "application/JSON",
          "text/plain",
          "application/x-www-form-urlencoded",
        ),
        "sec-fetch-site": fc.constantFrom("same-origin", "none", "same-site", "cross-site"),
        origin: fc.constantFrom("http://localhost", "https://evil.example", "null"),
        host: fc.constant("localhost"),
        "accept-encoding": fc.constant("br"),
        "x-forwarded-proto": fc.constant("https"),
        "x-forwarded-for": fc.constant("192.0.2.9"),
        "if-none-match": fc.constant("*"),
      },
      { requiredKeys: ["content-type"] },
    )
    .map((headers): Record<string, string> => headers),
  body: fc.constantFrom(
    '{"isUpvote":true}',
    '{"isUpvote":true}',
    '{"isUpvote":false}',
    '{ "isUpvote":true}',
    '{"isUpvote":"true"}',
    '{"isUpvote":1}',
    '{"isUpvote":true,"a":1}',
    '{"isUpvote":true',
    "true",
    "[]",
    "",
    undefined,
  ),
});

/** Asks two apps the same, each with the cookies of its own visitors. */
async function expectEqual(
  requests: readonly (Omit<Asked, "body"> & { isKnown: boolean; body: string | undefined })[],
): Promise<void> {
  let visitor = ["ev_visitor=me.bad", "ev_visitor=me.bad"];
  for (const { isKnown, body, ...asked } of requests) {
    const [first, second] = [short.ask, plain.askFramework].map((ask, side) =>
      ask({
        ...asked,
        headers: {
          host: "localhost",
          ...asked.headers,
          ...(isKnown && { cookie: `a=b; ${visitor[side]}` }),
        },
        ...(body !== undefined && { body }),
      }),
    );
    const answers = await Promise.all([first, second]);
    const [here, there] = answers.map((answer) => answer && comparable(answer));
    expect(here).toEqual(there);
    const given = answers.map((answer) => (answer ? cookieOf(answer) : ""));
    if (given[0]) visitor = given;
  }
}

it("answers what the framework answers to any vote", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyVote, { minLength: 1, maxLength: 8 }), expectEqual),
    { numRuns: 40 },
  );
  const all = await Promise.all(
    [short, plain].map(({ ask }) => ask({ path: "/api/votes", headers: {} })),
  );
  expect(all[0]?.body).toEqual(all[1]?.body);
});

it("spares the framework the votes that count", async () => {
  const before = seenByFramework;
  const first = await short.ask(voteFor(1));
  expect([first.status, seenByFramework - before]).toEqual([201, 0]);
  const again = await short.ask(voteFor(1, { cookie: cookieOf(first) }));
  expect([again.status, seenByFramework - before]).toEqual([409, 1]);
});

it("makes thirty new visitors an hour of an address and refuses the next as the framework does", async () => {
  const limited = await openAppBothWays({ TRUST_PROXY: "1" });
  onTestFinished(() => limited.close());
  const from = (address: string) =>
    voteFor(1, {
      host: "localhost",
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": address,
      "x-forwarded-proto": "https",
    });
  const statuses = [];
  for (let each = 0; each < 30; each++) {
    statuses.push((await limited.ask(from("192.0.2.1"))).status);
  }
  expect(new Set(statuses)).toEqual(new Set([201]));
  const refused = await limited.ask(from("192.0.2.1"));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
  expect(comparable(refused)).toEqual(comparable(await limited.askFramework(from("192.0.2.1"))));

  const [here, there] = [
    await limited.ask(from("192.0.2.2")),
    await limited.askFramework(from("192.0.2.3")),
  ];
  expect(cookiesOf(here)[0]).toContain("; Secure");
  expect(comparable({ ...here, body: "" })).toEqual(comparable({ ...there, body: "" }));
});

it("lets the framework say that a vote could not be written, and casts it once", async () => {
  const disk = new DatabaseSync(join(short.dataDir, "catalogue.db"));
  disk.exec("alter table votes rename to lost");
  const refused = await short.ask(voteFor(3));
  disk.exec("alter table lost rename to votes");
  disk.close();
  expect([refused.status, refused.headers["set-cookie"]]).toEqual([500, undefined]);
  expect((await short.ask(voteFor(3))).status).toBe(201);
});

/** Sends the pieces one after another. @returns the statuses that came back */
async function statusesOf(count: number, ...pieces: string[]): Promise<string[]> {
  const socket = connect(short.port, "127.0.0.1").setNoDelay(true);
  await once(socket, "connect");
  let answers = "";
  socket.on("data", (chunk) => (answers += chunk.toString()));
  for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
  const statuses = () => answers.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
  while (statuses().length < count) await once(socket, "data");
  socket.destroy();
  return statuses();
}

it("reads votes that come in pieces, or several at once", async () => {
  const { path } = voteFor(2);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n`;
  expect(await statusesOf(1, head, '{"isUp', 'vote":true}')).toEqual(["201"]);
  const asking = head.replace("Host", "Expect: 100-continue\r\nHost");
  expect(await statusesOf(2, asking, '{"isUpvote":true}')).toEqual(["100", "201"]);
  const whole = `${head}{"isUpvote":true}`;
  const wrong = `${head}{"isUpvote":1234}`;
  expect(await statusesOf(4, whole + wrong + whole + whole)).toEqual(["201", "400", "201", "201"]);
});
