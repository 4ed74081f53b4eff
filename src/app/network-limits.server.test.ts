import { expect, test } from "vitest";
import { describeOnEachEngine, type TestDatabases } from "../../test/databases.ts";
import { GOOD } from "../../test/reviews.ts";
import { GOOD_ROW } from "../../test/row-calls.ts";
import { openStream } from "../../test/stream.ts";
import { openWholeApp } from "../../test/whole-app.ts";
import { ADMINISTERED, cookieOf, GRACE } from "../../test/accounts.ts";
import { callApp } from "../../test/call-app.ts";

/** Addresses of the networks of one /48, and one in each of two other networks. */
const networkOf = (at: number) => `2001:db8:7:${at.toString(16)}::1`;
const ELSEWHERE = ["192.0.2.77", "2001:db8:8::1"];

type Send = (address: string, at: number) => Promise<number>;

/** Sends from an address, as a new visitor each time, and returns the status. */
async function openCalls(databases: TestDatabases, variables: Record<string, string> = {}) {
  const app = await openWholeApp(await databases.freshEnv(), {
    TRUST_PROXY: "1",
    ...ADMINISTERED,
    ...variables,
  });
  const send = async (address: string, url: string, payload: object, headers = {}) =>
    callApp(app, "POST", url, { "x-forwarded-for": address, ...headers }, payload);
  const signedIn = await send("198.51.100.1", "/api/login", GRACE);
  const cookie = cookieOf(signedIn);
  const row = (await send("198.51.100.1", "/api/evs", GOOD_ROW, { cookie })).json<{ id: number }>();
  const [first] = (await app.inject("/api/evs")).json<{ ev: { id: number } }[]>();
  const model = first?.ev.id;
  const review = (await send("198.51.100.1", `/api/evs/${model}/reviews`, GOOD)).json<{
    id: number;
  }>();
  const status = async (address: string, url: string, payload: object) =>
    (await send(address, url, payload)).statusCode;
  const calls = {
    corrections: (address, at) =>
      status(address, "/api/corrections", { rowId: row.id, field: "range", value: 1 + (at % 900) }),
    reviews: (address, at) =>
      status(address, `/api/evs/${model}/reviews`, { ...GOOD, comment: `Quiet, ${at}` }),
    flags: (address) => status(address, `/api/reviews/${review.id}/flag`, {}),
    "new visitors": (address) => status(address, `/api/evs/${model}/votes`, { isUpvote: true }),
    codes: (address) => status(address, "/api/invitations/check", { inviteCode: "a guess" }),
    "sign-in with one name": (address) =>
      status(address, "/api/login", { ...GRACE, password: "a wrong one" }),
  } satisfies Record<string, Send>;
  return { app, calls, status };
}

/** The limits of one address, of an IPv6 /48, and what a call answers that is within them. */
const LIMITS = [
  ["corrections", 10, 100, 201],
  ["reviews", 10, 100, 201],
  ["flags", 30, 300, 201],
  ["new visitors", 30, 300, 201],
  ["codes", 30, 300, 403],
  ["sign-in with one name", 10, 50, 401],
] as const;

async function countPassed(send: Send, addresses: readonly string[], good: number) {
  const statuses: number[] = [];
  for (let at = 0; at < addresses.length; at += 20) {
    const some = addresses.slice(at, at + 20);
    statuses.push(...(await Promise.all(some.map((address, index) => send(address, at + index)))));
  }
  expect(new Set(statuses)).toEqual(new Set([good, 429]));
  return statuses.filter((each) => each === good).length;
}

const times = (count: number, address: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => address(at));

describeOnEachEngine("limits", (databases) => {
  test.each(LIMITS)(
    "of %s: %d of an address, %d of two hundred networks of a /48",
    async (...limit) => {
      const [name, perAddress, perNetwork, good] = limit;
      const { calls } = await openCalls(databases);
      const send: Send = calls[name];
      for (const address of ["192.0.2.1", networkOf(0xffff)]) {
        const sent = times(perAddress + 5, () => address);
        expect(await countPassed(send, sent, good), address).toBe(perAddress);
      }
      const rounds = Math.ceil((perNetwork + 20) / 200);
      const sent = times(rounds * 200, (at) => networkOf(at % 200));
      // One network of the same /48 has used its own share above.
      expect(await countPassed(send, sent, good)).toBe(perNetwork - perAddress);
      for (const address of ELSEWHERE) expect(await send(address, 999)).toBe(good);
    },
  );

  test("of sign-in leave its owner a new device while a whole /48 guesses", async () => {
    const { calls, status } = await openCalls(databases);
    for (let at = 0; at < 60; at++) await calls["sign-in with one name"](networkOf(at));
    expect(await status(networkOf(201), "/api/login", GRACE)).toBe(429);
    expect(await status("192.0.2.5", "/api/login", GRACE)).toBe(200);
  });

  test("are multiplied by RATE_LIMITS, those of sign-in are not", async () => {
    const { calls, status } = await openCalls(databases, { RATE_LIMITS: "3" });
    const of = (name: keyof typeof calls, good: number, address = "192.0.2.1") =>
      countPassed(
        calls[name],
        Array.from({ length: 100 }, () => address),
        good,
      );
    expect(await of("new visitors", 201)).toBe(90);
    expect(await of("codes", 403)).toBe(30);
    expect(await status("192.0.2.1", "/api/login", GRACE), "shares the limit of codes").toBe(429);
    expect(await of("corrections", 201, "192.0.2.2")).toBe(30);
  });

  test("of event streams: 20 of an address, 200 of a /48, multiplied by RATE_LIMITS", async () => {
    for (const [factor, perAddress] of [
      ["on", 20],
      ["2", 40],
    ] as const) {
      const { app } = await openCalls(databases, { RATE_LIMITS: factor });
      await app.listen({ port: 0, host: "127.0.0.1" });
      const count = async (addresses: readonly string[]) => {
        const streams = await Promise.all(addresses.map((address) => openStream(app, address)));
        return streams.filter(({ status }) => status === 200).length;
      };
      expect(await count(times(perAddress + 5, () => "192.0.2.1"))).toBe(perAddress);
      const ofNetwork = times(10 * perAddress + 5, (at) => networkOf(at % 200));
      expect(await count(ofNetwork)).toBe(10 * perAddress);
      expect(await count(ELSEWHERE)).toBe(2);
      await app.close();
    }
  });
});
