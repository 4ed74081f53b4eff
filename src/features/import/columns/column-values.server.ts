/** Checks whether a column's values fit a field, since a name alone is ambiguous. */
import { isDateField, isNothing, isNumberField, valueOfCell } from "../../../domain/ev-cells.ts";
import { entryOf, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { isKnownMake } from "./split-name.server.ts";
import { listOf, readTable } from "./words.server.ts";

const TABLE = readTable("values");

/** Stored values by words of other catalogues and languages, in lowercase. */
const MEANINGS: Readonly<Record<string, ReadonlyMap<string, string>>> = Object.fromEntries(
  Map.groupBy(TABLE, ({ field = "" }) => field)
    .entries()
    .map(([field, lines]) => [
      field,
      new Map(
        lines.flatMap(({ value = "", words }) =>
          listOf(words).map((word) => [word, value] as const),
        ),
      ),
    ]),
);

/** `🚙 SUV` */
const PICTURES = /\p{Extended_Pictographic}\uFE0F?/gu;

function optionOf(field: FieldName, word: string): string | undefined {
  const entry = entryOf(field);
  const options = entry.kind === "choice" ? entry.options : [];
  return options.find((option) => word === option.toLowerCase());
}

/** The value that a word of another catalogue or language means in a field; empty for none. */
export function meaningOf(field: FieldName, text: string): string | undefined {
  const cell = text.trim().toLowerCase();
  const word = cell.replaceAll(PICTURES, "").trim();
  return MEANINGS[field]?.get(word) ?? (word === cell ? undefined : optionOf(field, word));
}

/** Alternating current charges no car faster, so a column without larger figures is not about fast charging. */
const MOST_AC_KW = 22;

function figureOf(sample: string): number {
  return Number(/\d+(?:[.,]\d+)?/.exec(sample)?.[0].replace(",", "."));
}

function isChoice(field: FieldName, sample: string): boolean {
  const word = sample.trim().toLowerCase();
  return (meaningOf(field, word) ?? optionOf(field, word)) !== undefined;
}

function isOf(field: FieldName, sample: string): boolean {
  const { kind } = entryOf(field);
  if (kind === "choice") return isChoice(field, sample);
  if (kind === "flag") return typeof valueOfCell(field, sample) === "boolean";
  if (kind === "image") return /^(?:https?:|data:image|\/images\/)/i.test(sample.trim());
  if (field === "year") return /\b(?:19|20)\d\d\b/.test(sample);
  if (field === "maxChargingSpeed") return figureOf(sample) > MOST_AC_KW;
  if (isNumberField(field)) return /\d/.test(sample);
  if (isDateField(field)) return /\d/.test(sample);
  return true;
}

/** Half of the values must be options of a choice; a single figure is enough for a number. */
const SHARE_OF_CHOICES = 0.5;

/** @param samples values of the column; without any, its name decides */
export function holdsValues(field: FieldName, samples: readonly string[]): boolean {
  const values = samples.filter((sample) => !isNothing(sample.trim()));
  if (values.length === 0) return true;
  const fitting = values.filter((sample) => isOf(field, sample)).length;
  const least = entryOf(field).kind === "choice" ? SHARE_OF_CHOICES * values.length : 1;
  return fitting >= least;
}

const TOLD_BY_VALUES: Readonly<Partial<Record<FieldName, (sample: string) => boolean>>> = {
  make: isKnownMake,
  year: (sample) => /^20[1-3]\d$/.test(sample),
  bodyType: (sample) => isChoice("bodyType", sample),
  driveType: (sample) => isChoice("driveType", sample),
  chargePort: (sample) => isChoice("chargePort", sample),
};

/** The field of a column without a name, if its values fit no other field. */
export function fieldOfValues(samples: readonly string[]): FieldName | undefined {
  const values = samples.map((sample) => sample.trim()).filter((sample) => !isNothing(sample));
  if (values.length === 0) return undefined;
  return Object.entries(TOLD_BY_VALUES)
    .filter(([, tells]) => values.every(tells))
    .map(([field]) => field)
    .find(isFieldName);
}

/** Words with an abbreviation in brackets: `Battery Electric Vehicle (BEV)` */
const WITH_ABBREVIATION = /^([^()]*?) ?\(([^()]*)\)$/;

/** `electric` or `other`, by words in many languages. */
function fuelOf(sample: string): string | undefined {
  const text = sample.trim().toLowerCase();
  const [, words = text, abbreviation = text] = WITH_ABBREVIATION.exec(text) ?? [];
  const fuels = MEANINGS["fuel"];
  return fuels?.get(text) ?? fuels?.get(abbreviation) ?? fuels?.get(words);
}

/** Whether a column distinguishes electric cars from others. */
export function holdsFuels(samples: readonly string[] = []): boolean {
  const fuels = samples.filter((sample) => fuelOf(sample) !== undefined);
  return fuels.length > 0 && fuels.length >= SHARE_OF_CHOICES * samples.length;
}

/** Words for electric cars: those of the column, and the usual ones. */
export function electricWords(samples: readonly string[] = []): string[] {
  const own = samples.filter((sample) => fuelOf(sample) === "electric");
  const keys = new Set(own.map((sample) => sample.trim().toLowerCase()));
  return [...own, ...["Electric", "BEV"].filter((word) => !keys.has(word.toLowerCase()))];
}
