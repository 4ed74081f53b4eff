import { yieldOften } from "../../server/yield-often.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { isFieldName } from "../../domain/fields.ts";
import { findTypicalFigures, isUnusual } from "../../domain/typical-figures.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { CsvColumn } from "./columns/columns.schema.ts";
import type { Note, OtherName, RepeatedMode, UnusualFigures } from "./import.schema.ts";
import { changedValuesOf, type ImportPlan } from "./import-plan.db.server.ts";
import { createTrimFinder } from "./columns/split-name.server.ts";
import { MAX_MAKES, NAMED_CELLS, NAMED_UNUSUAL, NAMED_VALUES } from "./limits.ts";
import { brandKey } from "../../domain/brands.ts";
import { joinLetters } from "../../domain/filters/search.ts";
import { identityKey, modelIdentity, rowIdentity } from "../../domain/names.ts";
import type { BadRow, ImportFile } from "./parse/import-file.server.ts";
import { usualMake } from "./columns/split-name.server.ts";
import { shortName } from "./stored-text.ts";

const NONE_UNUSUAL = { count: 0, lowest: Infinity, highest: -Infinity };

/** Figures far from the catalogue's, such as kilometers in a column of miles or an extra digit. */
async function findUnusualFigures(
  { added, updated }: Pick<ImportPlan, "added" | "updated">,
  columns: readonly CsvColumn[],
  evs: readonly Ev[],
): Promise<UnusualFigures[]> {
  const headers = new Map(columns.map(({ field, header }) => [field, header]));
  const found = Object.entries(findTypicalFigures(evs)).flatMap(
    ([field, range]): UnusualFigures[] =>
      isFieldName(field)
        ? [{ field, column: headers.get(field) ?? "", ...range, ...NONE_UNUSUAL, rows: [] }]
        : [],
  );
  type Names = Pick<EvInput, "make" | "model" | "trim" | "year">;
  const checkRow = (row: number, names: Names, values: Readonly<Record<string, unknown>>) => {
    for (const figures of found) {
      const value = values[figures.field];
      if (!isUnusual(value, figures)) continue;
      figures.count++;
      figures.lowest = Math.min(figures.lowest, value);
      figures.highest = Math.max(figures.highest, value);
      if (figures.rows.length >= NAMED_UNUSUAL) continue;
      const { make, model, trim, year } = names;
      figures.rows.push({ row, make, model, trim, year, value });
    }
  };
  for await (const { row, input } of yieldOften(added)) checkRow(row, input, { ...input });
  for await (const { row, stored, changes } of yieldOften(updated))
    checkRow(row, stored, changedValuesOf(changes, "after"));
  return found.filter(({ count }) => count > 0);
}

function addName(
  found: Map<string, OtherName>,
  most: number,
  { name, spelling }: Omit<OtherName, "rows">,
): void {
  const other = found.get(name);
  if (other) other.rows++;
  else if (found.size < most)
    found.set(name, { name, rows: 1, ...(spelling !== undefined && { spelling }) });
}

/**
 * Models of new rows that the catalogue spells differently, until the mapping says what each is. Of several
 * spellings there, the one with the most trims is offered.
 */
async function findOtherModels(
  { added }: Pick<ImportPlan, "added">,
  { badRows, mapping }: Pick<ImportFile, "badRows" | "mapping">,
  evs: readonly Ev[],
): Promise<OtherName[]> {
  const letters = (make: string, model: string) => `${brandKey(make)}\n${joinLetters(model)}`;
  const byTrims = evs.toSorted((a, b) => a.trims.length - b.trims.length);
  const known = new Map(byTrims.map(({ make, model }) => [letters(make, model), model] as const));
  const settled = new Set(Object.keys(mapping.models ?? {}));
  const found = new Map<string, OtherName>();
  const count = ({ make, model: name }: NonNullable<BadRow["car"]>) => {
    const spelling = known.get(letters(make, name));
    if (spelling === undefined || identityKey(spelling) === identityKey(name)) return;
    if (!settled.has(name)) addName(found, MAX_MAKES - settled.size, { name, spelling });
  };
  for await (const { input } of yieldOften(added)) count(input);
  for (const { car } of badRows) if (car) count(car);
  return [...found.values()];
}

/**
 * Makes of new rows that the catalogue spells differently (`Mercedes`, `MINI`), until the mapping says what
 * each is, then words that start names without a known make (importing.md#makes).
 */
