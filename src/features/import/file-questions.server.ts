import { yieldOften } from "../../server/yield-often.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { isFieldName } from "../../domain/fields.ts";
import { findTypicalFigures, isUnusual } from "../../domain/typical-figures.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { NAMED_FIRST, NAMED_VALUES } from "./accepted-files.ts";
import { createReasons, findReasons, isContradiction, MAY_LACK } from "./import-reasons.ts";
import type { BadCell, OtherName, RepeatedMode, UnusualFigures } from "./import.schema.ts";
import { changedValuesOf, type ImportPlan } from "./import.db.server.ts";
import { canonicalMake, latinModel } from "./columns/split-name.server.ts";
import { brandKey } from "../../domain/brands.ts";
import { joinLetters } from "../../domain/filters/search.ts";
import { identityKey } from "../../domain/names.ts";
import { type ImportMapping, MAX_MAKES } from "./mapping/import-mapping.schema.ts";
import type { ImportFile } from "./parse/read-file.server.ts";
import { readableValues } from "./parse/lines-and-rows.server.ts";
import { shortName } from "./stored-text.ts";

/** A bad row may have none that can be read. */
const NO_NAMES = { make: "", model: "", trim: "", year: 0 };

const NONE_UNUSUAL = { count: 0, inBadRows: 0, lowest: Infinity, highest: -Infinity };

/** Figures far from the catalogue's, such as kilometers in a column of miles or an extra digit. */
async function findUnusualFigures(
  { added, updated }: Pick<ImportPlan, "added" | "updated">,
  { columns, badRows }: Pick<ImportFile, "columns" | "badRows">,
  evs: readonly Ev[],
): Promise<UnusualFigures[]> {
  const headers = new Map(columns.map(({ field, header }) => [field, header]));
  const found = Object.entries(findTypicalFigures(evs)).flatMap(
    ([field, range]): (UnusualFigures & { inBadRows: number })[] =>
      isFieldName(field)
        ? [{ field, column: headers.get(field) ?? "", ...range, ...NONE_UNUSUAL, rows: [] }]
        : [],
  );
  const written = [
    ...added.map(({ row, input }) => ({ row, names: input, values: input })),
    ...updated.map(({ row, stored, changes }) => {
      return { row, names: stored, values: changedValuesOf(changes, "after") };
    }),
    ...badRows.map((bad) => ({ row: bad.row, names: NO_NAMES, values: readableValues(bad) })),
  ];
  for await (const { row, names, values } of yieldOften(written)) {
    for (const figures of found) {
      const value = values[figures.field];
      if (!isUnusual(value, figures)) continue;
      if (names === NO_NAMES) figures.inBadRows++;
      else figures.count++;
      figures.lowest = Math.min(figures.lowest, value);
      figures.highest = Math.max(figures.highest, value);
      if (figures.rows.length >= NAMED_VALUES) continue;
      const { make, model, trim, year } = names;
      figures.rows.push({ row, make, model, trim, year, value });
    }
  }
  return found.flatMap(({ inBadRows, ...rest }) =>
    rest.count + inBadRows > 0 ? [{ ...rest, ...(inBadRows > 0 && { inBadRows }) }] : [],
  );
}

/** A new row, or a bad one whose make and model could be read. */
interface NewCar extends Pick<EvInput, "make" | "model"> {
  row: number;
}

const newCars = ({ added }: ImportPlan, badRows: ImportFile["badRows"]): NewCar[] =>
  [
    ...added.map(({ row, input: { make, model } }) => ({ row, make, model })),
    ...badRows.flatMap(({ row, car }) => (car ? [{ row, ...car }] : [])),
  ].toSorted((a, b) => a.row - b.row);

/** Counts the rows of each name. */
function countNames(found: readonly Omit<OtherName, "rows">[], most: number): OtherName[] {
  const byName = [...Map.groupBy(found, ({ name }) => name)].slice(0, most);
  return byName.map(([name, same]) => ({ ...same[0], name, rows: same.length }));
}

/**
 * @returns the catalogue's spelling of a model that a file writes differently, until the mapping says what it
 * is; of several spellings, that with the most trims
 */
function createModelSpeller({ models = {} }: ImportMapping, evs: readonly Ev[]) {
  const letters = (make: string, model: string) => `${brandKey(make)}\n${joinLetters(model)}`;
  const byTrims = evs.toSorted((a, b) => a.trims.length - b.trims.length);
  const known = new Map(byTrims.map(({ make, model }) => [letters(make, model), model] as const));
  return ({ make: written, model }: NewCar): string | undefined => {
    const make = canonicalMake(written) ?? written;
    const spelling =
      known.get(letters(make, model)) ?? known.get(letters(make, latinModel(model) ?? ""));
    const isSettled = Object.hasOwn(models, model);
    return isSettled || !spelling || identityKey(spelling) === identityKey(model)
      ? undefined
      : spelling;
  };
}

