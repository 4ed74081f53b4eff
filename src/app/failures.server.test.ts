import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { registry } from "../base/metrics.server.ts";
import { createWholeApp, signInTo } from "../../test/whole-app.ts";
import { freshPostgres, freshSqlite } from "../../test/databases.ts";
import { GOOD } from "../../test/reviews.ts";
import { findPostgres, makeCluster, quickFolder, runCluster } from "../../test/postgres.ts";
import { startProxy } from "../../test/proxy.ts";
import type { EvListEntry } from "../domain/vehicle.ts";
import { stop } from "./stop.server.ts";

const POSTGRES = process.env["TEST_DATABASE_URL"];
const PROGRAMS = findPostgres() ?? "";
/** A writer hears within this time that the database does not answer. */
const WRITE_MS = 15_000;

async function openApp(variables: Record<string, string>): Promise<FastifyInstance> {
  const app = await createWholeApp({ STARTER_CATALOGUE: "true", RATE_LIMITS: "off", ...variables });
  onTestFinished(() => app.close());
  return app;
}

async function modelsOf(app: FastifyInstance): Promise<number[]> {
  const list = (await app.inject("/api/evs")).json<EvListEntry[]>();
  return [...new Set(list.map(({ ev }) => ev.id))];
}

async function vote(app: FastifyInstance, id: number | undefined) {
  const started = performance.now();
  const payload = { isUpvote: true };
  const answer = await app.inject({ method: "POST", url: `/api/evs/${id}/votes`, payload });
  return { answer, ms: performance.now() - started };
}

test.runIf(PROGRAMS)(
  "a PostgreSQL that hangs stops no reader, and every writer is refused",
  async () => {
    const cluster = await makeCluster(PROGRAMS, quickFolder());
    onTestFinished(cluster.remove);
    const postgres = await runCluster(PROGRAMS, cluster);
    onTestFinished(() => postgres.stop());
    const app = await openApp({ DATABASE_URL: cluster.url });
    const models = await modelsOf(app);
    await app.inject("/api/votes");
    expect((await vote(app, models[0])).answer.statusCode).toBe(201);

    postgres.signal("SIGSTOP");
    // The votes have to be read again, and nobody knows yet that they cannot be.
    const readAtOnce = app.inject("/api/votes");
    const refused = await Promise.all(models.slice(0, 30).map((id) => vote(app, id)));
    for (const { answer, ms } of refused) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
      expect(answer.json()).toEqual({
        error: "The database is unavailable right now. Please try again.",
      });
      expect(ms).toBeLessThan(WRITE_MS);
    }
    expect((await readAtOnce).statusCode).toBe(200);
    // Among them is a page that nobody has opened before, whose reviews are not in memory.
    const reads = ["/", "/api/evs", `/ev/${models[1]}`, `/api/evs/${models[2]}`, "/api/votes"];
    for (const url of reads) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    // The browser reads what the document lacks, so nothing is reported as failed, and no cache keeps it.
    const page = await app.inject(`/ev/${models[1]}`);
    expect(page.body).toContain("Loading reviews...");
    expect(page.headers["cache-control"]).toBe("no-store");

    postgres.signal("SIGCONT");
    await vi.waitFor(
      async () => expect((await vote(app, models[31])).answer.statusCode).toBe(201),
      { timeout: 10_000 },
    );
  },
  60_000,
);

test.runIf(POSTGRES)(
  "a write whose connection breaks may have happened, and is never acknowledged",
  async () => {
    const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
    const proxy = await startProxy(databaseUrl ?? "");
    onTestFinished(() => proxy.stop());
    const app = await openApp({ DATABASE_URL: proxy.url });
    const models = await modelsOf(app);
    for (const cutAfter of ["commit", 'insert into "votes"']) {
      proxy.behave({ cutAfter });
      expect((await vote(app, models[3])).answer.statusCode).toBe(503);
      proxy.behave({});
    }
    expect(proxy.cuts()).toBeGreaterThanOrEqual(2);
    // The first was committed before its answer was lost; the second was not.
    expect((await vote(app, models[3])).answer.json()).toMatchObject({ total: 2 });

    // A review with a key is sent again until it is answered, and is saved only once.
    const url = `/api/evs/${models[4]}/reviews`;
    const headers = { "idempotency-key": "cut" };
    const review = async () =>
      (await app.inject({ method: "POST", url, headers, payload: GOOD })).statusCode;
    proxy.behave({ cutAfter: "commit" });
    expect(await review()).toBe(503);
    proxy.behave({});
    await vi.waitFor(async () => expect(await review()).toBe(201), { timeout: 10_000 });
    await vi.waitFor(async () =>
      expect((await app.inject(url)).json()).toMatchObject({ total: 1 }),
    );
  },
);

test.runIf(POSTGRES)(
  "a database that goes away before the first request stops no reader",
  async () => {
    const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
    const proxy = await startProxy(databaseUrl ?? "");
    const app = await openApp({ DATABASE_URL: proxy.url });
    await proxy.stop();
    expect(await modelsOf(app)).not.toEqual([]);
    for (const url of ["/", "/api/votes"]) {
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    }
    // An alert on failures must not end while the database is away.
    const failures = async () => {
      const { values } = (await registry.getSingleMetric("ev_database_errors_total")?.get()) ?? {};
      return values?.find(({ labels }) => labels["of"] === "connection")?.value ?? 0;
    };
    const before = await failures();
    await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(before + 1), 10_000);
  },
);

test("another process that holds the embedded database stops no reader", async () => {
  const { dataDir } = await freshSqlite();
  const app = await openApp({ DATA_DIR: dataDir });
  const models = await modelsOf(app);
  const other = new DatabaseSync(join(dataDir, "catalogue.db"));
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  const writing = vote(app, models[0]);
  expect((await app.inject(`/api/evs/${models[1]}/direct`)).statusCode).toBe(200);
  expect(await writing).toMatchObject({ answer: { statusCode: 503 } });
  expect((await writing).ms).toBeLessThan(WRITE_MS);
  const waiting = vote(app, models[0]);
  other.exec("rollback");
  expect((await waiting).answer.statusCode).toBe(201);
});

/** Opens a connection that sends forms as a signed-in user. @returns a function that sends one */
async function openUploads(app: FastifyInstance) {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const cookie = await signInTo(app, GRACE);
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  /** Resolves with all answers once the connection has closed and the server has noticed. */
  return async (path: string, body: string, announced = body.length) => {
    const upload = connect(port, "127.0.0.1");
    let answered = "";
    upload.on("data", (text) => (answered += text.toString()));
    upload.on("error", () => undefined);
    upload.write(
      `POST ${path} HTTP/1.1\r\nHost: cars\r\nCookie: ${cookie}\r\nContent-Length: ${announced}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\n\r\n${body}`,
    );
    const ended = once(upload, "close").then(() => answered);
    await once(app.server, "request");
    return { ended };
  };
}

test("a server that ends waits for an upload that has stalled, and not for ever", async () => {
  const { dataDir } = await freshSqlite();
  const app = await openApp({ DATA_DIR: dataDir, ...ADMINISTERED });
  const upload = await openUploads(app);
  const { ended } = await upload("/api/upload-image", "--b\r\n", 9_000);
  const started = performance.now();
  await stop(app, 300);
  expect(await ended).toBe("");
  expect(performance.now() - started).toBeGreaterThan(290);
  expect(existsSync(join(dataDir, "server.pid"))).toBe(false);
  expect(existsSync(join(dataDir, "catalogue.db-wal"))).toBe(false);
});
