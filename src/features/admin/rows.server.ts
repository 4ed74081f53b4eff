import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { idOf } from "../../server/address-id.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { bodyError, readQuery, refuseBody, refuseParameters } from "../../server/query.server.ts";
import { parseChange, parseRow } from "../../vehicle/ev-input.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { RowOutcome, RowStore, RowWriter } from "../../vehicle/row.store.server.ts";
import { OneQuery } from "../catalogue/catalogue-query.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { FIGURE_BODY_LIMIT_BYTES } from "./limits.ts";
import { findPosition } from "./row-list.server.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-not-found.server.ts";

const CHANGED_MEANWHILE = "Somebody else has changed this EV meanwhile.";

/** What `fix-numeric-fields` sets, one at a time (§7). */
const FIXABLE_FIELDS = [
  "seatingCapacity",
  "cargoSpace",
  "batteryCapacity",
  "maxChargingSpeed",
] as const;

/** Body of `update-seating` (§7). */
export const SeatingInput = z.strictObject(
  { value: EvInput.shape.seatingCapacity.unwrap() },
  { error: bodyError },
);
/** Body of `update-cargo` (§7), cubic feet. */
export const CargoInput = z.strictObject(
  { value: EvInput.shape.cargoSpace.unwrap() },
  { error: bodyError },
);

/** The one field of `fix-numeric-fields`. @throws UserError 400, ZodError */
function parseFix(body: unknown): Partial<EvInput> {
  const given = Object.keys(Object(body));
  if (given.length !== 1 || !FIXABLE_FIELDS.some((field) => field === given[0])) {
    throw new UserError(400, `Send exactly one of ${FIXABLE_FIELDS.join(", ")}`);
  }
  return parseChange(body);
}

/** Where a row stands among all rows. */
export interface PositionAnswer {
  /** from 0, in the order of the administrator's list */
  position: number;
}

export interface RowDeps {
  rows: RowStore;
  catalogue: Pick<Catalogue, "current" | "votesChanged">;
  sessions: Pick<Sessions, "requireUser" | "userOf">;
  /** keeps a `data:image/` picture in our own store and answers its path */
  storeImage(this: void, data: string): Promise<string>;
}

/** The administrators' writes of rows (§7, readings 2, 3); all need a session. */
export function rowRoutes(app: FastifyInstance, deps: RowDeps): void {
  const { rows, catalogue, sessions, storeImage } = deps;
  const guarded = { onRequest: sessions.requireUser, preHandler: refuseUnknownParameters };
  const small = { ...guarded, bodyLimit: FIGURE_BODY_LIMIT_BYTES };

  const writerOf = (request: FastifyRequest): RowWriter => ({
    user: sessions.userOf(request),
    ifVersion: versionAsked(request),
  });

  async function keepPicture<T extends Partial<EvInput>>(input: T): Promise<T> {
    if (!isData(input.image)) return input;
    return { ...input, image: await storeImage(input.image) };
  }

  app.post("/api/evs", { ...guarded, preHandler: refuseParameters }, async (request, reply) => {
    const input = await keepPicture(parseRow(request.body));
    const row = await rows.createRow(input, { user: sessions.userOf(request) });
    reply.header("location", `/api/evs/${row.id}`).header("cache-control", "no-store");
    return reply.code(201).send(row);
  });

  async function change(request: FastifyRequest, reply: FastifyReply, parsed: Partial<EvInput>) {
    const id = idOf(request);
    const writer = writerOf(request);
    if (isData(parsed.image)) {
      // A picture is not kept for a change that cannot be; the change itself judges once more.
      const current = await rows.readRow(id);
      if (writer.ifVersion !== undefined && writer.ifVersion !== current.version) {
        return sendOutcome(reply, { kind: "changed-meanwhile", current });
      }
    }
    return sendOutcome(reply, await rows.updateRow(id, await keepPicture(parsed), writer));
  }

  app.put("/api/evs/:id", guarded, async (request, reply) =>
    change(request, reply, parseChange(request.body)),
  );
  app.post("/api/evs/:id/update-seating", small, async (request, reply) =>
    change(request, reply, { seatingCapacity: SeatingInput.parse(request.body).value }),
  );
  app.post("/api/evs/:id/update-cargo", small, async (request, reply) =>
    change(request, reply, { cargoSpace: CargoInput.parse(request.body).value }),
  );
  app.post("/api/evs/:id/fix-numeric-fields", small, async (request, reply) =>
    change(request, reply, parseFix(request.body)),
  );

  app.get("/api/evs/:id/position", guarded, async (request, reply) => {
    const id = idOf(request);
    const position = await findPosition(await catalogue.current(), id);
    if (position < 0) throw new UserError(404, VEHICLE_NOT_FOUND);
    reply.header("cache-control", "no-store");
    return { position } satisfies PositionAnswer;
  });

  app.get("/api/evs/:id/deletion", guarded, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return rows.costOfDeleting(idOf(request));
  });

  const ending = { ...small, preHandler: [refuseUnknownParameters, refuseBody] };
  app.delete("/api/evs/:id", ending, async (request, reply) => {
    const outcome = await rows.deleteRow(idOf(request), writerOf(request));
    if (outcome.kind === "changed-meanwhile") return sendOutcome(reply, outcome);
    // The votes of a model go with its last row.
    catalogue.votesChanged();
    return reply.code(204).header("cache-control", "no-store").send();
  });
}

/** The calls of one row know `_` only (§7). */
async function refuseUnknownParameters(request: FastifyRequest): Promise<void> {
  readQuery(OneQuery, request.query);
}

function isData(image: string | null | undefined): image is string {
  return image?.startsWith("data:") ?? false;
}

/** The version that `If-Match: "3"` names; undefined without a condition. @throws UserError 400 */
function versionAsked(request: FastifyRequest): number | undefined {
  const condition = request.headers["if-match"]?.trim();
  if (condition === undefined || condition === "*") return undefined;
  const [, version] = /^"(\d{1,9})"$/.exec(condition) ?? [];
  if (version !== undefined) return Number(version);
  throw new UserError(400, "If-Match must be the row's version in quotation marks");
}

function sendOutcome(reply: FastifyReply, outcome: RowOutcome): FastifyReply {
  reply.header("cache-control", "no-store");
  if (outcome.kind === "done") return reply.send(outcome.row);
  const { current } = outcome;
  return reply.code(412).send({ error: CHANGED_MEANWHILE, current });
}
