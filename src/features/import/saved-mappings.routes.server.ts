import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import {
  ImportMapping,
  ListedMapping,
  MappingEntry,
  NamedMapping,
  NewMapping,
  SavedMapping,
} from "./import-mapping.schema.ts";
import { judgeMapping } from "./import-mapping.server.ts";
import { MAX_SAVED_MAPPINGS, SAVED_MAPPING_LIMIT_BYTES } from "./limits.ts";
import type { MappingStore } from "./saved-mappings.db.server.ts";

const NONE = "No such saved mapping";

interface MappingDeps {
  mappings: MappingStore;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** Mappings of files that are used again, by everybody who is signed in (beyond 5). */
export function importMappingRoutes(
  app: FastifyInstance,
  { mappings, sessions }: MappingDeps,
): void {
  declareCall(app, "GET /api/import-mappings", {
    id: "listMappings",
    summary: "The saved mappings by name, without what they say",
    signedIn: sessions,
    answers: { 200: { description: "All of them", schema: z.array(ListedMapping) } },
    handle: () => mappings.list(),
  });

  declareCall(app, "GET /api/import-mappings/:mappingId", {
    id: "getMapping",
    summary: "What a saved mapping says",
    signedIn: sessions,
    answers: { 200: { description: "All of it", schema: SavedMapping }, 404: NONE },
    handle: ({ mappingId }) => mappings.find(mappingId),
  });

  declareCall(app, "POST /api/import-mappings", {
    id: "saveMapping",
    summary: "Saves a mapping by its name, in the place of one that has it, in any letter case",
    signedIn: sessions,
    bodyLimit: SAVED_MAPPING_LIMIT_BYTES,
    body: {
      schema: NewMapping,
      read(given) {
        const { name, mapping } = NamedMapping.parse(given);
        const { cells } = judgeMapping(mapping);
        if (cells?.size) throw new UserError(400, "A saved mapping has no cells of one file.");
        return { name, mapping: ImportMapping.parse(mapping) };
      },
    },
    answers: {
      200: { description: "It has taken the place of another", schema: MappingEntry },
      201: { description: "Saved", schema: MappingEntry },
      400: "A name or a mapping that is not valid",
      409: `There are ${MAX_SAVED_MAPPINGS} already`,
    },
    async handle({ body: { name, mapping } }, request, reply) {
      const { entry, isNew } = await mappings.save(sessions.userOf(request), name, mapping);
      if (isNew) reply.code(201);
      return entry;
    },
  });

  declareCall(app, "DELETE /api/import-mappings/:mappingId", {
    id: "deleteMapping",
    summary: "Deletes a saved mapping; imports that used it stay as they are",
    signedIn: sessions,
    answers: { 204: "Deleted", 404: NONE },
    handle: ({ mappingId }, request) => mappings.remove(sessions.userOf(request), mappingId),
  });
}
