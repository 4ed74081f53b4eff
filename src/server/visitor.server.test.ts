import { expect, it, onTestFinished } from "vitest";
import type { Database } from "../db/database.server.ts";
import { createHttp } from "./http.server.ts";
import { createRateLimits } from "./rate-limit.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { signerFor } from "./secrets.db.server.ts";
import { createVisitors, SECURE_VISITOR_COOKIE, VISITOR_COOKIE } from "./visitor.server.ts";

const PROXIED = { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https" };

/** Starts a server that returns the visitor of a request and creates one for each POST. */
async function openVisitors(database: Database, { trustProxy = 1 } = {}) {
  const visitors = await createVisitors(database, createRateLimits({ rateLimits: 1 }));
  const app = await createHttp({ logLevel: "silent", trustProxy });
  app.get("/who", async (request) => ({ visitor: visitors.visitorOf(request) }));
  app.post("/who", async (request, reply) => ({
    visitor: await visitors.ensureVisitor(request, reply),
  }));
  onTestFinished(() => app.close());
  return {
    async ask(method: "GET" | "POST", headers: Record<string, string> = {}) {
      const answer = await app.inject({ method, url: "/who", headers });
      const [cookie] = [answer.headers["set-cookie"] ?? []].flat();
      return { ...answer, visitor: answer.json<{ visitor?: string | null }>().visitor, cookie };
    },
  };
}

const pairOf = (cookie: string | undefined) => cookie?.split(";")[0] ?? "";

describeOnEachEngine("visitors", ({ open, freshEnv }) => {
  it("are made by the first write and known from then on, after a restart too", async () => {
    const env = await freshEnv();
    const database = await open(env);
    const { ask } = await openVisitors(database);
    expect(await ask("GET")).toMatchObject({ visitor: null, cookie: undefined });

    const { visitor, cookie } = await ask("POST");
    expect(visitor).toMatch(/^[\w-]{24}$/);
    expect(cookie).toContain("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax");
    expect(cookie).not.toContain("Secure");
    const headers = { cookie: `theme=dark; ${pairOf(cookie)}; a=b` };
    expect(await ask("POST", headers)).toMatchObject({ visitor, cookie: undefined });

    await database.close();
    const restarted = await openVisitors(await open(env));
    expect(await restarted.ask("GET", headers)).toMatchObject({ visitor });
  });

  it("carry a cookie of this host alone where the configured proxy speaks HTTPS", async () => {
    const { ask } = await openVisitors(await open());
    const { visitor, cookie } = await ask("POST", PROXIED);
    expect(cookie).toMatch(/^__Host-ev_visitor=[\w-]{24}\.[\w-]{43}; Path=\/; .*; Secure$/);
    const known = { ...PROXIED, cookie: pairOf(cookie) };
    expect(await ask("POST", known)).toMatchObject({ visitor, cookie: undefined });

    // Another host of the domain, or anybody on the line, can plant a plain cookie.
    const plain = pairOf((await ask("POST")).cookie);
    const [, value = ""] = plain.split("=");
    for (const planted of [plain, `${SECURE_VISITOR_COOKIE}=${value}`]) {
      expect(await ask("GET", { ...PROXIED, cookie: planted })).toMatchObject({ visitor: null });
      const both = `${planted}; ${pairOf(cookie)}`;
      expect(await ask("GET", { ...PROXIED, cookie: both })).toMatchObject({ visitor });
    }
    expect(await ask("GET", { cookie: pairOf(cookie) })).toMatchObject({ visitor: null });
  });

  it("keep who they were over HTTPS with a cookie from before there were such cookies", async () => {
    const database = await open();
    const { sign } = await signerFor(database, "visitor");
    const idAt = (at: number) => {
      const id = Buffer.alloc(18, 7);
      id.writeUIntBE(at, 0, 6);
      return id.toString("base64url");
    };
    const before = idAt(Date.now() - 60_000);
    // The first releases gave out shorter ids.
    const first = Buffer.alloc(16, 200).toString("base64url");
    const { ask } = await openVisitors(database);
    const after = idAt(Date.now() + 60_000);
    const askWith = (method: "GET" | "POST", ...cookies: string[]) =>
      ask(method, { ...PROXIED, cookie: cookies.join("; ") });
    const former = (visitor: string) => `${VISITOR_COOKIE}=${sign(visitor)}`;
    for (const visitor of [before, first]) {
      expect(await askWith("GET", former(visitor))).toMatchObject({ visitor });
      const renewed = await askWith("POST", former(visitor));
      expect(renewed).toMatchObject({
        visitor,
        cookie: expect.stringMatching(/^__Host-ev_visitor=/),
      });
      const alone = await askWith("POST", pairOf(renewed.cookie));
      expect(alone).toMatchObject({ visitor, cookie: undefined });
      // Once the new one is there, the former one counts no more, and neither does a forgery.
      const other = former(visitor === before ? first : before);
      expect(await askWith("GET", other, pairOf(renewed.cookie))).toMatchObject({ visitor });
      const forged = `${SECURE_VISITOR_COOKIE}=x.y`;
      expect(await askWith("GET", former(visitor), forged)).toMatchObject({ visitor: null });
    }
    expect(await askWith("GET", former(after))).toMatchObject({ visitor: null });
    expect(await askWith("GET", former(after), former(before))).toMatchObject({ visitor: before });
    expect((await askWith("POST", former(after))).visitor).not.toBe(after);
    // They are no new visitors, so that the limit does not count them.
    for (let time = 0; time < 40; time++) {
      expect(await askWith("POST", former(before))).toMatchObject({ statusCode: 200 });
    }
  });

  it("are nobody with a cookie that is not ours", async () => {
    const { ask } = await openVisitors(await open());
    const other = await openVisitors(await open());
    const { visitor = "", cookie } = await ask("POST");
    const signature = pairOf(cookie).split(".")[1] ?? "";
    const forgeries = [
      visitor ?? "",
      `${visitor}.`,
      `${visitor}.${signature.slice(0, -2)}`,
      `${visitor}.${signature}.x`,
      `AAAAAAAAAAAAAAAAAAAAAA.${signature}`,
      pairOf((await other.ask("POST")).cookie).split("=")[1] ?? "",
    ];
    for (const forged of forgeries) {
      const answer = await ask("GET", { cookie: `${VISITOR_COOKIE}=${forged}` });
      expect(answer.visitor, forged).toBeNull();
    }
    // A forged cookie next to the valid one does no harm.
    const both = { cookie: `${VISITOR_COOKIE}=x.y; ${pairOf(cookie)}` };
    expect(await ask("GET", both)).toMatchObject({ visitor });
  });

  it("are thirty an hour from one address at most, as the proxy tells it", async () => {
    const { ask } = await openVisitors(await open());
    const first = await ask("POST", PROXIED);
    for (let each = 1; each < 30; each++) {
      expect(await ask("POST", PROXIED)).toMatchObject({ statusCode: 200 });
    }
    const refused = await ask("POST", PROXIED);
    expect(refused).toMatchObject({ statusCode: 429, cookie: undefined });
    expect(refused.json()).toEqual({
      error:
        "Too many new visitors from your network within an hour. Please try again in 60 minutes.",
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3590);

    const known = { ...PROXIED, cookie: pairOf(first.cookie) };
    expect(await ask("POST", known)).toMatchObject({ statusCode: 200 });
    const neighbour = { ...PROXIED, "x-forwarded-for": "192.0.2.2" };
    expect(await ask("POST", neighbour)).toMatchObject({ statusCode: 200 });
  });

  it("cannot pretend another address where no proxy is configured", async () => {
    const { ask } = await openVisitors(await open(), { trustProxy: 0 });
    const pretending = (each: number) => ({ "x-forwarded-for": `192.0.2.${each}` });
    for (let each = 0; each < 30; each++) await ask("POST", pretending(each));
    expect(await ask("POST", pretending(99))).toMatchObject({ statusCode: 429 });
  });
});
