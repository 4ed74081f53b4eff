import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { GRACE } from "../../test/accounts.ts";
import { openAppOnPostgres, signInTo } from "../../test/whole-app.ts";
import { freshPostgres } from "../../test/databases.ts";
import { isPgbouncerThere, startPgbouncer } from "../../test/pgbouncer.ts";
import type { EvListEntry } from "../domain/vehicle.ts";

const POSTGRES = process.env["TEST_DATABASE_URL"];
/** Fewer than a single instance would open. */
const CONNECTIONS = 4;
const CALLERS = 12;
const WRITES_EACH = 40;

test.runIf(POSTGRES && isPgbouncerThere())(
  "behind pgbouncer in transaction mode no write is refused under load",
  async () => {
    const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
    const throughBouncer = await startPgbouncer(databaseUrl ?? "", CONNECTIONS);
    const open = () => openAppOnPostgres(throughBouncer);
    // Both start at once, so that they also migrate through the pooler.
    const [here, there] = await Promise.all([open(), open()]);
    const list = (await here.inject("/api/evs")).json<EvListEntry[]>();
    const cookie = await signInTo(here, GRACE);

    const statuses = new Map<string, number>();
    async function send(app: FastifyInstance, caller: number, serial: number): Promise<void> {
      const { ev, trim } = list[caller % list.length] as EvListEntry; // the list is not empty
      const calls = [
        ["POST", `/api/evs/${ev.id}/votes`, { isUpvote: true }],
        ["POST", `/api/evs/${ev.id}/reviews`, { userName: "Ada", rating: 4, comment: "So so" }],
        ["PUT", `/api/evs/${trim.rowId}`, { price: 40_000 + serial }],
        [
          "POST",
          "/api/evs",
          { make: "Kia", model: "EV9", trim: `T ${caller} ${serial}`, year: 2026, bodyType: "SUV" },
        ],
      ] as const;
      const [method, url, payload] = calls[serial % calls.length] ?? calls[0];
      const headers = serial % calls.length > 1 ? { cookie } : {};
      const answer = await app.inject({ method, url, headers, payload });
      const seen = answer.statusCode < 300 ? "taken" : `${method} ${url}: ${answer.body}`;
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
    }
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let serial = 0; serial < WRITES_EACH; serial++) {
          await send(caller % 2 ? here : there, caller, serial);
        }
      }),
    );
    expect([...statuses]).toEqual([["taken", CALLERS * WRITES_EACH]]);
    // A write through one instance is read through the other.
    const countOf = async (app: FastifyInstance) => (await app.inject("/api/evs/count")).json();
    const count = { count: list.length + (CALLERS * WRITES_EACH) / 4 };
    await expect.poll(() => countOf(here), { timeout: 5_000 }).toEqual(count);
    await expect.poll(() => countOf(there), { timeout: 5_000 }).toEqual(count);
  },
  90_000,
);
