/**
 * How long a change through one of two instances takes until it is read through the other, and what
 * a limit costs that both count: `node bench/instances.ts [changes]`, after `npm run build`. Starts a
 * PostgreSQL that does not wait for the disk.
 */
import pg from "pg";
import { Kysely, PostgresDialect } from "kysely";
import type { FastifyReply } from "fastify";
import { createSharedRateLimits } from "../src/server/rate-limit.server.ts";
import type { Tables } from "../src/db/database-tables.server.ts";
import { findPostgres, startPostgres } from "../test/postgres.ts";
import { duration, median, quantile } from "./figures.ts";
import { atMost, type Finding, printFindings } from "./findings.ts";
import { startProduct } from "./servers.ts";

const AGREED_MS = 1_000;
const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };
const changes = Number(process.argv[2] ?? 100);

/** Changes something and asks until it is read. @returns milliseconds since the change was answered */
async function delayOf(change: () => Promise<unknown>, isThere: () => Promise<boolean>) {
  await change();
  const answered = performance.now();
  while (!(await isThere())) if (performance.now() - answered > 5_000) return Infinity;
  return performance.now() - answered;
}

async function measureDelays(url: string): Promise<Finding[]> {
  const env = {
    DATABASE_URL: url,
    ADMIN_USERNAME: ADMINISTRATOR.username,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  const [here, there] = await Promise.all([startProduct(env), startProduct(env)]);
  try {
    const send = (path: string, method: string, body: unknown, cookie = "") =>
      fetch(here.origin + path, {
        method,
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify(body),
      });
    const signedIn = await send("/api/login", "POST", ADMINISTRATOR);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const list = (await (await fetch(`${here.origin}/api/evs?limit=1`)).json()) as {
      ev: { id: number };
      trim: { rowId: number };
    }[];
    const [{ ev, trim } = { ev: { id: 0 }, trim: { rowId: 0 } }] = list;
    const readThere = async (path: string) =>
      (await (await fetch(there.origin + path)).json()) as Record<string, unknown>;

    const votes: number[] = [];
    const edits: number[] = [];
    // One kind after the other: a new version of the catalogue makes the votes be read again, too.
    for (let count = 1; count <= changes; count++) {
      votes.push(
        await delayOf(
          () => send(`/api/evs/${ev.id}/votes`, "POST", { isUpvote: true }),
          async () => (await readThere(`/api/evs/${ev.id}/votes`))["total"] === count,
        ),
      );
    }
    for (let count = 1; count <= changes; count++) {
      const price = 50_000 + count;
      edits.push(
        await delayOf(
          () => send(`/api/evs/${trim.rowId}`, "PUT", { price }, cookie),
          async () => JSON.stringify(await readThere(`/api/evs/${ev.id}`)).includes(`:${price}`),
        ),
      );
    }
    return [["vote", votes] as const, ["edit", edits] as const].map(([name, times]) => {
      const statement = `${name} through one instance, read through the other`;
      return atMost(
        statement,
        AGREED_MS,
        quantile(times, 1),
        duration,
        `the slowest of ${times.length}; median ${duration(median(times))}`,
      );
    });
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

async function measureLimit(url: string): Promise<Finding> {
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  });
  const limit = createSharedRateLimits(kysely)({
    name: "measured",
    limit: 30,
    windowMs: 60_000,
    sentence: () => "",
  });
  // A limit that refuses nothing sets no header.
  const reply = {} as FastifyReply;
  const times: number[] = [];
  for (let count = 0; count < changes * 20; count++) {
    const started = performance.now();
    await limit.take(`address ${count >> 4}`, reply);
    times.push(performance.now() - started);
  }
  await kysely.destroy();
  return {
    statement: "one of a limit that instances share",
    measured: duration(median(times)),
    details: `median of ${times.length} in a row; the slowest ${duration(quantile(times, 1))}`,
  };
}

const programs = findPostgres();
if (!programs) throw new Error("PostgreSQL was not found.");
const postgres = await startPostgres(programs);
try {
  const delays = await measureDelays(postgres.url);
  printFindings(`two instances, ${changes} changes of each kind`, [
    ...delays,
    await measureLimit(postgres.url),
  ]);
} finally {
  await postgres.stop();
}
