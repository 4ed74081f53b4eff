/**
 * Validates a flat row as a person enters it, with all messages (vehicles.md#field-rules). Shoppers' pages do
 * not load zod.
 */
import { formatCount } from "./format.ts";
import { z } from "zod";
import type { EvFields, RequiredField } from "./field-shapes.ts";
import { firstOfAddresses, inputFromCells, isNothing, isTextField } from "./ev-cells.ts";
import { LONGEST_FIGURE, readTypedFigure } from "./read-number.ts";
import type { FieldEntry } from "./field-kinds.ts";
import { entryOf, FIELD_NAMES, type FieldName, meaningOf } from "./fields.ts";
import { foldName, isVisible } from "./names.ts";

// The page's policy forbids the generated code that zod would otherwise use.
z.config({ jitless: true });

const CONTROL_CHARACTER = /\p{Cc}/u;

function emptyAsAbsent(value: unknown): unknown {
  return typeof value === "string" && value.trim() === "" ? null : value;
}

/** Databases refuse NUL and lone surrogates; names are one line. */
export function isPlainLine(text: string): boolean {
  return !CONTROL_CHARACTER.test(text) && text.isWellFormed();
}

const PLAIN_FIGURE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Text counts as a number only where calls.md#write-a-row says so (`zeroToSixty`). */
function numericText(value: unknown): unknown {
  const input = emptyAsAbsent(value);
  if (typeof input !== "string") return input;
  const text = input.trim();
  return text.length <= LONGEST_FIGURE && PLAIN_FIGURE.test(text) ? Number(text) : input;
}

const OWN_IMAGE_PATH = /^\/images\/upload\/(?!.*\.\.)[\w,:./-]+$/;
const IMAGE_DATA_START = /^data:image\/(?:png|jpeg|webp|avif);base64,(?=[A-Za-z0-9+/])/;
/**
 * Looks for invalid characters, because matching millions of valid ones overflows the regular expression's
 * stack.
 */
const NO_BASE64 = /[^A-Za-z0-9+/=]|=[^=]|={3}/;

const MAX_IMAGE_ADDRESS_CHARACTERS = 2_048;
/** A picture of 5 MB in base64; it is moved to our own store when saved (pictures.md#image-field). */
const MAX_IMAGE_DATA_CHARACTERS = 7_000_000;

export function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/[^\s/]\S*$/i.test(text) || !isPlainLine(text)) return false;
  const url = URL.parse(text);
  // A username before the host makes an address look like another site's.
  return url !== null && url.username === "" && url.password === "";
}

/**
 * Accepts `https://`, a path of our own store or a picture as a data URL, and no other scheme
 * (pictures.md#image-field).
 */
function isImageAddress(text: string): boolean {
  if (text.startsWith("data:")) {
    if (text.length > MAX_IMAGE_DATA_CHARACTERS) return false;
    const [start] = IMAGE_DATA_START.exec(text) ?? [];
    return start !== undefined && !NO_BASE64.test(text.slice(start.length));
  }
  if (text.length > MAX_IMAGE_ADDRESS_CHARACTERS || !isPlainLine(text)) return false;
  if (firstOfAddresses(text) !== undefined) return false;
  return OWN_IMAGE_PATH.test(text) || (/^https:\/\/[^\s/]/i.test(text) && URL.canParse(text));
}

type Of<Kind extends FieldEntry["kind"]> = FieldEntry & { kind: Kind };
type ErrorOf = (issue: { readonly input?: unknown }) => string;

function orRequired({ label, required }: FieldEntry, message: string): ErrorOf {
  return ({ input }) =>
    required && (input == null || input === "") ? `${label} is required` : message;
}

function name(entry: Of<"name">) {
  const { label, maxCharacters } = entry;
  const required = `${label} is required`;
  return z
    .string({ error: (issue) => (issue.input == null ? required : `${label} must be text`) })
    .overwrite(foldName)
    .min(1, { error: required, abort: true })
    .max(maxCharacters, `${label} must have ${maxCharacters} characters or fewer`)
    .refine(isPlainLine, { error: `${label} must be plain text on one line`, abort: true })
    .refine(isVisible, required);
}

export function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

function plainText({ label, maxCharacters }: Of<"text">) {
  return z
    .string(`${label} must be text`)
    .overwrite(onOneLine)
    .max(maxCharacters, `${label} must have ${maxCharacters} characters or fewer`)
    .refine(isPlainLine, `${label} must be plain text on one line`);
}

/** Bounds of every date: before such cars existed, and far in the future. */
export const DAYS = { first: "1990-01-01", last: "2100-01-01" };

function date({ label }: Of<"date">) {
  const error = `${label} must be a date such as 2026-11-23`;
  return z.iso
    .date({ error, abort: true })
    .refine(
      (day) => day >= DAYS.first && day <= DAYS.last,
      `${label} must be from ${DAYS.first} to ${DAYS.last}`,
    );
}

