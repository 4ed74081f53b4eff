import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { encode } from "./compression.server.ts";
import { createHttp } from "./http.server.ts";
import { matchesEtag, sendEncoded } from "./response-cache.server.ts";

/** Starts an app with a single response that counts how often its route ran. */
async function startApp(beforeClose = () => Promise.resolve(), trustProxy = 0) {
  let runs = 0;
  let version = 0;
  const app = await createHttp(
    { logLevel: "silent", trustProxy },
    { variantOf: (userAgent) => (userAgent ? `${version} ${userAgent}` : null) },
  );
  onTestFinished(() => app.close());
  app.addHook("preClose", beforeClose);
  const body = encode("words ".repeat(1000), "text/plain");
  const large = encode(Buffer.alloc(1024 * 1024), "application/octet-stream");
  app.get<{ Params: { name: string } }>("/:name", async (request, reply) => {
    runs++;
    if (request.params.name === "outdated") version++;
    if (request.params.name === "personal") reply.header("set-cookie", "who=1");
    return sendEncoded(request, reply, request.params.name === "large" ? large : body, {
      cacheControl: "no-cache",
      status: request.params.name === "missing" ? 404 : 200,
      isKept: true,
    });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    outdate: () => version++,
    /** @returns how often the route ran for these requests */
    async runsOf(...paths: string[]) {
      const before = runs;
      for (const path of paths) {
        const answer = await fetch(origin + path, { headers: { "user-agent": "one" } });
        expect(await answer.text()).toBe("words ".repeat(1000));
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      }
      return runs - before;
    },
    fetch: (path: string, init?: RequestInit) => fetch(origin + path, init),
    runs: () => runs,
  };
}

describe("kept answers", () => {
  it("spare the route equal requests while they are current", async () => {
    const site = await startApp();
    expect(await site.runsOf("/a", "/a", "/a", "/b", "/b", "/a?b")).toBe(3);
    site.outdate();
    expect(await site.runsOf("/a", "/a")).toBe(1);
  });

  it("are not sent again after a change that came while they were made", async () => {
    const site = await startApp();
    const made = site.fetch("/outdated", { headers: { "user-agent": "one" } });
    await (await made).text();
    expect(await site.runsOf("/outdated")).toBe(1);
  });

  it("keep nothing personal and nothing that is not there", async () => {
    const site = await startApp();
    expect(await site.runsOf("/personal", "/personal", "/missing", "/missing")).toBe(4);
  });

  it("hold 32 MiB, and let go what was asked for longest ago", async () => {
    const site = await startApp();
    const headers = { "accept-encoding": "identity" };
    const ask = async (at: number) => (await site.fetch(`/large?${at}`, { headers })).arrayBuffer();
    for (let at = 0; at < 33; at++) await ask(at);
    const runs = site.runs();
    await ask(32);
    expect(site.runs()).toBe(runs);
    await ask(0);
    expect(site.runs()).toBe(runs + 1);
  });

  it("tell HTTPS only to who came by it, if the proxy is believed", async () => {
    const toldTo = async (site: Awaited<ReturnType<typeof startApp>>, protocol: string) => {
      const headers = { "user-agent": "one", "x-forwarded-proto": protocol };
      return (await site.fetch("/a", { headers })).headers.get("strict-transport-security");
    };
    const behind = await startApp(undefined, 1);
    for (const _ of ["by the route", "kept"]) {
      expect(await toldTo(behind, "https")).toBe("max-age=31536000");
      expect(await toldTo(behind, "http")).toBeNull();
    }
    expect(behind.runs()).toBe(2);
    const alone = await startApp();
    expect(await toldTo(alone, "https")).toBeNull();
    expect(await toldTo(alone, "http")).toBeNull();
    expect(alone.runs()).toBe(1);
  });

  it("are not sent while the server closes, so that connections end", async () => {
    const closing = Promise.withResolvers<void>();
    const site = await startApp(() => closing.promise);
    await site.runsOf("/a", "/a");
    const closed = site.app.close();
    const last = await site.fetch("/a", { headers: { "user-agent": "one" } });
    expect(last.headers.get("connection")).toBe("close");
    expect(site.runs()).toBe(2);
    closing.resolve();
    await closed;
  });
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"a-br"', false],
  ["*", true],
])("matchesEtag: %s -> %s", (given, expected) => {
  expect(matchesEtag(given, '"a"')).toBe(expected);
});
