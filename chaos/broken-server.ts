/** What has to be true while something is broken underneath a server, and afterwards. */
import type { ServerProcess } from "../e2e/server-process.ts";
import { setTimeout } from "node:timers/promises";
import { ensure, type ExperimentContext } from "./experiment.ts";
import { ALL_KINDS, createLedger, type Kind, type Ledger, type Outcome } from "./ledger.ts";
import { startLoad } from "./load.ts";

/** Time limit for refusing a write. */
const REFUSED_MS = 15_000;
/** Time limit for answering a read from memory. */
const READ_MS = 5_000;
/** Everything works again within this time after the cause is gone. */
const RECOVERED_MS = 5_000;
const LOG_SHOWN = 2_000;
const BROKEN_MS = 6_000;
/** Models whose pages and calls are read, some of them for the first time. */
const READ_MODELS = 20;
const SENTENCES: Readonly<Record<number, RegExp>> = {
  503: /The database is unavailable right now|Too many pictures/,
  507: /The server has no storage space left/,
};

/**
 * Breaks something under a server in use, mends it, and checks all that was acknowledged.
 * @returns the ledger, and the figures in words
 */
export async function breakUnderLoad(
  context: ExperimentContext,
  server: ServerProcess,
  { begin, end }: { begin(): Promise<void> | void; end(): Promise<void> | void },
): Promise<{ ledger: Ledger; seen: string }> {
  const ledger = createLedger(context.random);
  await ledger.prepare(server.origin);
  const load = startLoad(context, ledger, () => server.origin);
  await setTimeout(500);
  await begin();
  const begun = load.outcomes.length;
  const readMs = await readAll(server.origin);
  await setTimeout(BROKEN_MS);
  ensureHealthy(server);
  await end();
  const { refused, seen } = judgeRefusals((await load.stop()).slice(begun));
  ensure(refused > 0, "No write was refused.");
  const recoveredMs = await recover(ledger, server);
  await ledger.check(server.origin);
  ensureHealthy(server);
  return {
    ledger,
    seen:
      `${seen}; reads within ${Math.round(readMs)} ms; ` +
      `all taken again ${Math.round(recoveredMs)} ms afterwards; ` +
      `${ledger.acknowledged()} acknowledged, all there`,
  };
}

/** @throws Error when a refusal is late or not understandable to a person */
function judgeRefusals(outcomes: readonly Outcome[]): {
  refused: number;
  seen: string;
} {
  let refused = 0;
  let slowestMs = 0;
  let slowestImportMs = 0;
  for (const { kind, status, refusal, ms } of outcomes) {
    if (status >= 200 && status < 300) continue;
    const sentence = SENTENCES[status];
    ensure(sentence !== undefined, `A ${kind} was answered ${status} (${refusal?.error}).`);
    ensure(sentence.test(refusal?.error ?? ""), `A ${kind}: ${status} "${refusal?.error}".`);
    ensure(status !== 503 || refusal?.retryAfter === "2", `A ${kind}: 503 without Retry-After.`);
    ensure(ms < REFUSED_MS, `A ${kind} was refused after ${Math.round(ms)} ms.`);
    refused += 1;
    if (kind === "import") slowestImportMs = Math.max(slowestImportMs, ms);
    else slowestMs = Math.max(slowestMs, ms);
  }
  const within = (time: number) => `${Math.round(time)} ms`;
  return {
    refused,
    seen: `${refused} writes refused within ${within(slowestMs)}, imports within ${within(slowestImportMs)}`,
  };
}

/**
 * Reads what a shopper reads, some of it for the first time.
 * @returns the longest read, in milliseconds
 */
async function readAll(origin: string): Promise<number> {
  let slowestMs = 0;
  async function read(path: string): Promise<string> {
    const started = performance.now();
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(2 * READ_MS) });
    const text = await answer.text();
    ensure(answer.status === 200, `${path} is answered ${answer.status}.`);
    const ms = performance.now() - started;
    ensure(ms < READ_MS, `${path} took ${Math.round(ms)} ms.`);
    slowestMs = Math.max(slowestMs, ms);
    return text;
  }
  for (const path of ["/", "/compare", "/api/evs?sort=price", "/api/votes"]) await read(path);
  const list = JSON.parse(await read("/api/evs")) as { ev: { id: number } }[];
  const models = new Set(list.map(({ ev }) => ev.id));
  for (const id of [...models].slice(0, READ_MODELS)) {
    await read(`/ev/${id}`);
    await read(`/api/evs/${id}`);
  }
  return slowestMs;
}

/** Attempts every kind of write until all of them succeed. @returns how long that took, in milliseconds */
async function recover(ledger: Ledger, { origin }: ServerProcess): Promise<number> {
  const started = performance.now();
  let open: readonly Kind[] = ALL_KINDS;
  while (open.length > 0) {
    const outcomes = await Promise.all(open.map((kind) => ledger.write(origin, kind)));
    open = outcomes.filter(({ status }) => status < 200 || status > 299).map(({ kind }) => kind);
    const ms = performance.now() - started;
    ensure(ms < RECOVERED_MS, `After ${Math.round(ms)} ms still refused: ${open.join(", ")}.`);
    if (open.length > 0) await setTimeout(100);
  }
  return performance.now() - started;
}

/** The process is running, and no error in it went unhandled. */
function ensureHealthy({ process, log }: ServerProcess): void {
  ensure(
    process.exitCode === null && process.signalCode === null,
    `The server ended (${process.exitCode ?? process.signalCode}): ${log().slice(-LOG_SHOWN)}`,
  );
  ensure(!/unhandled|uncaught/i.test(log()), `It printed: ${log().slice(-LOG_SHOWN)}`);
}