/** Rounds to one decimal. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function figure(entry: Of<"figure">) {
  const { label, min = 0, max } = entry;
  const number = z.number({ error: orRequired(entry, `${label} must be a number`) });
  if (!entry.isWhole) {
    const bounded = number
      .min(min, `${label} must be ${min > 0 ? `${min} or more` : "positive"}`)
      .max(max, `${label} must be ${formatCount(max)} or less`);
    return entry.isRounded ? bounded.overwrite(rounded) : bounded;
  }
  return number
    .int(`${label} must be a whole number`)
    .min(min, entry.tooLow ?? `${label} must be ${min} or later`)
    .max(max, entry.tooHigh ?? `${label} must be ${max} or earlier`);
}

/** `RWD, AWD or FWD` */
function listOptions(options: readonly string[]): string {
  return `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;
}

function choice(entry: Of<"choice">) {
  const { label, options, required } = entry;
  const allowed = required ? `one of ${options.join(", ")}` : listOptions(options);
  return z.enum(options, { error: orRequired(entry, `${label} must be ${allowed}`) });
}

function image({ label }: Of<"image">) {
  const invalid = `${label} must be a valid URL`;
  return z.string(invalid).trim().refine(isImageAddress, invalid);
}

function valueSchema(entry: FieldEntry): z.ZodType {
  if (entry.kind === "name") return name(entry);
  if (entry.kind === "text") return plainText(entry);
  if (entry.kind === "date") return date(entry);
  if (entry.kind === "figure") return figure(entry);
  if (entry.kind === "choice") return choice(entry);
  if (entry.kind === "image") return image(entry);
  return z.boolean(`${entry.label} must be true or false`);
}

/** An optional field that is absent or empty becomes null. */
export function fieldSchema(entry: FieldEntry): z.ZodType {
  const value = valueSchema(entry);
  const prepare = entry.kind === "figure" && entry.takesText ? numericText : emptyAsAbsent;
  const schema = entry.required ? value : z.preprocess(prepare, value.nullable()).default(null);
  return schema.meta({ description: meaningOf(entry) });
}

type EvShape = {
  [Name in FieldName]: Name extends RequiredField
    ? z.ZodType<EvFields[Name]>
    : z.ZodDefault<z.ZodType<EvFields[Name]>>;
};

// Each field has the schema of its entry, from which the type is also derived.
const shape = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, fieldSchema(entryOf(field))]),
) as EvShape;

/** Validates a row to add. For a change, parse the stored row with the change applied to it. */
export const EvInput = z.strictObject(shape, {
  error: (issue) =>
    issue.code === "unrecognized_keys"
      ? `Unknown field${issue.keys.length > 1 ? "s" : ""}: ${issue.keys.join(", ")}`
      : "An EV must be an object with its fields",
});
export type EvInput = EvFields;

/** A value to save, or what is wrong with the text. */
export type TypedValue<Name extends FieldName = FieldName> =
  | { value: EvFields[Name]; message?: undefined }
  | { value?: undefined; message: string };

/** Reads what a person typed or pasted into a field (vehicles.md#figures). */
export function readTypedValue<Name extends FieldName>(
  field: Name,
  text: string,
): TypedValue<Name> {
  const entry = entryOf(field);
  const typed = entry.kind === "figure" ? readTypedFigure(entry, text) : undefined;
  if (typed?.message !== undefined) return { message: typed.message };
  const value = inputFromCells({ [field]: text })[field];
  const { data, error } = EvInput.shape[field].safeParse(value);
  if (error) return { message: error.issues[0]?.message ?? `${entry.label} cannot be saved` };
  // The schema is that of the field.
  return { value: data as EvFields[Name] };
}

/**
 * The new values of a row; with a version, they apply only while the row still has that version
 * (calls.md#many-rows).
 */
export interface RowEdit {
  id: number;
  set: Partial<Omit<EvInput, "make" | "model">>;
  version?: number | undefined;
}

/** Fields of the flat row for its identity and state, which are ignored when a client sends them back. */
const ECHOED = ["id", "isModelHeader", "version"] as const;

/** Removes the ignored fields; anything but an object stays as it is. */
function withoutEchoes(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const rest: Record<string, unknown> = { ...body };
  for (const field of ECHOED) delete rest[field];
  return rest;
}

const TEXT_FIELDS = FIELD_NAMES.filter(isTextField);

/** Returns text fields with words such as `N/A` that mean no value; `EvInput` accepts them as text. */
function fieldsWithNothing(values: Readonly<Record<string, unknown>>): FieldName[] {
  return TEXT_FIELDS.filter((field) => {
    const value = values[field];
    return typeof value === "string" && isNothing(value.trim());
  });
}

const nothingIn = (fields: readonly FieldName[]) =>
  Object.fromEntries(fields.map((field) => [field, null]));

/** @throws ZodError with the sentences of `EvInput` */
export function parseRow(body: unknown): EvInput {
  const row = withoutEchoes(body);
  const empty = fieldsWithNothing(Object(row) as Record<string, unknown>);
  if (empty.length === 0) return EvInput.parse(row);
  return EvInput.parse({ ...Object(row), ...nothingIn(empty) });
}

/**
 * Parses a change as it was sent (calls.md#write-a-row): missing fields stay, null or "" clears an optional
 * one.
 * @throws ZodError with the sentences of `EvInput`
 */
export function parseChange(body: unknown): Partial<EvInput> {
  const values = withoutEchoes(body);
  const sentFields: { [Field in FieldName]?: true } = {};
  for (const field of FIELD_NAMES)
    if (Object.hasOwn(Object(values), field)) sentFields[field] = true;
  return EvInput.pick(sentFields).parse(values);
}

/**
 * Clears text fields whose new value is a word for "no value". A value that the row already has stays: it was
 * stored before such words were recognized.
 * @throws ZodError `Trim is required`
 */
export function withoutNothing<Change extends Partial<EvInput>>(
  change: Change,
  stored: Partial<EvInput>,
): Change {
  const empty = fieldsWithNothing(change).filter((field) => change[field] !== stored[field]);
  if (empty.length === 0) return change;
  return { ...change, ...parseChange(nothingIn(empty)) };
}
