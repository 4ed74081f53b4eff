import { createHash, randomBytes } from "node:crypto";
import { tellInstances } from "../../server/database-changes.server.ts";
import type { Database } from "../../server/database.server.ts";
import {
  STREAMS_FORGET_MS,
  STREAMS_TELL_AFTER_MS,
  STREAMS_TELL_AGAIN_MS,
  STREAMS_TOLD_AT_ONCE,
} from "./limits.ts";

/** The event streams that addresses have open through other instances on the same database. */
export interface ForeignStreams {
  /** How many an address has there, as far as is known. */
  of(address: string): number;
  /** Tells that the address now has so many open here. */
  changed(address: string, count: number): void;
  /** Tells that all of this instance end. */
  close(): void;
}

/** For a process that has its database to itself. */
export const NO_FOREIGN_STREAMS: ForeignStreams = {
  of: () => 0,
  changed: () => undefined,
  close: () => undefined,
};

/** What an instance tells: its name, then `address:count` for each that has changed. */
const TOPIC = "streams";
/** A new instance asks the others for theirs, one that ends says so. */
const QUESTION = "?";
const GOODBYE = "!";

const hashOf = (address: string) =>
  createHash("sha256").update(address).digest("base64url").slice(0, 12);

/**
 * Instances tell each other in notifications: what opens or closes soon after, and all of it from time
 * to time, so that a lost one and an instance that has died correct themselves. Nothing is written,
 * and nobody waits for it; addresses travel as hashes.
 */
export function createForeignStreams({
  kysely,
  changes,
}: Pick<Database, "kysely" | "changes">): ForeignStreams {
  const instance = randomBytes(6).toString("hex");
  const own = new Map<string, number>();
  const others = new Map<string, { heardAt: number; counts: Map<string, number> }>();
  const untold = new Set<string>();
  let telling: NodeJS.Timeout | undefined;
  let isClosed = false;

  function tell(hashes: readonly string[]): void {
    // At least once, so that an instance without streams is heard, too.
    for (let at = 0; at === 0 || at < hashes.length; at += STREAMS_TOLD_AT_ONCE) {
      const told = hashes.slice(at, at + STREAMS_TOLD_AT_ONCE);
      const counts = told.map((hash) => `${hash}:${own.get(hash) ?? 0}`);
      tellInstances(kysely, TOPIC, [instance, ...counts].join(" "));
    }
  }
  const tellAll = () => tell([...own.keys()]);
  function tellSoon(): void {
    telling ??= setTimeout(() => {
      telling = undefined;
      tell([...untold]);
      untold.clear();
    }, STREAMS_TELL_AFTER_MS).unref();
  }

  function forgetTheSilent(): void {
    for (const [name, { heardAt }] of others) {
      if (performance.now() - heardAt > STREAMS_FORGET_MS) others.delete(name);
    }
  }

  function hear(text: string): void {
    const [name = "", ...told] = text.split(" ");
    if (name === instance) return;
    if (told[0] === QUESTION) return tellAll();
    if (told[0] === GOODBYE) return void others.delete(name);
    const { counts } = others.get(name) ?? { counts: new Map<string, number>() };
    for (const each of told) {
      const [hash = "", count] = each.split(":");
      if (Number(count) > 0) counts.set(hash, Number(count));
      else counts.delete(hash);
    }
    others.set(name, { heardAt: performance.now(), counts });
  }

  const stopHearing = changes.onTold(TOPIC, hear);
  const again = setInterval(() => {
    forgetTheSilent();
    tellAll();
  }, STREAMS_TELL_AGAIN_MS).unref();
  tellInstances(kysely, TOPIC, `${instance} ${QUESTION}`);

  return {
    of(address) {
      const hash = hashOf(address);
      let count = 0;
      for (const { counts } of others.values()) count += counts.get(hash) ?? 0;
      return count;
    },
    changed(address, count) {
      if (isClosed) return;
      const hash = hashOf(address);
      if (count > 0) own.set(hash, count);
      else own.delete(hash);
      untold.add(hash);
      tellSoon();
    },
    close() {
      isClosed = true;
      stopHearing();
      clearInterval(again);
      clearTimeout(telling);
      tellInstances(kysely, TOPIC, `${instance} ${GOODBYE}`);
    },
  };
}
