import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import {
  CHANGES_CHANNEL,
  type CatalogueChanges,
  type Versions,
  versionsQuery,
} from "./database-changes.server.ts";
import type { Tables } from "./database-tables.server.ts";
import { withTimeout } from "./database-wait.server.ts";
import { UserError } from "./errors.server.ts";
import { ANSWER_MS, clientConfig } from "./postgres-pool.server.ts";

/** How soon another instance's change is known where notifications do not arrive (readings 6: 2 s). */
const LOOK_EVERY_MS = 400;
/** Notifications that come faster are one look. */
const LOOK_GAP_MS = 20;
/** A database that takes longer for so small a question is slow, and no lock is in the way. */
const PROMPT_MS = 500;
/** A quick answer tells of the database until the next is due: less than a call waits. */
const PROMPT_FOR_MS = 1_000;

/** Host, port and name of the database, without user and password, for messages. */
export function addressWithoutSecrets(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? host}${pathname}`;
}

/** Why a connection failed; Node hides the reason of a name with several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof UserError && error.cause !== undefined) return reasonOf(error.cause);
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

/** The watch over what the database tells of itself. */
export interface PostgresWatch {
  /** Whether the database has answered a small question quickly, a moment ago. */
  isPrompt(this: void): boolean;
  stop(): Promise<void>;
}

/**
 * Looks which versions the database has: after each notification, and several times a second in case
 * one was lost or the server knows none.
 * @param report told once when the connection breaks, and again only after it has worked
 * @throws when the first look fails
 */
export async function watchPostgres(
  url: string,
  kysely: Kysely<Tables>,
  changes: CatalogueChanges,
  report: (error: Error) => void,
): Promise<PostgresWatch> {
  const query = versionsQuery(kysely);
  const text = query.compile().sql;
  let listener: pg.Client | undefined;
  let isStopped = false;
  let isBroken = false;
  let isNotified = false;
  let promptAt = -Infinity;
  let wake = (): void => undefined;

  function onNotification(): void {
    isNotified = true;
    wake();
  }
  function onBroken(error: unknown): void {
    if (!isBroken) report(new Error(reasonOf(error)));
    isBroken = true;
  }

  async function listen(): Promise<void> {
    const client = new pg.Client(clientConfig(url));
    const onLost = (): void => {
      if (listener === client) listener = undefined;
    };
    client.on("error", (error) => {
      onBroken(error);
      onLost();
    });
    client.on("end", onLost);
    client.on("notification", onNotification);
    try {
      await client.connect();
      await withTimeout(client.query(`listen ${CHANGES_CHANNEL}`), ANSWER_MS);
      listener = client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Asks through the connection that listens, so that one which has died unheard is noticed. */
  async function readVersions(): Promise<Versions | undefined> {
    if (!listener) return query.executeTakeFirst();
    const client = listener;
    try {
      return (await withTimeout(client.query<Versions>(text), ANSWER_MS)).rows[0];
    } catch (error) {
      listener = undefined;
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async function look(): Promise<void> {
    if (changes.notifies && !listener) await listen();
    isNotified = false;
    const started = performance.now();
    const versions = await readVersions();
    const now = performance.now();
    promptAt = now - started < PROMPT_MS ? now : -Infinity;
    isBroken = false;
    if (!versions) return;
    changes.observe(versions.catalogue);
    changes.observeVotes(versions.votes);
  }

  function notificationOr(ms: number): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms).unref();
    });
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      await sleep(LOOK_GAP_MS, undefined, { ref: false });
      if (!isNotified) await notificationOr(LOOK_EVERY_MS);
      if (!isStopped) await look().catch(onBroken);
    }
  }

  try {
    await listen();
    changes.notifies = true;
  } catch (error) {
    // A server without notifications says so in SQL; any other failure is one of the connection.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  await look();
  const watching = watch();
  return {
    isPrompt: () => performance.now() - promptAt < PROMPT_FOR_MS,
    async stop() {
      isStopped = true;
      wake();
      await watching;
      await listener?.end();
    },
  };
}
