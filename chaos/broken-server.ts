/** What has to hold while something is broken under a server, and afterwards. */
import type { ServerProcess } from "../e2e/server-process.ts";
import { setTimeout } from "node:timers/promises";
import { ensure } from "./experiment.ts";
import { ALL_KINDS, type Kind, type Ledger, type Outcome } from "./ledger.ts";

/** Writers are refused within this time. */
const REFUSED_MS = 3_000;
/** Reads from memory are answered within this time. */
const READ_MS = 3_000;
/** All works again so soon after the cause is gone. */
const RECOVERED_MS = 5_000;
const LOG_SHOWN = 2_000;
const SENTENCES: Readonly<Record<number, RegExp>> = {
  503: /The database is unavailable right now|Too many pictures/,
  507: /The server has no storage space left/,
};

/** @throws Error when a refusal is late, or is none that a person understands */
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
 * @returns the slowest, in milliseconds
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

/** Writes everything until all of it is taken. @returns how long that took, in milliseconds */
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

/** The process lives, and nothing in it went unheard. */
export function ensureHealthy({ process, log }: ServerProcess): void {
  ensure(
    process.exitCode === null && process.signalCode === null,
    `The server ended (${process.exitCode ?? process.signalCode}): ${log().slice(-LOG_SHOWN)}`,
  );
  ensure(!/unhandled|uncaught/i.test(log()), `It printed: ${log().slice(-LOG_SHOWN)}`);
}
