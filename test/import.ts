import { createHash } from "node:crypto";
import { decorateWith } from "../src/app/services.server.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../src/db/database.server.ts";
import { createRetries } from "../src/server/retries.db.server.ts";
import { forAdministrators } from "../src/server/session.server.ts";
import { signIn } from "./sign-in.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { EvInput } from "../src/domain/ev-input.ts";
import { UserError } from "../src/base/errors.server.ts";
import { openTestApp, readCatalogue } from "./catalogue.ts";
import { exportRoutes } from "../src/features/export/export.routes.server.ts";
import type {
  DryRunAnswer,
  ImportAnswer,
  RefusalAnswer,
  UndoneAnswer,
  WrittenAnswer,
} from "../src/features/import/import.schema.ts";
import {
  importColumnsRoutes,
  type ImportOptions,
  importRoutes,
  importUndoRoutes,
} from "../src/features/import/import.routes.server.ts";

const BOUNDARY = "----ev-test";

const HEADER = "make,model,trim,year,price,range,charging,acceleration,bodyType,image";
/** Rows for a file with these columns. */
export const EV6 = "Kia,EV6,Wind,2025,48900,310,18,5.1,SUV,https://example.com/ev6.webp";
export const EV9 = "Kia,EV9,Land,2025,69900,280,24,4.5,SUV,";

export function csv(...lines: string[]): string {
  return [HEADER, ...lines].map((line) => `${line}\n`).join("");
}

/** A form with fields followed by a CSV file. */
export function form(
  file: string | Buffer,
  {
    fields = {},
    name = "file",
    type = "text/csv",
  }: { fields?: Record<string, string>; name?: string; type?: string } = {},
): Buffer {
  const texts = Object.entries(fields).map(
    ([field, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="new.csv"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(texts.join("") + head),
    Buffer.from(file),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface ImportRequest {
  query?: string;
  mapping?: object;
  decimal?: string;
  cookie?: string;
}

export type TestImport = Awaited<ReturnType<typeof openTestImport>>;

async function uploadFile(
  app: FastifyInstance,
  file: string | Buffer,
  { query = "", mapping, decimal, cookie }: ImportRequest & { cookie: string },
) {
  const fields = {
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(decimal && { decimal }),
  };
  const answer = await app.inject({
    method: "POST",
    url: `/api/evs/upload${query}`,
    headers: { "content-type": FORM_TYPE, cookie },
    payload: form(file, { fields }),
  });
  const isJson = String(answer.headers["content-type"]).includes("json");
  // A test reads only the fields that its status guarantees.
  const body = (isJson ? answer.json() : undefined) as ImportAnswer &
    RefusalAnswer &
    Omit<DryRunAnswer, "added">;
  return { status: answer.statusCode, body, text: answer.body };
}

/** The import on a database, with a signed-in user; closed after the test. */
export async function openTestImport(
  database: Database,
  rows: readonly EvInput[] = [],
  options: Pick<ImportOptions, "unreadAnswerMs"> = {},
) {
  const uploadFolder = await temporaryFolder();
  const { app, store } = await openTestApp(database, rows);
  const { cookie } = await signIn(database);
  const pictures: string[] = [];
  const pathOf = (picture: Buffer | string) =>
    `/images/upload/${createHash("sha256").update(picture).digest("hex").slice(0, 32)}`;
  decorateWith(app, {
    retries: createRetries(database),
    images: {
      storePicture: async (bytes) => pathOf(bytes),
      async checkImage(dataUrl) {
        if (dataUrl.endsWith("AAAA")) throw new UserError(422, "The picture cannot be read.");
        return pathOf(dataUrl);
      },
      async storeImage(dataUrl) {
        pictures.push(dataUrl);
        return pathOf(dataUrl);
      },
    },
  });
  app.register(exportRoutes);
  forAdministrators(app, (closed) => {
    closed.register(importUndoRoutes);
    closed.register(importColumnsRoutes);
    closed.register(importRoutes, { ...options, uploadFolder });
  });
  return {
    app,
    store,
    cookie,
    pictures,
    /** where uploads are stored temporarily */
    uploadFolder,
    upload: (file: string | Buffer, asked: ImportRequest = {}) =>
      uploadFile(app, file, { cookie, ...asked }),
    async undo(importId: number | null) {
      const url = `/api/imports/${importId}`;
      const answer = await app.inject({ method: "DELETE", url, headers: { cookie } });
      return { status: answer.statusCode, body: answer.json<UndoneAnswer>() };
    },
    /** the first rows that an import wrote */
    async written(importId: number | null, query = "") {
      const url = `/api/imports/${importId}${query}`;
      const answer = await app.inject({ method: "GET", url, headers: { cookie } });
      return answer.json<WrittenAnswer>();
    },
    /** `make model trim year` of every row, in order of id */
    async names() {
      const { rows: stored } = await readCatalogue(store);
      return stored
        .toSorted((a, b) => a.id - b.id)
        .map(({ make, model, trim, year }) => `${make} ${model} ${trim} ${year}`);
    },
  };
}
