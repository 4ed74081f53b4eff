import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "../../../server/errors.server.ts";
import { createSemaphore } from "../../../server/semaphore.server.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { isNameMapping } from "../mapping/import-mapping.ts";
import type { ImportFile } from "./import-file.server.ts";
import { readImportFile } from "./import-rows.server.ts";
import { IMPORT_WAIT_MS, MAX_IMPORTS_AT_ONCE, MAX_UPLOADS_AT_ONCE } from "../limits.ts";
import { type SpooledFile, type UploadFolder, withSpoolPath } from "./spooled-upload.server.ts";
import { spoolForm, type UploadForm } from "./upload-form.server.ts";

const OTHERS_RUN = "Other imports are running. Please try again in a moment.";

export interface UploadDeps {
  /** where uploads are until they have been read */
  uploadFolder: UploadFolder;
  catalogue: { current(this: void): Promise<{ evs: readonly { make: string; model: string }[] }> };
  mappings: { named(this: void, name: string): Promise<ImportMapping> };
}

export interface UploadedFile extends Pick<UploadForm, "fileName" | "hash"> {
  content: ImportFile;
}

/**
 * Uploads arrive beside each other, however slowly, and are read two at a time once they are on the
 * disk. The place of a reader is taken until the answer has left, since that holds the file's rows.
 * @returns reads the file of a request. It throws UserError 400, 413, 415, 503; ImportRefusal; the
 *   signal's reason
 */
export function createUploadReader(
  app: FastifyInstance,
  { uploadFolder, catalogue, mappings }: UploadDeps,
) {
  const { run: asUpload } = createSemaphore(MAX_UPLOADS_AT_ONCE, 0, OTHERS_RUN);
  const { acquire: takePlace } = createSemaphore(
    MAX_IMPORTS_AT_ONCE,
    MAX_UPLOADS_AT_ONCE,
    OTHERS_RUN,
    IMPORT_WAIT_MS,
  );
  // A server that ends finishes running imports and refuses waiting ones.
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort(new UserError(503, OTHERS_RUN)));

  async function waitForPlace(reply: FastifyReply, signal: AbortSignal): Promise<void> {
    const leave = await takePlace(AbortSignal.any([signal, closing.signal])).finally(() => {
      // A kept-alive connection would delay the server's end.
      if (closing.signal.aborted) reply.header("connection", "close");
    });
    whenOver(reply, leave);
  }

  async function readSpooled(
    file: SpooledFile,
    { mapping, fileName, hash }: UploadForm,
  ): Promise<UploadedFile> {
    const isSplit = Object.values(mapping.columns).some(isNameMapping);
    const models = isSplit ? (await catalogue.current()).evs : [];
    return { fileName, hash, content: await readImportFile(file, mapping, models) };
  }

  async function readUpload(
    request: FastifyRequest,
    reply: FastifyReply,
    file: Omit<SpooledFile, "path">,
  ): Promise<UploadedFile> {
    return withSpoolPath(uploadFolder, async (path) => {
      file.signal.throwIfAborted();
      const form = await spoolForm(request, { path, mappingNamed: mappings.named });
      keepSilentConnection(app, request, reply);
      await waitForPlace(reply, file.signal);
      return readSpooled({ ...file, path }, form);
    });
  }

  // Their files are gone before the process is.
  const uploads = new Set<Promise<unknown>>();
  app.addHook("onClose", async () => void (await Promise.allSettled(uploads)));

  return (...asked: Parameters<typeof readUpload>): Promise<UploadedFile> => {
    const upload = asUpload(() => readUpload(...asked));
    uploads.add(upload);
    return upload.finally(() => uploads.delete(upload));
  };
}

/** The connection is silent while rows are worked on. */
function keepSilentConnection(
  app: FastifyInstance,
  { socket }: FastifyRequest,
  reply: FastifyReply,
) {
  // A test's request has no time-out to set.
  const connection: Partial<Pick<Socket, "setTimeout">> = socket;
  connection.setTimeout?.(0);
  whenOver(reply, () => connection.setTimeout?.(app.server.timeout));
}

function whenOver({ raw }: FastifyReply, call: () => void): void {
  if (raw.destroyed) return call();
  const over = () => {
    raw.off("finish", over).off("close", over);
    call();
  };
  raw.once("finish", over).once("close", over);
}
