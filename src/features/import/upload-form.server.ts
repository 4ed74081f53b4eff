import { createHash, type Hash } from "node:crypto";
import { finished } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { UserError } from "../../server/errors.server.ts";
import type { SaidOfFile } from "./import-columns.ts";
import type { ImportFile } from "./import-file.server.ts";
import { readImportFile } from "./import-rows.server.ts";
import { ImportDecimal, readMapping } from "./import-mapping.server.ts";
import { MappingName } from "./saved-mappings.server.ts";
import { MAX_FILE_BYTES, MAX_FILE_MEGABYTES, MAX_FORM_BYTES } from "./limits.ts";

const FILE_FIELD = "file";
const MAPPING_FIELD = "mapping";
const SAVED_FIELD = "savedMapping";
const DECIMAL_FIELD = "decimal";

export const UPLOAD_LIMITS = {
  fileSize: MAX_FILE_BYTES,
  files: 1,
  fields: 3,
  parts: 4,
  fieldSize: MAX_FORM_BYTES,
};

function tooLarge(): UserError {
  return new UserError(413, `The file is larger than ${MAX_FILE_MEGABYTES} MB. Please split it.`);
}

function badForm(cause?: unknown): UserError {
  const sentence = `The upload could not be read. Send one CSV in the form field "${FILE_FIELD}".`;
  return new UserError(400, sentence, { cause });
}

const TWO_MAPPINGS = "Send either mapping or savedMapping, not both.";

type ModelNames = readonly { make: string; model: string }[];

export interface UploadedFile {
  fileName: string;
  content: ImportFile;
  /** SHA-256 of the fields and the file's bytes */
  hash: string;
}

interface UploadNeeds {
  /** of the catalogue, asked for when the mapping divides names */
  models(this: void): Promise<ModelNames>;
  /** @throws UserError 400 */
  mappingNamed(this: void, name: string): Promise<SaidOfFile>;
}

/**
 * Reads the fields, then the file as it arrives.
 * @throws UserError 413 before reading when the
 * announced size is too large; 400, 413, 415
 */
export async function readUpload(
  request: FastifyRequest,
  { models: modelsOf, mappingNamed }: UploadNeeds,
): Promise<UploadedFile> {
  const announcedBytes = Number(request.headers["content-length"] ?? 0);
  if (announcedBytes > MAX_FILE_BYTES + MAX_FORM_BYTES) throw tooLarge();
  // A request without a body has no content type that could have been refused before.
  if (!request.isMultipart()) throw new UserError(415, badForm().message);
  let said: SaidOfFile = { mapping: {} };
  let hasMapping = false;
  let uploaded: UploadedFile | undefined;
  const hash = createHash("sha256");
  const parts = request.parts();
  for (;;) {
    const { value: part, done } = await parts.next().catch((error: unknown) => {
      throw badForm(error);
    });
    if (done) break;
    if (part.type === "file") {
      if (part.fieldname !== FILE_FIELD || uploaded) throw await drained(part, badForm());
      const isSplit = Object.values(said.mapping).some(({ split }) => split);
      const models = isSplit ? await modelsOf() : [];
      const content = await readFile(part, said, models, hash);
      uploaded = { fileName: part.filename, content, hash: hash.digest("base64url") };
      continue;
    }
    if (uploaded) throw badForm();
    hash.update(`${JSON.stringify([part.fieldname, part.value])}\n`);
    if (part.fieldname === MAPPING_FIELD || part.fieldname === SAVED_FIELD) {
      if (hasMapping) throw new UserError(400, TWO_MAPPINGS);
      hasMapping = true;
      const text = String(part.value);
      const mapping =
        part.fieldname === SAVED_FIELD
          ? await mappingNamed(readField(MappingName, text))
          : readMapping(text);
      said = { ...said, ...mapping };
    } else if (part.fieldname === DECIMAL_FIELD) {
      said = { ...said, decimal: readField(ImportDecimal, String(part.value)) };
    } else throw badForm();
  }
  if (!uploaded) throw badForm();
  return uploaded;
}

async function readFile(
  part: MultipartFile,
  said: SaidOfFile,
  models: ModelNames,
  hash: Hash,
): Promise<ImportFile> {
  const { file } = part;
  let formsError: unknown;
  file.once("error", (error) => (formsError = error));
  file.once("limit", () => file.destroy(tooLarge()));
  try {
    const chunks = hashed(file.iterator({ destroyOnReturn: false }), hash);
    return await readImportFile(chunks, said, models);
  } catch (error) {
    // A form that ends within the file breaks its stream, with an error of the form's reader.
    const isForms = error === formsError || error === file.errored;
    throw await drained(part, isForms && !(error instanceof UserError) ? badForm(error) : error);
  }
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Lets the rest of a refused file pass, since browsers read no answer before they have sent all. */
async function drained(part: MultipartFile, reason: unknown): Promise<unknown> {
  part.file.resume();
  await finished(part.file).catch(() => undefined);
  return reason;
}

/** @throws UserError 400 */
function readField<T>(schema: z.ZodType<T>, text: string): T {
  const { data, error } = schema.safeParse(text);
  if (data === undefined) throw new UserError(400, `${error?.issues[0]?.message}.`);
  return data;
}
