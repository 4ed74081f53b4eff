import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createHttp } from "./http.server.ts";
import { addShortcut } from "./shortcuts.server.ts";

/** An app whose one call is answered by the framework or, where it may be, in front of it. */
async function startApp({ trustProxy = 0, beforeClose = () => Promise.resolve() } = {}) {
  const app = createHttp({ logLevel: "silent", trustProxy }, { variantOf: () => "" });
  onTestFinished(() => app.close());
  app.addHook("preClose", beforeClose);
  app.get("/who", async () => "framework");
  addShortcut(app, ({ request, send, pass }) => {
    if (request.url !== "/who") return false;
    if (request.headers["x-unusual"]) pass();
    else send(200, ["content-type", "text/plain"], "shortcut");
    return true;
  });
  addShortcut(app, ({ request, send, ip, protocol }) => {
    if (request.url !== "/seen") return false;
    send(200, ["content-type", "text/plain"], `${ip()} ${protocol}`);
    return true;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`; // it listens on a port
  return { app, ask: (path: string, init?: RequestInit) => fetch(origin + path, init) };
}

it("answer in front of the framework, with the headers of every answer", async () => {
  const { ask } = await startApp();
  const answer = await ask("/who");
  expect(await answer.text()).toBe("shortcut");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await (await ask("/who", { headers: { "x-unusual": "1" } })).text()).toBe("framework");
  expect((await ask("/other")).status).toBe(404);
});

it("know who asks, and how, from the proxies that are believed", async () => {
  const told = {
    "x-forwarded-for": "192.0.2.1, 198.51.100.2",
    "x-forwarded-proto": "https",
  };
  const direct = await (await startApp()).ask("/seen", { headers: told });
  expect(await direct.text()).toBe("127.0.0.1 http");
  expect(direct.headers.get("strict-transport-security")).toBeNull();

  const behind = await (await startApp({ trustProxy: 1 })).ask("/seen", { headers: told });
  expect(await behind.text()).toBe("198.51.100.2 https");
  expect(behind.headers.get("strict-transport-security")).toMatch("max-age");
});

it("leave a closing server to the framework, which ends its connections", async () => {
  const closing = Promise.withResolvers<void>();
  const { app, ask } = await startApp({ beforeClose: () => closing.promise });
  const closed = app.close();
  const last = await ask("/who");
  expect([await last.text(), last.headers.get("connection")]).toEqual(["framework", "close"]);
  closing.resolve();
  await closed;
});