/** The same for makes (`Mercedes`, `MINI`). */
function createMakeSpeller({ makes = {} }: ImportMapping, evs: readonly Ev[]) {
  const settled = new Set(Object.keys(makes).map(identityKey));
  const catalogue = new Set(evs.map(({ make }) => make));
  const byKey = new Map([...catalogue].map((make) => [brandKey(make), make] as const));
  return ({ make }: NewCar): string | undefined => {
    if (catalogue.has(make) || settled.has(identityKey(make))) return undefined;
    const spelling = byKey.get(brandKey(make)) ?? canonicalMake(make);
    return spelling === make ? undefined : spelling;
  };
}

/** What bad rows lack, with some of their cars. @param unsettled rows whose names must be settled first */
function lackingFields(badRows: ImportFile["badRows"], unsettled: ReadonlySet<number>) {
  return MAY_LACK.flatMap((field) => {
    const rows = badRows.filter(
      ({ row, lacking }) => lacking?.includes(field) && !unsettled.has(row),
    );
    const names = new Set(
      rows.flatMap(({ car, unknownName = car && `${car.make} ${car.model}` }) => unknownName ?? []),
    );
    return rows.length > 0
      ? [{ field, rows: rows.length, names: [...names].slice(0, NAMED_VALUES) }]
      : [];
  });
}

/** `Mégane, Zora and 3 more` */
function listSome(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - NAMED_FIRST;
  return distinct.slice(0, NAMED_FIRST).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** What to ask and to note about the rows of a checked file, each once for all rows. */
export async function findCheckQuestions(
  { badRows, columns, mapping, notes: ofCells }: ImportFile,
  plan: ImportPlan,
  evs: readonly Ev[],
  repeated: RepeatedMode | undefined,
) {
  const makes: Omit<OtherName, "rows">[] = [];
  const models: Omit<OtherName, "rows">[] = [];
  const spellMake = createMakeSpeller(mapping, evs);
  const spellModel = createModelSpeller(mapping, evs);
  const ofMakes = evs.length > 0 ? columns.find(({ field }) => field === "make") : undefined;
  const knownMakes = new Set(evs.map(({ make }) => brandKey(make)));
  const unsettled = new Set<number>();
  const newMakes: BadCell[] = [];
  for await (const car of yieldOften(newCars(plan, badRows))) {
    const { row, make, model } = car;
    const [knownMake, knownModel] = [spellMake(car), spellModel(car)];
    if (knownMake !== undefined) makes.push({ name: make, spelling: knownMake });
    if (knownModel !== undefined) models.push({ name: model, spelling: knownModel });
    if (knownMake !== undefined || knownModel !== undefined) unsettled.add(row);
    else if (ofMakes && !knownMakes.has(brandKey(make)))
      newMakes.push({ row, column: ofMakes.header, message: "", value: make });
  }
  const mostModels = MAX_MAKES - Object.keys(mapping.models ?? {}).length;
  const otherModels = countNames(models, mostModels);
  const named = [...countNames(makes, MAX_MAKES), ...otherModels];
  // Words that start names without a known make.
  for (const { unknownName } of badRows) {
    const [word = ""] = unknownName?.split(/\s+/) ?? [];
    if (word !== "") makes.push({ name: word });
  }
  const isContradictory = plan.repeated.pairs.some(isContradiction);
  const message = `New makes for your catalogue: ${listSome(newMakes.map(({ value = "" }) => value))}`;
  const ofMakesAdded = createReasons(newMakes.map((cell) => ({ ...cell, message })));
  const notes = [...ofMakesAdded.notes(), ...ofCells];
  return {
    ...(notes.length > 0 && { notes }),
    reasons: findReasons(badRows),
    unusual: await findUnusualFigures(plan, { columns, badRows }, evs),
    makes: countNames(makes, MAX_MAKES),
    models: otherModels,
    lacking: lackingFields(badRows, unsettled),
    missing: [
      ...(isContradictory && !repeated ? ["which of the repeated rows to add"] : []),
      ...named.map(({ name }) => `your answer about “${shortName(name)}”`),
      ...columns.flatMap(({ header: name, decimal, dates }) => [
        ...(decimal === "unclear" ? [`the decimal sign of ${shortName(name)}`] : []),
        ...(dates === "unclear" ? [`the order of dates in ${shortName(name)}`] : []),
      ]),
    ],
  };
}