async function findOtherMakes(
  { added }: Pick<ImportPlan, "added">,
  { badRows, mapping }: Pick<ImportFile, "badRows" | "mapping">,
  evs: readonly Ev[],
): Promise<OtherName[]> {
  const settled = new Set(Object.keys(mapping.makes ?? {}).map(identityKey));
  const catalogue = new Set(evs.map(({ make }) => make));
  const byKey = new Map([...catalogue].map((make) => [brandKey(make), make] as const));
  const found = new Map<string, OtherName>();
  const count = ({ make: name }: Pick<EvInput, "make">) => {
    if (catalogue.has(name) || settled.has(identityKey(name))) return;
    const spelling = byKey.get(brandKey(name)) ?? usualMake(name);
    if (spelling !== undefined && spelling !== name) addName(found, MAX_MAKES, { name, spelling });
  };
  for await (const { input } of yieldOften(added)) count(input);
  for (const { car } of badRows) if (car) count(car);
  for (const { unknownName } of badRows) {
    const [name = ""] = unknownName?.split(/\s+/) ?? [];
    if (name !== "") addName(found, MAX_MAKES, { name });
  }
  return [...found.values()];
}

const OTHER_YEARS = "The catalogue has these cars in other years, so they are added as new";

/** Notes new rows whose trims the catalogue has in other years, in a file that says no year itself. */
export async function noteOtherYears(
  { added }: ImportPlan,
  columns: readonly CsvColumn[],
  evs: readonly Ev[],
): Promise<Note[]> {
  if (columns.some(({ field, split }) => field === "year" || split?.includes("year"))) return [];
  const keyOf = (names: Pick<EvInput, "make" | "model" | "trim">) =>
    rowIdentity({ ...names, year: 0 });
  const known = new Set(
    evs.flatMap(({ make, model, trims }) => trims.map(({ trim }) => keyOf({ make, model, trim }))),
  );
  const cells: Note["cells"] = [];
  for await (const { row, input } of yieldOften(added)) {
    if (known.has(keyOf(input))) cells.push({ row });
  }
  const note = { column: "year", message: OTHER_YEARS, count: cells.length };
  return cells.length > 0 ? [{ ...note, cells: cells.slice(0, NAMED_CELLS) }] : [];
}

const LONGER_MODELS =
  "These names begin with a model of the catalogue, but are added as new models";

/** Notes new rows whose model goes on after one of the catalogue, as `EV6 GT` does. */
export async function noteLongerModels(
  { added }: ImportPlan,
  columns: readonly CsvColumn[],
  evs: readonly Ev[],
): Promise<Note[]> {
  const hasTrim = createTrimFinder(evs);
  const known = new Map(evs.map((ev) => [modelIdentity(ev), false]));
  const found: Note["cells"] = [];
  for await (const { row, input } of yieldOften(added)) {
    const key = modelIdentity(input);
    const isLonger = known.get(key) ?? hasTrim(input.make, input.model);
    known.set(key, isLonger);
    if (isLonger) found.push({ row, value: input.model });
  }
  const { header: column = "" } = columns.find(({ field }) => field === "model") ?? {};
  const note = { column, message: LONGER_MODELS, count: found.length };
  return found.length > 0 ? [{ ...note, cells: found.slice(0, NAMED_CELLS) }] : [];
}

/** The fields that bad rows lack, with the names of some of their cars. */
function lackingFields(badRows: ImportFile["badRows"]) {
  const rows = badRows.flatMap(({ lacking = [], car, unknownName }) => {
    const name = car ? `${car.make} ${car.model}` : unknownName;
    return lacking.map((field) => ({ field, name }));
  });
  return Array.from(
    Map.groupBy(rows, ({ field }) => field),
    ([field, ofField]) => {
      const names = new Set(ofField.flatMap(({ name }) => name ?? []));
      return { field, rows: ofField.length, names: [...names].slice(0, NAMED_VALUES) };
    },
  );
}

/** What to ask about the rows of a checked file, each question once for all rows. */
export async function findQuestions(
  file: ImportFile,
  plan: ImportPlan,
  evs: readonly Ev[],
  repeated: RepeatedMode | undefined,
) {
  const { badRows, columns } = file;
  const makes = await findOtherMakes(plan, file, evs);
  const models = await findOtherModels(plan, file, evs);
  const named = [...makes.filter(({ spelling }) => spelling !== undefined), ...models];
  const isContradictory = plan.repeated.pairs.some(
    ({ differs }) => Object.keys(differs).length > 0,
  );
  return {
    unusual: await findUnusualFigures(plan, columns, evs),
    makes,
    models,
    lacking: lackingFields(badRows),
    missing: [
      ...(isContradictory && !repeated ? ["which of the repeated rows to add"] : []),
      ...named.map(({ name }) => `your answer about “${shortName(name)}”`),
      ...columns.flatMap(({ header, decimal, dates }) => [
        ...(decimal === "unclear" ? [`the decimal sign of ${shortName(header)}`] : []),
        ...(dates === "unclear" ? [`the order of dates in ${shortName(header)}`] : []),
      ]),
    ],
  };
}
