import { decorateWith } from "../src/app/services.server.ts";
import type { TestDatabases } from "./databases.ts";
import { form, FORM_TYPE } from "./import.ts";
import { openTestRows } from "./row-calls.ts";
import { forAdministrators } from "../src/server/session.server.ts";
import { createClaimStore } from "../src/features/claims/claims.db.server.ts";
import {
  claimEditRoutes,
  claimFileRoutes,
  claimRoutes,
  claimUploadRoutes,
} from "../src/features/claims/claims.routes.server.ts";
import type { Claim, ClaimsAnswer } from "../src/features/claims/claims.schema.ts";
import { uploadFolderOf } from "../src/features/import/parse/spooled-upload.server.ts";
import { importUndoRoutes } from "../src/features/import/import.routes.server.ts";

type Fields = ClaimsAnswer["trims"][number]["fields"];

export const GOOD_CLAIM = {
  field: "range",
  value: 312,
  method: "epa",
  source: "EPA, fueleconomy.gov",
  url: "https://www.fueleconomy.gov/feg/noframes/1.shtml",
  published: "2025-07",
  checked: "2026-11-23",
  confidence: "A",
  note: "label",
} as const;

/** The calls of claims and rows; closed after the test. */
export async function openTestClaims(databases: Pick<TestDatabases, "open" | "freshEnv">) {
  const rows = await openTestRows(databases);
  const { app, database, send, cookie } = rows;
  decorateWith(app, { claims: createClaimStore(database) });
  app.register(claimRoutes);
  app.register(claimFileRoutes);
  forAdministrators(app, (closed) => {
    closed.register(claimEditRoutes);
    closed.register(claimUploadRoutes, { uploadFolder: uploadFolderOf(database) });
    closed.register(importUndoRoutes);
  });
  return {
    ...rows,
    async add(rowId: number, claim: Partial<Claim> = {}) {
      const answer = await send("POST", "/api/claims", { rowId, ...GOOD_CLAIM, ...claim });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<Claim>();
    },
    /** the claims about a row's figures, by field */
    async claimsOf(rowId: number): Promise<Fields> {
      const answer = await app.inject(`/api/evs/${rowId}/claims`);
      const { trims } = answer.json<ClaimsAnswer>();
      return trims.find((trim) => trim.rowId === rowId)?.fields ?? {};
    },
    upload: (file: string | Buffer, query = "", headers: Record<string, string> = {}) =>
      app.inject({
        method: "POST",
        url: `/api/claims/upload${query}`,
        headers: { cookie, "content-type": FORM_TYPE, ...headers },
        payload: form(file),
      }),
  };
}
