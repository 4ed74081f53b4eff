/** Kills a server at random moments. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { median } from "../bench/findings.ts";
import type { ServerProcess } from "../e2e/server-process.ts";
import { ensure, type Experiment, type ExperimentContext } from "./experiment.ts";
import { createLedger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { startPostgres } from "./postgres-server.ts";
import { kill, makeFolder, start } from "./servers.ts";

const ROUNDS = 100;
const ROUNDS_ON_POSTGRES = 20;
/** The server is killed between these times after the first writes. */
const KILL_AFTER_MS = [20, 500] as const;
const READY_MS = 2_000;
/**
 * Every few rounds, it also stops and starts normally, to learn how long that takes on this machine.
 */
const PLAIN_START_EVERY = 5;

/** Starts a server and waits until `/readyz` reports that it is ready. */
async function startReady(
  context: ExperimentContext,
  env: Parameters<typeof start>[1],
): Promise<{ server: ServerProcess; readyMs: number }> {
  const started = performance.now();
  const server = await start(context, env);
  const ready = await fetch(`${server.origin}/readyz`);
  const readyMs = performance.now() - started;
  ensure(ready.status === 200, `/readyz answers ${ready.status}.`);
  return { server, readyMs };
}

async function end(server: ServerProcess): Promise<void> {
  server.process.kill("SIGTERM");
  ensure((await server.ended) === 0, "A stop failed.");
}

/** `0.81 s (1.20 s at most)` */
function inWords(milliseconds: readonly number[]): string {
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
  return `${seconds(median(milliseconds))} (${seconds(Math.max(...milliseconds))} at most)`;
}

async function killAgainAndAgain(
  context: ExperimentContext,
  env: Parameters<typeof start>[1],
  rounds: number,
): Promise<string> {
  const { random } = context;
  const ledger = createLedger(random);
  const afterKills: number[] = [];
  const plain: number[] = [];
  let total = 0;
  for (let round = 0; round <= rounds; round++) {
    let { server, readyMs } = await startReady(context, env);
    if (round === 0) await ledger.prepare(server.origin);
    // The first start creates the database.
    else afterKills.push(readyMs);
    await ledger.check(server.origin);
    if (round === rounds || round % PLAIN_START_EVERY === 0) {
      await end(server);
      if (round === rounds) break;
      ({ server, readyMs } = await startReady(context, env));
      plain.push(readyMs);
    }
    const load = startLoad(context, ledger, () => server.origin);
    const [from, to] = KILL_AFTER_MS;
    await setTimeout(from + random() * (to - from));
    await kill(server);
    const outcomes = await load.stop();
    total += outcomes.length;
    const odd = outcomes.find(({ status }) => status >= 400);
    ensure(!odd, `Round ${round}: a ${odd?.kind} was answered ${odd?.status}.`);
  }
  const { there, absent } = ledger.settled();
  const seen =
    `${rounds} kills amid ${total} writes: ${ledger.acknowledged()} acknowledged, all there; ` +
    `${there + absent} without an answer, ${there} of them there as a whole; ` +
    `ready again after ${inWords(afterKills)}, a plain start beside it after ${inWords(plain)}`;
  ensure(Math.max(...afterKills) < READY_MS, `A start took too long: ${seen}.`);
  return seen;
}

/** Checks what no call shows: the file's own consistency, and votes against their totals. */
function checkFile(folder: string): void {
  const database = new DatabaseSync(join(folder, "catalogue.db"), { readOnly: true });
  const [integrity] = Object.values(database.prepare("pragma integrity_check").get() ?? {});
  ensure(integrity === "ok", `The database file: ${String(integrity)}.`);
  const [broken] = database.prepare("pragma foreign_key_check").all();
  ensure(broken === undefined, "A foreign key of the database does not hold.");
  const sums = database
    .prepare(
      `select (select count(*) from votes where model_id in (select id from models)) as cast_votes,
        (select coalesce(sum(upvotes + downvotes), 0) from vote_stats) as counted`,
    )
    .get();
  ensure(sums?.["cast_votes"] === sums?.["counted"], "Votes and their counts differ.");
  database.close();
}

export const killOnSqlite: Experiment = {
  name: "kill-sqlite",
  title: "kill -9 amid votes, edits, reviews, pictures and imports, SQLite",
  async run(context) {
    const folder = await makeFolder(context);
    const rounds = context.option("rounds", ROUNDS);
    const seen = await killAgainAndAgain(context, { DATA_DIR: folder }, rounds);
    checkFile(folder);
    return seen;
  },
};

export const killOnPostgres: Experiment = {
  name: "kill-postgres",
  title: "the same, PostgreSQL (the server is killed, not the database)",
  async run(context) {
    const postgres = await startPostgres(context);
    const env = { DATA_DIR: await makeFolder(context), DATABASE_URL: postgres.url };
    const rounds = context.option("rounds", ROUNDS_ON_POSTGRES);
    return killAgainAndAgain(context, env, rounds);
  },
};
