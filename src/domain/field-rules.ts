/** The rules of each kind of field, with all messages (vehicles.md#field-rules). Shoppers' pages do not load zod. */
import { z } from "zod";

import { type DateOrder, readDate } from "./cell-dates.ts";
import type { FieldEntry } from "./field-kinds.ts";
import { meaningOf } from "./fields.ts";
import { formatCount } from "./format.ts";
import { foldName, isVisible } from "./names.ts";
import {
  type DecimalSign,
  LONGEST_FIGURE,
  readNumber,
  toPlainDigits,
  withoutUnit,
} from "./read-number.ts";

// The page's policy forbids the generated code that zod would otherwise use.
z.config({ jitless: true });

type Kind = FieldEntry["kind"];
type Of<K extends Kind> = FieldEntry & { kind: K };

/** How the figures or dates of a column are read. */
export type CellReading = DecimalSign | DateOrder;

interface KindRules<K extends Kind> {
  /** validates a value that is there */
  input: (entry: Of<K>) => z.ZodType;
  answer: (entry: Of<K>) => z.ZodType;
  /** @param text without surrounding space @returns undefined if the text does not fit */
  read: (text: string, entry: Of<K>, reading: CellReading | undefined) => unknown;
}

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "y", "1", "✓", "✔", "✅", "☑"].map((word) => [word, true] as const),
  ...["false", "no", "n", "0", "✗", "✘", "❌", "✖"].map((word) => [word, false] as const),
]);

const asText = (text: string) => text;

const KINDS: { readonly [K in Kind]: KindRules<K> } = {
  name: { input: nameInput, answer: () => z.string(), read: asText },
  text: { input: textInput, answer: () => z.string(), read: asText },
  image: { input: imageInput, answer: () => z.string(), read: asText },
  figure: {
    input: figureInput,
    answer: ({ required }) => (required ? z.int() : z.number()),
    read: (text, entry, reading) =>
      readNumber(withoutUnit(entry, toPlainDigits(text)), reading === "comma" ? reading : "point"),
  },
  date: {
    input: dateInput,
    answer: () => z.iso.date(),
    read: (text, _entry, reading) =>
      readDate(text, reading === "day-first" || reading === "month-first" ? reading : undefined),
  },
  choice: {
    input: choiceInput,
    answer: ({ options }) => z.enum(options),
    read: (text, { options }) =>
      options.find((option) => option.toLowerCase() === text.toLowerCase()),
  },
  flag: {
    input: ({ label }) => z.boolean(`${label} must be true or false`),
    answer: () => z.boolean(),
    // Some marks are followed by a sign that asks for their picture.
    read: (text) => FLAG_WORDS.get(text.toLowerCase().replace("\uFE0F", "")),
  },
};

export function rulesOf(entry: FieldEntry): KindRules<Kind> {
  // The rules are those of the entry's own kind.
  return KINDS[entry.kind] as KindRules<Kind>;
}

/** An optional field that is absent or empty becomes null. */
export function fieldSchema(entry: FieldEntry): z.ZodType {
  const value = rulesOf(entry).input(entry);
  const prepare = entry.kind === "figure" && entry.takesText ? numericText : emptyAsAbsent;
  const description = meaningOf(entry);
  if (entry.required) return value.meta({ description });
  return z.preprocess(prepare, value.nullable()).meta({ description }).default(null);
}

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

const ADDRESS = /https?:\/\//gi;
/** Separators between addresses, including white space in a cell. */
const BETWEEN_ADDRESSES = /[\s,;|]/;
/** The first address must end within this many characters; otherwise it is too long. */
const ADDRESSES_WITHIN = 4_096;

/** Returns the first of several picture addresses in one text, or undefined unless there are several. */
export function firstOfAddresses(text: string): string | undefined {
  const start = text.slice(0, ADDRESSES_WITHIN).trim();
  if (!/^https?:/i.test(start)) return undefined;
  for (const { index } of start.matchAll(ADDRESS)) {
    if (!BETWEEN_ADDRESSES.test(start.charAt(index - 1))) continue;
    let end = index;
    while (BETWEEN_ADDRESSES.test(start.charAt(end - 1))) end--;
    return start.slice(0, end);
  }
  return undefined;
}

const OWN_IMAGE_PATH = /^\/images\/upload\/(?!.*\.\.)[\w,:./-]+$/;
const IMAGE_DATA_START = /^data:image\/(?:png|jpeg|webp|avif);base64,(?=[A-Za-z0-9+/])/;
/** Finds invalid characters, because matching millions of valid ones overflows the expression's stack. */
const NO_BASE64 = /[^A-Za-z0-9+/=]|=[^=]|={3}/;

const MAX_IMAGE_ADDRESS_CHARACTERS = 2_048;
/** A picture of 5 MB in base64; it is moved to our own store when saved (pictures.md#image-field). */
const MAX_IMAGE_DATA_CHARACTERS = 7_000_000;

/** Accepts `https://`, a path of our own store or a picture as a data URL (pictures.md#image-field). */
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

type ErrorOf = (issue: { readonly input?: unknown }) => string;

function orRequired({ label, required }: FieldEntry, message: string): ErrorOf {
  return ({ input }) =>
    required && (input == null || input === "") ? `${label} is required` : message;
}

function nameInput(entry: Of<"name">) {
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

function textInput({ label, maxCharacters }: Of<"text">) {
  return z
    .string(`${label} must be text`)
    .overwrite(onOneLine)
    .max(maxCharacters, `${label} must have ${maxCharacters} characters or fewer`)
    .refine(isPlainLine, `${label} must be plain text on one line`);
}

/** Bounds of every date: before such cars existed, and far in the future. */
export const DAYS = { first: "1990-01-01", last: "2100-01-01" };

function dateInput({ label }: Of<"date">) {
  const error = `${label} must be a date such as 2026-11-23`;
  return z.iso
    .date({ error, abort: true })
    .refine(
      (day) => day >= DAYS.first && day <= DAYS.last,
      `${label} must be from ${DAYS.first} to ${DAYS.last}`,
    );
}

function figureInput(entry: Of<"figure">) {
  const { label, min = 0, max, leastShown = 0 } = entry;
  const number = z.number({ error: orRequired(entry, `${label} must be a number`) });
  if (!entry.isWhole) {
    const bounded = number
      .min(min, `${label} must be ${min > 0 ? `${min} or more` : "positive"}`)
      .max(max, `${label} must be ${formatCount(max)} or less`);
    if (entry.isRounded) return bounded.overwrite((value) => Math.round(value * 10) / 10);
    return bounded.refine(
      (value) => value <= 0 || value >= leastShown / 2, // halves are rounded up
      `${label} must be 0 or at least ${leastShown}`,
    );
  }
  return number
    .int(`${label} must be a whole number`)
    .min(min, entry.tooLow ?? `${label} must be ${min} or later`)
    .max(max, entry.tooHigh ?? `${label} must be ${max} or earlier`);
}

function choiceInput(entry: Of<"choice">) {
  const { label, options, required } = entry;
  const allowed = required
    ? `one of ${options.join(", ")}`
    : `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;
  return z.enum(options, { error: orRequired(entry, `${label} must be ${allowed}`) });
}

function imageInput({ label }: Of<"image">) {
  const invalid = `${label} must be a valid URL`;
  return z.string(invalid).trim().refine(isImageAddress, invalid);
}
