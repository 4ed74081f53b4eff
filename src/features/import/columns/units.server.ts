/** Converts figures from other units that the user has named (importing.md#units). */
import {
  DECIMAL_SIGNS,
  type DecimalSign,
  LONGEST_FIGURE,
  readNumber,
} from "../../../domain/read-number.ts";
import { entryOf, type FieldName } from "../../../domain/fields.ts";
import {
  CURRENCIES,
  CURRENCY_OF_WORD,
  currencyNamed,
  currencyUnit,
  isCurrency,
  isWrittenAs,
  OUR_CURRENCY,
} from "./currencies.server.ts";
import { convertedUnit, fileText, storedText, unitLabel } from "../stored-text.ts";
import { formatNumber } from "../../../domain/format.ts";
import { isNumberField } from "../../../domain/ev-cells.ts";
import { listOf, readDataFile } from "./words.server.ts";

const TABLE = readDataFile("units");

const unitsByWord = (column: "words" | "only in cells") =>
  TABLE.flatMap(({ unit = "", [column]: words }) =>
    listOf(words, " ").map((word) => [word, unit] as const),
  );

/** Units and currencies by their words in headers, folded by `foldUnit`. */
export const UNIT_OF_WORD: ReadonlyMap<string, string> = new Map([
  ...unitsByWord("words"),
  ...CURRENCY_OF_WORD,
]);
/** Some words are too short or too common to be recognized in headers. */
const UNIT_IN_CELL: ReadonlyMap<string, string> = new Map([
  ...unitsByWord("words"),
  ...unitsByWord("only in cells"),
]);

/** Units that multiply a figure in any other unit, and that no later choice of a unit or currency removes. */
const MULTIPLES: ReadonlyMap<string, number> = new Map(
  TABLE.flatMap(({ unit = "", multiple }) => (multiple ? [[unit, Number(multiple)]] : [])),
);

export const METRIC_UNITS = new Set(TABLE.flatMap(({ unit = "", metric }) => (metric ? unit : [])));

/** The number that figures are multiplied by, as 1,000 for `thousands`; 1 without such a unit. */
export function multipleOf(units: readonly string[]): number {
  return units.map((unit) => MULTIPLES.get(unit)).find((multiple) => multiple !== undefined) ?? 1;
}

export const LONGEST_UNIT = 40;

/** `k` in `45k €`, `lakh` in `₹15 lakh` and `万` in `605万円`, but not `kr` */
const MULTIPLE_IN_CELL = /^(?:([a-z]{1,9})\.?(?!\p{L})|([万萬만]))\s*(.*)$/isu;

/** Divides the words beside a figure into the number that it is multiplied by and the rest; `11k lb` of any field. */
function readMultiple(words: string, field: FieldName = "price") {
  if (field !== "price" && !/^k(?!\p{L})/iu.test(words)) return { multiple: 1, rest: words };
  const [, word, sign = "", rest = ""] = MULTIPLE_IN_CELL.exec(words.slice(0, LONGEST_UNIT)) ?? [];
  const multiple = multipleOf([UNIT_OF_WORD.get((word ?? sign).toLowerCase()) ?? ""]);
  return multiple === 1 ? { multiple, rest: words } : { multiple, rest };
}

/** Ignores letter case, spaces, dots, hyphens and slashes: `Lb. - Ft` becomes `lbft`. */
function foldUnit(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\bper\b/g, "")
    .replaceAll(/[\s.·⋅∙•^/_()[\]‐‑–-]/g, "");
}

/** The unit that a text is, as cells write it. */
export function unitOfWord(text: string): string | undefined {
  return UNIT_IN_CELL.get(foldUnit(text));
}

/** The unit next to the figure in a cell, for a column of the field. */
export function unitInCell(text: string, field: FieldName): string | undefined {
  if (text.length > LONGEST_UNIT) return undefined;
  const unit = UNIT_IN_CELL.get(foldUnit(text));
  if (field === "price") return currencyNamed(text) ?? unit;
  return unit && unitsFor([unit], field)[0];
}

/** The units that convert to each stored one. A figure of consumption may divide a number, as 3,370.5 for MPGe. */
const CONVERSIONS = Map.groupBy(readDataFile("conversions"), ({ to = "" }) => to);
/** One for miles, so that kilometers are the same again when they are shown (vehicles.md#whole-miles). */
const DECIMALS = new Map(TABLE.map(({ unit, decimals }) => [unit, Number(decimals)] as const));

