import { eachInTurns, type TakeTurns } from "../../server/turns.server.ts";
import type { EvInput } from "../../vehicle/ev-input.ts";
import { present } from "../../vehicle/trims.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import type { UnusualFigures } from "./import-answer.ts";
import type { CsvColumn } from "./import-columns.ts";
import type { ImportRow } from "./import-file.server.ts";
import { NAMED_UNUSUAL } from "./limits.ts";

type FigureField = Extract<keyof EvInput, UnusualFigures["field"]>;

/** Where the catalogue has the figures of a field. */
const FIGURES = {
  year: ({ year }) => year,
  price: ({ price }) => price,
  range: ({ range }) => range,
  charging: ({ charging }) => charging,
  acceleration: ({ acceleration }) => acceleration,
  zeroToSixty: ({ zeroToSixty }) => zeroToSixty,
  topSpeed: ({ topSpeed }) => topSpeed,
  seatingCapacity: ({ seating }) => seating,
  cargoSpace: ({ cargoCapacity }) => cargoCapacity,
  batteryCapacity: ({ battery }) => battery,
  maxChargingSpeed: ({ maxChargingSpeed }) => maxChargingSpeed,
} satisfies Partial<Record<FigureField, (trim: Trim) => number | null>>;

/** What the catalogue has of one column's field, and what of the file lies outside. */
interface Watched extends UnusualFigures {
  field: keyof typeof FIGURES;
}

const isWatched = (field: string | null): field is keyof typeof FIGURES =>
  field !== null && Object.hasOwn(FIGURES, field);

/**
 * Figures of new rows below or above all that the catalogue has: kilometres in a column of miles, a
 * figure too many. Nothing is compared while no row of the catalogue has the field.
 */
export async function unusualFigures(
  added: readonly ImportRow[],
  columns: readonly CsvColumn[],
  evs: readonly Ev[],
  takeTurns: TakeTurns,
): Promise<UnusualFigures[]> {
  const watched: Watched[] = columns.flatMap(({ field, header }) =>
    isWatched(field)
      ? [
          {
            field,
            column: header,
            least: Infinity,
            most: -Infinity,
            count: 0,
            rows: [],
          },
        ]
      : [],
  );
  const note = ({ trims }: Ev) => {
    for (const trim of trims) {
      for (const each of watched) {
        const figure = present(FIGURES[each.field](trim));
        if (figure === null) continue;
        if (figure < each.least) each.least = figure;
        if (figure > each.most) each.most = figure;
      }
    }
  };
  await eachInTurns(evs, note, takeTurns);
  const known = watched.filter(({ least }) => least < Infinity);
  const compare = ({ row, input }: ImportRow) => {
    for (const each of known) {
      const value = present(input[each.field]);
      if (value === null || (value >= each.least && value <= each.most)) continue;
      each.count++;
      if (each.rows.length >= NAMED_UNUSUAL) continue;
      const { make, model, trim, year } = input;
      each.rows.push({ row, make, model, trim, year, value });
    }
  };
  await eachInTurns(added, compare, takeTurns);
  return known.filter(({ count }) => count > 0);
}
