import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { Socket } from "node:net";
import { finished, pipeline } from "node:stream/promises";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "../../../base/errors.server.ts";
import { ImportDecimal, type ImportMapping } from "../mapping/import-mapping.schema.ts";
import { readMapping } from "../mapping/import-mapping.server.ts";
import { EMPTY_MAPPING } from "../mapping/import-mapping.ts";
import { PRIVATE_FILE, type SpooledFile, withSpoolPath } from "./spooled-upload.server.ts";
import { MAX_FILE_BYTES, MAX_FILE_MEGABYTES } from "../accepted-files.ts";
import { createSemaphore } from "../../../base/semaphore.server.ts";

/** After refusing a larger upload the connection is closed; the rest of a smaller one is discarded. */
const MAX_DROPPED_BYTES = 4 * MAX_FILE_BYTES;
/** Enough for a mapping of every cell of a column. */
export const MAX_FORM_BYTES = 256 * 1024;

/** How long a complete upload waits for its turn. */
const IMPORT_WAIT_MS = 60_000;

/** Each upload is on disk until it has been read; with the rows of two workbooks, that is at most 1.9 GB. */
export const MAX_CONCURRENT_UPLOADS = 20;

/** Each import holds its file's rows in memory. */
export const MAX_CONCURRENT_IMPORTS = 2;

function tooLarge(): UserError {
  return new UserError(413, `The file is larger than ${MAX_FILE_MEGABYTES} MB. Please split it.`);
}

const BAD_FORM = 'The upload could not be read. Send one CSV in the form field "file".';

const badForm = (cause?: unknown) => new UserError(400, BAD_FORM, { cause });

/** Writes a form's file to this path. A refusal does not wait for the rest. @throws UserError 400, 413, 415 */
async function spoolForm(request: FastifyRequest, path: string) {
  try {
    const { "content-length": length = 0 } = request.headers;
    if (Number(length) > MAX_FILE_BYTES + MAX_FORM_BYTES) throw tooLarge();
    // A request without a body has no content type, so it was not refused earlier.
    if (!request.isMultipart()) throw new UserError(415, BAD_FORM);
    return await readParts(request, path);
  } catch (error) {
    // Browsers do not read an answer before they have sent everything, so read and discard the rest.
    request.raw.unpipe();
    request.raw.resume();
    // Disk errors have a `syscall`; any other error is caused by the form.
    const isOurs = error instanceof UserError || (error instanceof Error && "syscall" in error);
    throw isOurs ? error : badForm(error);
  }
}

/**
 * Reads the rest of a refused form if the connection is closed afterwards: closing it while bytes still
 * arrive would lose the answer. Register it as `onSend`.
 */
async function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.raw.shouldKeepAlive || raw.complete || raw.destroyed) return;
  raw.resume();
  await finished(raw).catch(() => undefined);
}

async function readParts(request: FastifyRequest, path: string) {
  let mapping: ImportMapping = EMPTY_MAPPING;
  let hasMapping = false;
  let fileName: string | undefined;
  const hash = createHash("sha256");
  for await (const part of request.parts()) {
    if (part.type === "file") {
      if (part.fieldname !== "file" || fileName !== undefined) throw badForm();
      fileName = part.filename;
      part.file.on("data", (chunk: Buffer) => hash.update(chunk));
      await pipeline(part.file, createWriteStream(path, { flags: "wx", mode: PRIVATE_FILE }));
      if (part.file.truncated) throw tooLarge();
      continue;
    }
    hash.update(`${JSON.stringify([part.fieldname, part.value])}\n`);
    if (part.fieldname === "mapping" && !hasMapping) {
      hasMapping = true;
      mapping = { ...mapping, ...readMapping(String(part.value)) };
    } else if (part.fieldname === "decimal") {
      const { data: decimal, error } = ImportDecimal.safeParse(part.value);
      if (!decimal) throw new UserError(400, `${error?.issues[0]?.message}.`);
      mapping = { ...mapping, decimal };
    } else throw badForm();
  }
  if (fileName === undefined) throw badForm();
  return { mapping, fileName, hash: hash.digest("base64url") };
}

const TOO_BUSY = "Other imports are running. Please try again in a moment.";

export interface UploadOptions {
  /** where uploads are stored until they have been read */
  uploadFolder: string;
}