function storedUnit(field: FieldName): string | undefined {
  const entry = entryOf(field);
  return entry.kind === "figure" ? entry.unit : undefined;
}

/** The units that a column of the field may have, ours first. */
export function unitsOf(field: FieldName): string[] {
  const ours = storedUnit(field);
  if (ours === undefined) return [];
  if (ours === OUR_CURRENCY) return [ours, ...CURRENCIES];
  return [ours, ...(CONVERSIONS.get(ours) ?? []).map(({ from = "" }) => from)];
}

/** @param unit as in a mapping; a currency may be given by its code */
export function isUnitOf(field: FieldName, unit: string): boolean {
  return unitsOf(field).includes(currencyUnit(unit));
}

/** Splits `45.990,- €` and `US$ 45,990` into the figure and the texts around it; undefined without a figure. */
function divideFigure(text: string) {
  if (text.length > LONGEST_FIGURE) return undefined;
  const start = text.search(/[+-]?[.,]?\d/);
  if (start < 0) return undefined;
  const rest = text.slice(start);
  const [run = ""] = /^[+-]?[\d.,'’\s]+/.exec(rest) ?? [];
  let end = run.length;
  while (end > 0 && /['’\s]/.test(run.charAt(end - 1))) end--;
  const [cents = ""] = /[.,]/.test(run.charAt(end - 1))
    ? (/^[-–—]{1,2}/.exec(rest.slice(end)) ?? [])
    : [];
  const words = [text.slice(0, start), rest.slice(end + cents.length)].map((word) => word.trim());
  return { figure: rest.slice(0, end) + cents, words: words.filter((word) => word !== "") };
}

export interface FigureColumn {
  field: FieldName;
  unit?: string;
  /** US dollars per unit */
  rate?: number;
  /** what the header multiplies its figures by, such as 1,000 */
  multiple?: number;
  /** Whether the file is read as on the screen (`usualWords`): words, units, marks and totals as people write them. */
  isTolerant?: boolean;
}

export const ROUNDED_TO_0 = "This would be stored as 0. Check the column's unit and rate";

function toUnit(ours: string, unit: string, figure: number): number | undefined {
  const conversion = CONVERSIONS.get(ours)?.find(({ from }) => from === unit);
  if (!conversion) return undefined;
  const { times, "divided by": divisor, divides } = conversion;
  if (divides) return Number(divides) / figure;
  return (figure * Number(times || 1)) / Number(divisor || 1);
}

/** Returns the stored figure, or undefined if a rate is missing or a figure above 0 would be rounded to 0. */
export function convertFigure(
  { field, unit, rate = 0 }: FigureColumn,
  figure: number,
): number | undefined {
  const ours = storedUnit(field);
  if (ours === undefined || unit === undefined || currencyUnit(unit) === ours) return figure;
  if (isCurrency(unit) && rate <= 0) return undefined;
  const converted = isCurrency(unit) ? figure * rate : toUnit(ours, unit, figure);
  if (converted === undefined) return figure;
  const stored = Number(converted.toFixed(DECIMALS.get(ours)));
  return stored === 0 && figure > 0 ? undefined : stored;
}

/** Doubles have more digits, of which the last ones are errors of binary fractions. */
const EXACT_DIGITS = 12;

/** 17.4 × 100,000 is 1,740,000. */
export function multiplied(figure: number, multiple = 1): number {
  return multiple === 1 ? figure : Number((figure * multiple).toPrecision(EXACT_DIGITS));
}

/**
 * Marks and remarks beside a figure: `~310`, `300+ mi`, `45,990*`, `$45,990[3]`, `from $45,990`, `310 (est.)`,
 * `MY26`, `5 seats`, `536 hp @ 6,000 rpm`, `549 990 kr¹`, `320 km (1)`, `87 kWh net`, `<3 s`, `489 900:-`.
 */
const MARKS = new RegExp(
  [
    String.raw`^(?:[~≈<>≤≥]|MY\s?(?=\d)|(?:est\.?|estimated|approx\.?|about|circa|ca\.?|from|up to|ab|bis zu|fra|desde|à partir de)(?= ))\s*`,
    String.raw`(?<=\d)(?:\+|\[(?:\d{1,3}|(?![hklmstv]\])[a-z])\])(?=\s?\p{L})|(?<=\d):[-–—](?=\s?\p{L}|$)`,
    String.raw`\s*(?:[*+†¹²]|(?<![mt])³|(?:\[(?:\d{1,3}|(?![hklmstv]\])[a-z]|citation needed)\])+)$|(?<=[\p{L}\p{Sc}])\s?\([1-4]\)$`,
    String.raw`\s*\((?:est\.?|estimated|epa|wltp|nedc|cltc|10\s?[-–]\s?80\s?%|electronically limited|before incentives|\d seats)\)$`,
    String.raw`(?<=\d)(?:[人名座]|人乗り?|인승|年[式型款]?|년[형식]?)$`,
    String.raw`(?<=kWh)\s+(?:net(?:to)?|usable)$`,
    String.raw`\s+(?:est\.?|OTR|d\/a)$|(?<=min)\s?\((?:2[3-9]|[3-9]\d|\d{3}) ?kW\)$|(?<=\d)[\s-]?seat(?:s|er)?$|\s*@\s*[\d.,]+\s?rpm$`,
  ].join("|"),
  "giu",
);

/** `MY26` */
const SHORT_YEAR = /^MY\s?(?=\d\d$)/i;

export function withoutMarks(text: string): string {
  if (text.length > LONGEST_FIGURE) return text;
  return text.trim().replace(SHORT_YEAR, "20").replaceAll(MARKS, "");
}

/** `1e+05`, as programs write large figures */
const EXPONENT = /^\d{1,3}(?:\.\d{1,9})?e\+?\d{1,2}$/i;

/** `0:30` and `00:28:00` */
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::00)?$/;
/** `1h 05min`, `8h30`, `7 hours 45 minutes`, `PT8H`, `0.5 h` */
const HOURS =
  /^(?:PT)?(\d{1,3}(?:[.,]\d{1,2})?) ?h(?:(?:ou)?rs?)? ?(?:([0-5]?\d) ?(?:m|min|mins|minutes)?)?$/i;

/** The minutes of a duration that is written with hours and minutes. */
function minutesOf(cell: string): number | undefined {
  const text = cell.trim();
  const [, hours, minutes = "0"] = CLOCK.exec(text) ?? HOURS.exec(text) ?? [];
  return hours === undefined
    ? undefined
    : multiplied(Number(hours.replace(",", ".")), 60) + Number(minutes);
}

const unitOf = ({ field, unit = storedUnit(field) }: FigureColumn) => unit;

/** `6 ft 4 in`, `6' 4"` */
const FEET_AND_INCHES =
  /^(\d{1,2}) ?(?:['’′]|ft\.?|feet|foot),? ?(\d{1,2}(?:\.\d{1,2})?) ?(?:["”″]|''|′′|in\.?|inch(?:es)?)?$/i;

/** `5+2`, with two in the third row */
const SEATS = /^\s*(\d) ?\+ ?(\d)\s*$/;

/** The figure of a cell in the column's unit; undefined if it is not one. */
export function figureOfCell(
  column: FigureColumn,
  cell: string,
  decimal: DecimalSign,
): number | undefined {
  const unit = unitOf(column);
  const minutes = minutesOf(cell);
  if (minutes !== undefined && unit === "hours") return Number((minutes / 60).toFixed(2));
  if (minutes !== undefined) return unit === "minutes" ? minutes : undefined;
  const [, feet, inches] = FEET_AND_INCHES.exec(cell.trim()) ?? [];
  if (feet !== undefined && unit === "inches") return Number(feet) * 12 + Number(inches);
  const [, seats, more] = (column.field === "seatingCapacity" && SEATS.exec(cell)) || [];
  if (seats !== undefined) return Number(seats) + Number(more);
  const start = column.isTolerant ? /^['’]?(?=\d\d$)/ : /^['’](?=\d\d$)/;
  const whole = column.field === "year" ? cell.trim().replace(start, "20") : cell;
  const text = withoutMarks(whole).replace(EXPONENT, (power) => String(Number(power)));
  const figure = readNumber(text, decimal);
  return figure === undefined
    ? figureIn(column, text, decimal)
    : multiplied(figure, column.multiple);
}

/** `150 (204)`, `150 kW (204 PS)` and `213 hp (159 kW; 216 PS)`: a figure, and in brackets the same in other units */
const TWICE = /^([^()]{1,40}?) ?\(([^()]{1,40})\)( ?\p{L}[^()]{0,20})?$/u;
/** Makers round both figures. */
const ROUNDING = 0.02;

/** The text without a figure in brackets that is the same one in another unit. */
function withoutRepeated(column: FigureColumn, text: string, decimal: DecimalSign): string {
  const { field } = column;
  const [, first, repeated = "", unit = ""] = TWICE.exec(text) ?? [];
  if (first === undefined || field === "price") return text;
  const bare = first + unit;
  const value = toStoredUnit(column, bare, decimal);
  if (value === undefined) return text;
  const isSame = (part: string) =>
    unitsOf(field).some((other) => {
      const again = toStoredUnit({ field, unit: other }, part, decimal);
      return again !== undefined && Math.abs(again - value) <= ROUNDING * value;
    });
  return repeated.split("; ").every(isSame) ? bare : text;
}

const RANGE = /^(.*\d\D*?)\s*(?<!kWh\s?)(?:[-‐‑‒–—/~]|\b(?:to|bis|or|oder|ou)\b)\s*(\D*\d.*)$/i;
const FULL_YEAR = /^\d{4}$/;

/** The two figures of a range (`42,990-52,990`, `15-20 lakh`), the lower one first. */
export function rangeOf(
  column: FigureColumn,
  cell: string,
): readonly [lower: string, upper: string] | undefined {
  if (cell.length > LONGEST_FIGURE) return undefined;
  const [, first = "", second = ""] = RANGE.exec(withoutMarks(cell)) ?? [];
  if (column.field === "year" && ![first, second].every((year) => FULL_YEAR.test(year)))
    return undefined;
  // A unit behind the second figure is that of both.
  const [, words = ""] = /^\D*[\d.,'’\s]*\d(.*)$/.exec(second) ?? [];
  const unit = ownUnit(column, second);
  const read = unit === undefined ? column : { field: column.field, unit };
  for (const decimal of DECIMAL_SIGNS) {
    const figureOf = (text: string) => figureOfCell(read, text, decimal);
    const start = [first + words, first].find((text) => figureOf(text) !== undefined) ?? "";
    const [from, to] = [figureOf(start), figureOf(second)];
    if (from !== undefined && to !== undefined) {
      return from <= to ? [start, second] : [second, start];
    }
  }
  return undefined;
}

/** The figure of a cell as it would be stored; undefined if it is not a figure in a unit of the column. */
export function toStoredUnit(
  column: FigureColumn,
  cell: string,
  decimal: DecimalSign,
): number | undefined {
  const text = cell.includes("(") ? withoutRepeated(column, withoutMarks(cell), decimal) : cell;
  const unit = ownUnit(column, text);
  const read = unit === undefined ? column : { field: column.field, unit };
  const figure = figureOfCell(read, text, decimal);
  return figure === undefined ? undefined : convertFigure(read, figure);
}

/** The unit that a cell names and is converted from, although its column is in another; never a currency. */
export function ownUnit(column: FigureColumn, cell: string): string | undefined {
  const { field, isTolerant } = column;
  if (field === "price") return undefined;
  if (storedUnit(field) === "inches" && FEET_AND_INCHES.test(cell.trim())) return "inches";
  return isTolerant ? unitOfCell(field, cell, unitOf(column)) : undefined;
}

/** Reads a figure with a unit, which must be the column's; by default that is ours. */
function figureIn(column: FigureColumn, text: string, decimal: DecimalSign): number | undefined {
  const { field, multiple } = column;
  const meant = unitOf(column);
  const { figure = "", words } = divideFigure(text) ?? {};
  const number = readNumber(figure, decimal);
  if (meant === undefined || number === undefined || words === undefined) return undefined;
  const read = words.map((word) => readMultiple(word, field));
  const isMeant = (rest: string) =>
    rest === "" ||
    unitInCell(rest, field) === currencyUnit(meant) ||
    (isCurrency(meant) && isWrittenAs(meant, rest));
  if (!read.every(({ rest }) => isMeant(rest))) return undefined;
  // A cell that repeats the multiple of its header is not multiplied twice.
  const own = read.find((word) => word.multiple > 1)?.multiple;
  return multiplied(number, own ?? multiple);
}

/** The words beside the figures of a cell. A duration with hours is understood in any column. */
function wordsOfCell(cell: string): string[] {
  if (cell.length > LONGEST_FIGURE || minutesOf(cell) !== undefined) return [];
  const whole = withoutMarks(cell);
  // `117 mph (188 km/h)` is in the first unit.
  const [, first = whole, , unit = ""] = TWICE.exec(whole) ?? [];
  const text = first + unit;
  const [, , second = ""] = RANGE.exec(text) ?? [];
  return [text, second].flatMap((part) => divideFigure(part)?.words ?? []);
}

/** The unit or currency that a cell names, for a column of any field. */
export function namedUnit(cell: string): string | undefined {
  return wordsOfCell(cell)
    .map((word) => unitOfWord(word) ?? currencyNamed(readMultiple(word).rest))
    .find((unit) => unit !== undefined);
}

/** Whether a cell names a unit or currency that no figure of the field is in, as `11 kW` for a length. */
export function isOfOtherKind(field: FieldName, cell: string): boolean {
  const unit = namedUnit(cell);
  const isMoney = field !== "price" && /\p{Sc}/u.test(cell);
  const isOther = unit !== undefined && multipleOf([unit]) === 1 && !unitOfCell(field, cell);
  return unitsOf(field).length > 0 && (isMoney || isOther);
}

/** A unit of the field that a cell names. @param besides a unit that does not count */
export function unitOfCell(field: FieldName, cell: string, besides?: string): string | undefined {
  const isTime = besides === undefined && minutesOf(cell) !== undefined;
  if (isTime) return unitsOf(field).find((unit) => unit === "hours" || unit === "minutes");
  return wordsOfCell(cell)
    .map((word) => readMultiple(word, field).rest)
    .filter((word) => besides === undefined || !isWrittenAs(besides, word))
    .flatMap((word) => unitInCell(word, field) ?? [])
    .find((unit) => isUnitOf(field, unit) && unit !== besides);
}

/** What to do about a cell in another unit, which is not converted. */
export function otherUnitProblem(column: FigureColumn, cell: string): string | undefined {
  const { field, isTolerant, unit: ours = OUR_CURRENCY, multiple } = column;
  const unit = unitOfCell(field, cell, unitOf(column));
  if (unit === undefined) return undefined;
  if (!isTolerant) return `This is in ${unit}; choose ${unit} as the column's unit`;
  if (field !== "price") return undefined;
  const wanted = unitLabel(currencyUnit(ours) === OUR_CURRENCY ? OUR_CURRENCY : ours, multiple);
  return `This is in ${unitLabel(unit)}. Enter the price in ${wanted}`;
}

/** Acceleration to speeds other than 60 mph. */
const OTHER_SPRINTS: readonly string[] = ["0-62 mph", "0-100 km/h"];

/** `pounds` are money only if no weight is possible; `KM` is Polish for metric hp, `t` Norwegian for hours. */
export function unitsFor(units: readonly string[], field: FieldName): readonly string[] {
  const ours = storedUnit(field);
  if (ours === "pounds") return units.map((unit) => (unit === "British pounds" ? ours : unit));
  if (ours === "hp" || ours === "kW")
    return units.map((unit) => (unit === "km" ? "metric hp" : unit));
  if (ours === "hours" || ours === "minutes")
    return units.map((unit) => (unit === "tonnes" ? "hours" : unit));
  return units;
}

export function isSprint(field: FieldName): boolean {
  return field === "acceleration" || field === "zeroToSixty";
}

/** Why figures in these units cannot be those of the field: `in km; we store miles`. */
export function unitIssue(units: readonly string[], field: FieldName): string | undefined {
  const ours = storedUnit(field);
  const other = unitsFor(units, field).find((unit) => unit !== ours);
  if (other === undefined) return undefined;
  if (OTHER_SPRINTS.includes(other)) {
    return isSprint(field) ? `${other}; we store 0-60 mph` : `${other}, which is no such value`;
  }
  return ours ? `in ${other}; we store ${ours}` : `in ${other}; this has no unit`;
}

/** Large, so that rounding the converted figure does not matter. */
const LARGE_FIGURE = 1e6;

/** `Range must be 1,000 mi or less (1,609 km)`: a bound as it is stored, and in the column's unit. */
export function withUnits(message: string, column: FigureColumn): string {
  const { field, multiple = 1 } = column;
  const [text, words = ""] = /[\d,.]+( or (?:more|less))$/.exec(message) ?? [];
  if (text === undefined || !column.isTolerant || !isNumberField(field)) return message;
  const bound = Number(text.slice(0, -words.length).replaceAll(",", ""));
  const inStoredUnit = message.slice(0, -text.length) + storedText(field, bound) + words;
  const stored = convertFigure(column, LARGE_FIGURE);
  if (convertedUnit(column) === undefined || stored === undefined) return inStoredUnit;
  const inUnit = formatNumber((bound * LARGE_FIGURE) / stored / multiple, 1);
  return `${inStoredUnit} (${fileText(inUnit, column)})`;
}
