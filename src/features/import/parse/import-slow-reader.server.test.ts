import { once } from "node:events";
import {
  Agent,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { stop } from "../../../app/stop.server.ts";
import { openDatabase } from "../../../db/database.server.ts";
import { freshSqlite } from "../../../../test/databases.ts";
import { form, FORM_TYPE, openTestImport } from "../../../../test/import.ts";
import { MAX_CONCURRENT_IMPORTS, MAX_CONCURRENT_UPLOADS } from "./upload.server.ts";

/** Their answer of 14 MB is more than two sockets buffer without a reader. */
const ROWS = 6_000;
const PICTURE = `https://example.com/${"a".repeat(2_000)}`;
const CSV = ["make,model,trim,year,bodyType,image"]
  .concat(Array.from({ length: ROWS }, (_, row) => `Kia,EV6,T${row},2025,SUV,${PICTURE}`))
  .join("\n");

/** A server that imports, and an import whose answer is not read yet. */
async function openSlowReaders(options: Parameters<typeof openTestImport>[2] = {}) {
  const database = await openDatabase(
    { ...(await freshSqlite()), starterCatalogue: false },
    () => undefined,
  );
  onTestFinished(() => database.close());
  const { app, cookie, upload } = await openTestImport(database, [], options);
  const sockets: Socket[] = [];
  app.server.on("connection", (socket: Socket) => sockets.push(socket));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const send = (body: Buffer, agent: Agent | false = false) =>
    httpRequest({
      port,
      host: "127.0.0.1",
      agent,
      method: "POST",
      path: "/api/evs/upload?dryRun=true",
      headers: { "content-type": FORM_TYPE, cookie },
    }).end(body);
  const begin = async () => {
    const [answer] = (await once(send(form(CSV)), "response")) as [IncomingMessage];
    answer.on("error", () => undefined);
    onTestFinished(() => void answer.destroy());
    expect(answer.statusCode).toBe(200);
    return answer;
  };
  /** Sends a complete small form and disconnects once the server has seen it. */
  const leaveWaiting = async () => {
    const sending = send(form("make\nKia"));
    sending.on("error", () => undefined);
    const [, answer] = (await once(app.server, "request")) as [unknown, ServerResponse];
    sending.destroy();
    await once(answer, "close");
  };
  const small = () => upload("make,model,trim,year,bodyType\nKia,EV9,Land,2025,SUV");
  const allClosed = () =>
    Promise.all(
      sockets
        .filter((socket) => !socket.destroyed)
        .map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()))),
    );
  return { app, send, begin, small, leaveWaiting, allClosed };
}

test("an import counts as running until its answer has been read, or nobody reads it", async () => {
  const { begin, small, allClosed } = await openSlowReaders();
  const answers: IncomingMessage[] = [];
  for (let at = 0; at < MAX_CONCURRENT_IMPORTS; at++) answers.push(await begin());
  const [first, last] = [answers[0], answers.at(-1)];

  // Others wait, and are refused when too many wait.
  const waiting = Array.from({ length: MAX_CONCURRENT_UPLOADS }, small);
  expect((await small()).status).toBe(503);

  // When one is read to its end, all others get their turn, one after another,
  if (first) await once(first.resume(), "end");
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));

  // and also when a client disconnects.
  const again = await begin();
  const next = small();
  const closed = allClosed();
  last?.destroy();
  again.destroy();
  await closed;
  expect((await next).status).toBe(200);
});

test("one that disconnects while it waits makes room for another", async () => {
  const { begin, small, leaveWaiting } = await openSlowReaders();
  const answers: IncomingMessage[] = [];
  for (let at = 0; at < MAX_CONCURRENT_IMPORTS; at++) answers.push(await begin());
  for (let at = 0; at < MAX_CONCURRENT_UPLOADS; at++) await leaveWaiting();
  const next = small();
  for (const answer of answers) answer.destroy();
  expect((await next).status).toBe(200);
});

test("an answer that is not read is aborted after a while", async () => {
  const { begin, small, allClosed } = await openSlowReaders({ unreadAnswerMs: 50 });
  for (let at = 0; at < MAX_CONCURRENT_IMPORTS; at++) await begin();
  await allClosed();
  expect((await small()).status).toBe(200);
});

test("imports that still wait when a server ends are refused at once", async () => {
  const { app, begin, send } = await openSlowReaders();
  for (let at = 0; at < MAX_CONCURRENT_IMPORTS; at++) await begin();
  const waiting: Promise<[IncomingMessage]>[] = [];
  for (let at = 0; at < 3; at++) {
    const sending = send(form("make\nKia"));
    waiting.push(once(sending, "response") as Promise<[IncomingMessage]>);
    await once(app.server, "request");
  }
  let isCut = false;
  const stopping = stop(app, 2_000).finally(() => (isCut = true));
  for (const [answer] of await Promise.all(waiting)) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({ "retry-after": "2", connection: "close" });
    answer.resume();
  }
  expect(isCut).toBe(false);
  await stopping;
});

test.each([
  ["was refused", "make\nKia"],
  ["was read", "make,model,trim,year,bodyType\nKia,EV9,Land,2025,SUV"],
])("a connection whose file %s is closed when it asks for nothing more", async (_name, file) => {
  const { app, send, allClosed } = await openSlowReaders();
  app.server.timeout = 100;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const [answer] = (await once(send(form(file), agent), "response")) as [IncomingMessage];
  expect(answer.headers.connection).toBe("keep-alive");
  const closed = allClosed();
  await once(answer.resume(), "end");
  await closed;
});
