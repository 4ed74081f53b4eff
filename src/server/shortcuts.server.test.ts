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

it("leave everything to the framework behind a proxy", async () => {
  const { ask } = await startApp({ trustProxy: 1 });
  expect(await (await ask("/who")).text()).toBe("framework");
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
