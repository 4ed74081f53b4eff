/** Checks whether a column's values fit a field, since a name alone is ambiguous. */
import { isDateField, isNothing, isNumberField, valueOfCell } from "../../../domain/ev-cells.ts";
import { entryOf, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { DECIMAL_SIGNS, readNumber } from "../../../domain/read-number.ts";
import { previewValue } from "../parse/lines-and-rows.server.ts";
import { type CsvColumn, MAX_NAMED_UNITS, NAMED_SAMPLES } from "./columns.schema.ts";
import { isKnownMake } from "./split-name.server.ts";
import { convertFigure, namedUnit, unitsOf } from "./units.server.ts";
import { listOf, readDataFile } from "./words.server.ts";

/** Stored values by fields and words of other catalogues and languages, in lowercase. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  readDataFile("values").flatMap(({ field, value = "", words }) =>
    listOf(words).map((word) => [`${field}: ${word}`, value] as const),
  ),
);

/** A tax credit that is given as an amount. */
const AMOUNT = /^\$ ?\d[\d,.]*$/;

/** `🚙 SUV` */
const PICTURES = /\p{Extended_Pictographic}\uFE0F?/gu;

function optionOf(field: FieldName, word: string): string | undefined {
  const entry = entryOf(field);
  const options = entry.kind === "choice" ? entry.options : [];
  return options.find((option) => word === option.toLowerCase());
}

/** The value that a word of another catalogue or language means in a field; empty for none. */
export function storedWordOf(field: FieldName, text: string): string | undefined {
  const cell = text.trim().toLowerCase();
  if (field === "taxCreditEligible" && AMOUNT.test(cell)) return /[1-9]/.test(cell) ? "Yes" : "No";
  const word = cell.replaceAll(PICTURES, "").trim();
  return MEANINGS.get(`${field}: ${word}`) ?? (word === cell ? undefined : optionOf(field, word));
}

/** Alternating current charges no car faster, so a column without larger figures is not about fast charging. */
const MOST_AC_KW = 22;

function isChoice(field: FieldName, sample: string): boolean {
  const word = sample.trim().toLowerCase();
  return (storedWordOf(field, word) ?? optionOf(field, word)) !== undefined;
}

function isOf(field: FieldName, sample: string): boolean {
  const { kind } = entryOf(field);
  if (kind === "choice") return isChoice(field, sample);
  if (kind === "flag")
    return typeof valueOfCell(field, storedWordOf(field, sample) ?? sample) === "boolean";
  if (kind === "image") return /^(?:https?:|data:image|\/images\/)/i.test(sample.trim());
  if (field === "year") return /\b(?:(?:MY ?)?(?:19|20)|MY ?)\d\d\b/i.test(sample);
  if (field === "maxChargingSpeed") {
    const [figure = ""] = /\d+(?:[.,]\d+)?/.exec(sample) ?? [];
    return Number(figure.replace(",", ".")) > MOST_AC_KW;
  }
  if (isNumberField(field) || isDateField(field)) return /\d/.test(sample);
  return true;
}

/** The first distinct values of a column's cells, and the units that they name if the values do not tell. */
export function samplesOf(cells: readonly string[]): Pick<CsvColumn, "samples" | "namedUnits"> {
  const values = new Set(cells.flatMap((cell) => previewValue(cell).value ?? []));
  const samples = [...values].slice(0, NAMED_SAMPLES);
  const byUnit = Map.groupBy(cells, namedUnit);
  byUnit.delete(undefined);
  const namedUnits = Array.from(byUnit.values(), (named) => ({
    example: previewValue(named[0]).value ?? "",
    cells: named.length,
  })).slice(0, MAX_NAMED_UNITS);
  const isTold = namedUnits.every(({ example }) => samples.includes(example));
  return {
    ...(samples.length > 0 && { samples }),
    ...((namedUnits.length > 1 || !isTold) && { namedUnits }),
  };
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

const TABLE = readDataFile("typical-figures");

/** The range of nearly all cars in our units; figures outside may be in another unit. */
const TYPICAL = new Map(
  TABLE.map(({ field, least, most }) => [field, [Number(least), Number(most)] as const]),
);

/** Minutes and kilowatts are the same in any file. */
export const MAY_BE_METRIC = new Set(
  TABLE.flatMap(({ field, "same in any file": isSame }) => (isSame ? [] : field)),
);

/** Far enough from what nearly all cars have that no car would be left out. */
const MAX_FACTOR_OFF = 4;

function isWithin(field: FieldName, figure: number, factor: number): boolean {
  const [least, most] = TYPICAL.get(field) ?? [0, Infinity];
  return figure >= least / factor && figure <= most * factor;
}

/** Whether a car can have this figure, in our unit. */
export function isPossible(field: FieldName, figure: number): boolean {
  return isWithin(field, figure, MAX_FACTOR_OFF);
}

/** The figures that a text can mean in files of either decimal sign. */
const figuresOf = (text: string) =>
  DECIMAL_SIGNS.flatMap((sign) => readNumber(text.trim(), sign) ?? []);

/** Whether nearly all cars have such a figure; 0 means unknown in any unit. */
export function isPlausible(field: FieldName, sample: string): boolean {
  const figures = figuresOf(sample);
  return (
    figures.length === 0 || figures.some((figure) => figure === 0 || isWithin(field, figure, 1))
  );
}

/**
 * The only unit in which a column's bare figures can be those of cars, as millimeters for lengths of 4695; in a
 * metric file, the only one in which they are typical.
 */
export function onlyUnit(
  field: FieldName,
  samples: readonly string[] = [],
  isMetric = false,
): string | undefined {
  const values = samples.map(figuresOf).filter((figures) => figures.length > 0);
  if (values.length === 0 || field === "price" || !MAY_BE_METRIC.has(field)) return undefined;
  const unitsWithin = (factor: number) =>
    unitsOf(field).filter((unit) =>
      values.every((figures) =>
        figures.some((figure) =>
          isWithin(field, convertFigure({ field, unit }, figure) ?? 0, factor),
        ),
      ),
    );
  const typical = unitsWithin(1);
  const [unit, ...others] =
    isMetric && typical.length === 1 ? typical : unitsWithin(MAX_FACTOR_OFF);
  return others.length === 0 ? unit : undefined;
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
export function fuelOf(sample: string): string | undefined {
  const text = sample.trim().toLowerCase();
  const [, words = text, abbreviation = text] = WITH_ABBREVIATION.exec(text) ?? [];
  const found = [text, abbreviation, words].find((word) => MEANINGS.has(`fuel: ${word}`));
  return MEANINGS.get(`fuel: ${found}`);
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
