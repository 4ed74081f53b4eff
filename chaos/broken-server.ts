/** What has to be true while something is broken underneath a server, and afterwards. */
import type { ServerProcess } from "../e2e/server-process.ts";
import { setTimeout } from "node:timers/promises";
import { ensure } from "./experiment.ts";
import { ALL_KINDS, type Kind, type Ledger, type Outcome } from "./ledger.ts";

/** Time limit for refusing a write. */
const REFUSED_MS = 15_000;
/** Time limit for answering a read from memory. */
const READ_MS = 5_000;
/** Everything works again within this time after the cause is gone. */
const RECOVERED_MS = 5_000;
const LOG_SHOWN = 2_000;
const SENTENCES: Readonly<Record<number, RegExp>> = {
  503: /The database is unavailable right now|Too many pictures/,
  507: /The server has no storage space left/,
};

/** @throws Error when a refusal is late or not understandable to a person */
export function judgeRefusals(outcomes: readonly Outcome[]): {
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
export async function readAll(origin: string, models: readonly number[]): Promise<number> {
  let slowestMs = 0;
  const pages = models.flatMap((id) => [`/ev/${id}`, `/api/evs/${id}`]);
  for (const path of ["/", "/api/evs", "/compare", "/api/evs?sort=price", "/api/votes", ...pages]) {
    const started = performance.now();
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(2 * READ_MS) });
    await answer.arrayBuffer();
    ensure(answer.status === 200, `${path} is answered ${answer.status}.`);
    const ms = performance.now() - started;
    ensure(ms < READ_MS, `${path} took ${Math.round(ms)} ms.`);
    slowestMs = Math.max(slowestMs, ms);
  }
  return slowestMs;
}

/** Attempts every kind of write until all of them succeed. @returns how long that took, in milliseconds */
export async function recover(ledger: Ledger, { origin }: ServerProcess): Promise<number> {
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
export function ensureHealthy({ process, log }: ServerProcess): void {
  ensure(
    process.exitCode === null && process.signalCode === null,
    `The server ended (${process.exitCode ?? process.signalCode}): ${log().slice(-LOG_SHOWN)}`,
  );
  ensure(!/unhandled|uncaught/i.test(log()), `It printed: ${log().slice(-LOG_SHOWN)}`);
}