export interface UploadedFile<Content> {
  /** SHA-256 of the fields and the file */
  hash: string;
  /** its name for the activity, as one line of text that every database accepts */
  subject: string;
  content: Content;
}

const LONGEST_SUBJECT = 120;

/**
 * Accepts files of forms in the routes of a plugin, and nothing else. Uploads arrive in parallel, however
 * slowly, and are read two at a time once they are on disk. A slot for reading stays taken until the answer is
 * sent, since the answer holds the file's rows.
 * @returns a function that reads the file of a request. It throws UserError 400, 413, 415, 503; what the
 * reader throws; the signal's reason
 */
export async function acceptUploads(app: FastifyInstance, { uploadFolder }: UploadOptions) {
  app.removeAllContentTypeParsers();
  const limits = { files: 1, fields: 2, fileSize: MAX_FILE_BYTES, fieldSize: MAX_FORM_BYTES };
  await app.register(fastifyMultipart, { limits });
  app.addHook("onSend", drainRequest);
  const { run: asUpload } = createSemaphore(MAX_CONCURRENT_UPLOADS, 0, TOO_BUSY);
  const { acquire: acquireSlot } = createSemaphore(
    MAX_CONCURRENT_IMPORTS,
    MAX_CONCURRENT_UPLOADS,
    TOO_BUSY,
    IMPORT_WAIT_MS,
  );
  // When the server closes, it finishes running imports and refuses waiting ones.
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort(new UserError(503, TOO_BUSY)));

  async function waitForSlot(reply: FastifyReply, signal: AbortSignal): Promise<void> {
    const leave = await acquireSlot(AbortSignal.any([signal, closing.signal])).finally(() => {
      // A kept-alive connection would delay closing the server.
      if (closing.signal.aborted) reply.header("connection", "close");
    });
    whenOver(reply, leave);
  }

  // Remove their files before the process ends.
  const uploads = new Set<Promise<unknown>>();
  app.addHook("onClose", async () => void (await Promise.allSettled(uploads)));

  return <Content>(
    request: FastifyRequest,
    reply: FastifyReply,
    signal: AbortSignal,
    read: (file: SpooledFile, mapping: ImportMapping) => Promise<Content>,
  ): Promise<UploadedFile<Content>> => {
    const spool = async (path: string) => {
      signal.throwIfAborted();
      const form = await spoolForm(request, path);
      // Keeps the connection open while nothing is sent; requests in tests have no time-out to set.
      const { socket }: { socket: Partial<Socket> } = request;
      socket.setTimeout?.(0);
      whenOver(reply, () => socket.setTimeout?.(app.server.timeout));
      await waitForSlot(reply, signal);
      const content = await read({ path, signal }, form.mapping);
      const name = (form.fileName || "CSV").toWellFormed().replaceAll(/\p{Cc}/gu, " ");
      return { subject: name.slice(0, LONGEST_SUBJECT).toWellFormed(), hash: form.hash, content };
    };
    const upload = asUpload(() => withSpoolPath(uploadFolder, spool));
    uploads.add(upload);
    return upload.finally(() => uploads.delete(upload));
  };
}

/** Answers a request with a file while its sender waits. @param refuse answers with 422 what is wrong */
export async function answerUpload<Answer, Refusal>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (signal: AbortSignal) => Promise<Answer>,
  refuse: (error: UserError) => Promise<Refusal>,
): Promise<Answer | Refusal> {
  const gone = new AbortController();
  const leave = () => gone.abort(new UserError(400, "The upload was interrupted."));
  if (reply.raw.destroyed) leave();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leave();
  });
  try {
    return await answer(gone.signal);
  } catch (error) {
    // The sender has disconnected, so there is nobody to answer and nothing to log.
    gone.signal.throwIfAborted();
    const { "content-length": length = Infinity } = request.headers;
    if (!request.raw.complete && Number(length) > MAX_DROPPED_BYTES)
      reply.header("connection", "close");
    if (!(error instanceof UserError && error.status === 422)) throw error;
    return refuse(error);
  }
}

/** Calls back once an answer is sent or its receiver has left; `finished` of streams adds too many listeners. */
function whenOver({ raw }: FastifyReply, call: () => void): void {
  if (raw.destroyed) return call();
  const over = () => {
    raw.off("finish", over).off("close", over);
    call();
  };
  raw.once("finish", over).once("close", over);
}
