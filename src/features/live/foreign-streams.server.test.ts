import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCatalogueChanges } from "../../server/database-changes.server.ts";
import { openDatabase } from "../../server/database.server.ts";
import { freshSqlite } from "../../../test/databases.ts";
import { createForeignStreams } from "./foreign-streams.server.ts";
import { STREAMS_FORGET_MS, STREAMS_TELL_AGAIN_MS } from "./limits.ts";

const ADDRESS = "192.0.2.7";
const HASH = createHash("sha256").update(ADDRESS).digest("base64url").slice(0, 12);

/** As seen by an instance whose own news reach nobody: this engine has no notifications. */
async function openForeign() {
  const { kysely, close } = await openDatabase(await freshSqlite());
  const changes = createCatalogueChanges(0);
  vi.useFakeTimers();
  const foreign = createForeignStreams({ kysely, changes });
  onTestFinished(async () => {
    foreign.close();
    vi.useRealTimers();
    await close();
  });
  return { foreign, hear: (text: string) => changes.hear(`streams ${text}`) };
}

test("streams of several instances are counted together, until they close or the instance ends", async () => {
  const { foreign, hear } = await openForeign();
  hear(`first ${HASH}:3 another:9`);
  hear(`second ${HASH}:2`);
  expect(foreign.of(ADDRESS)).toBe(5);
  hear(`first ${HASH}:0`);
  expect(foreign.of(ADDRESS)).toBe(2);
  hear("second !");
  expect(foreign.of(ADDRESS)).toBe(0);
});

test("an instance that is not heard any more has none", async () => {
  const { foreign, hear } = await openForeign();
  hear(`silent ${HASH}:3`);
  hear(`alive ${HASH}:2`);
  for (let passed = 0; passed <= STREAMS_FORGET_MS; passed += STREAMS_TELL_AGAIN_MS) {
    vi.advanceTimersByTime(STREAMS_TELL_AGAIN_MS);
    hear("alive");
  }
  expect(foreign.of(ADDRESS)).toBe(2);
});
