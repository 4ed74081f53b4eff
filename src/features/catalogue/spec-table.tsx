import { DISTANCE_FORMATS, type DistanceFormats } from "../../vehicle/distance.ts";
import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import {
  SHEET_GROUPS,
  SHOWN_FIELDS,
  type ShownFigure,
  type ShownName,
  type ShownWords,
} from "../../vehicle/shown-fields.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import styles from "./spec-table.module.css";

const LEAD_FIGURES = 4;
/** Most asked first. */
const LEAD_ORDER: readonly ShownName[] = [
  "range",
  "price",
  "zeroToSixty",
  "charging",
  "maxChargingSpeed",
  "battery",
  "topSpeed",
  "seating",
  "cargoCapacity",
];

export interface SpecGroup {
  title: string;
  rows: { label: string; value: string }[];
}

/** Every field of a trim; a missing one reads N/A. */
export function specGroups(ev: Ev, trim: Trim, distance = DISTANCE_FORMATS.miles): SpecGroup[] {
  const fields = Object.values(SHOWN_FIELDS);
  return SHEET_GROUPS.map((title) => ({
    title,
    rows: fields
      .filter(({ group }) => group === title)
      .map((field) => ({ label: field.label, value: sheetText(field, ev, trim, distance) })),
  }));
}

function sheetText(
  field: ShownFigure | ShownWords,
  ev: Ev,
  trim: Trim,
  distance: DistanceFormats,
): string {
  if ("words" in field) return field.words(ev, trim) ?? NOT_AVAILABLE;
  const { value, exact, format } = field;
  return exact ? exact(value(trim)) : format(value(trim), distance);
}

interface LeadFigure {
  label: string;
  value: string;
}

export const ZERO_TO_SIXTY = "0-60 mph";

/** The first four that are known. */
export function leadFigures(trim: Trim, distance: DistanceFormats): LeadFigure[] {
  const figures = LEAD_ORDER.flatMap((name) => {
    const field = SHOWN_FIELDS[name];
    if ("words" in field || !field.lead) return [];
    const figure = field.value(trim);
    return figure === null ? [] : [{ label: field.lead, value: field.format(figure, distance) }];
  });
  return figures.slice(0, LEAD_FIGURES);
}

export function SpecTable({ ev, trim }: { ev: Ev; trim: Trim }) {
  const distance = useDistance();
  return (
    <div className={styles.groups}>
      {specGroups(ev, trim, distance).map((group) => (
        <table key={group.title} className={styles.group}>
          <caption>{group.title}</caption>
          <tbody>
            {group.rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={value === NOT_AVAILABLE ? styles.missing : undefined}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
