import { onPlainClick } from "../../ui/plain-click.ts";
import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

import { withBase } from "../../domain/base-path.ts";
import {
  type ChargingRates,
  estimateCharging,
  formatChargingEstimate,
} from "../../domain/charging-estimate.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { NOT_AVAILABLE, upperFirst } from "../../domain/format.ts";
import { sourcesPath } from "../../domain/routes.ts";
import { SHEET } from "../../domain/fields/further.ts";
import { isShownUnknown, SHOWN_FIELDS, type ShownName } from "../../domain/shown-fields.ts";
import type { ShownField } from "../../domain/shown-kinds.ts";
import { useWideScreen } from "../../ui/device.ts";
import { Fold } from "../../ui/fold.tsx";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { FigureField } from "../claims/claims.ts";
import type { Evidence } from "../claims/claims.schema.ts";
import { figuresBehind } from "../claims/claims.ts";
import { SourceMark } from "../claims/source-mark.tsx";
import { formatDay } from "../../ui/dates.ts";
import { LEAD_NAMES } from "./lead-names.ts";
import styles from "./spec-table.module.css";

const LEAD_FIGURES = 4;
/** Longer words may not fit the width of a phone. */
const WRAPPED_CHARACTERS = 24;

export interface SpecGroup {
  title: string;
  rows: { name: ShownName; label: string; value: string }[];
}

/** What is known about a trim, N/A, and an estimated charging time (one-car.md#estimated-charging-time). */
export function specGroups(
  ev: Ev,
  trim: Trim,
  distance = DISTANCE_FORMATS.miles,
  rates: ChargingRates | null = null,
): SpecGroup[] {
  const estimate = estimateCharging(trim, rates);
  return SHEET.map(({ title, names }) => ({
    title,
    rows: names.flatMap((name) => {
      const field = SHOWN_FIELDS[name];
      const value =
        name === "charging" && estimate
          ? formatChargingEstimate(estimate)
          : sheetText(field, ev, trim, distance);
      return value === NOT_AVAILABLE && !isShownUnknown(name)
        ? []
        : [{ name, label: field.label, value }];
    }),
  })).filter(({ rows }) => rows.length > 0);
}

function sheetText(field: ShownField, ev: Ev, trim: Trim, distance: DistanceFormats): string {
  if ("words" in field) return field.words(ev, trim, distance) ?? NOT_AVAILABLE;
  const { value, format, exact = format } = field;
  return exact(value(trim), distance);
}

/** Returns the first four figures that are known. */
export function leadFigures(trim: Trim, distance: DistanceFormats) {
  const figures = LEAD_NAMES.flatMap((name) => {
    const field = SHOWN_FIELDS[name];
    if ("words" in field || !field.lead) return [];
    const figure = field.value(trim);
    return figure === null
      ? []
      : [{ name, label: field.lead, value: field.format(figure, distance) }];
  });
  return figures.slice(0, LEAD_FIGURES);
}

interface SpecTableProps {
  ev: Ev;
  trim: Trim;
  /** how well the sources of its figures agree; undefined while unknown */
  evidence: Evidence["trims"][number] | undefined;
  onOpen: (field: FigureField) => void;
  /** shown below the last group, which has the price */
  children: ReactNode;
}

/** All groups but the first are folded on a phone (one-car.md#on-a-phone). */
export function SpecTable({ children, ...props }: SpecTableProps) {
  const { ev, trim } = props;
  const groups = specGroups(ev, trim, useDistance(), useDocumentData().chargingRates);
  const isWide = useWideScreen();
  return (
    <div className={styles.groups}>
      {groups.map((group, at) => {
        const below = at === groups.length - 1 && children;
        return isWide ? (
          <div key={group.title}>
            <GroupTable {...props} group={group} />
            {below}
          </div>
        ) : (
          <Fold key={group.title} title={group.title} isOpen={at === 0} className={styles.fold}>
            <GroupTable {...props} group={group} hidesTitle />
            {below}
          </Fold>
        );
      })}
    </div>
  );
}

interface GroupTableProps extends Omit<SpecTableProps, "children"> {
  group: SpecGroup;
  /** true if the title already appears above the table */
  hidesTitle?: boolean;
}

function GroupTable({ ev, trim, evidence, onOpen, group, hidesTitle = false }: GroupTableProps) {
  return (
    <table className={styles.group}>
      <caption className={hidesTitle ? "visually-hidden" : undefined}>{group.title}</caption>
      <tbody>
        {group.rows.map(({ name, label, value }) => {
          const [field] = figuresBehind(name, trim);
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td
                className={clsx(
                  value === NOT_AVAILABLE && styles.missing,
                  value.length > WRAPPED_CHARACTERS && styles.long,
                )}
              >
                {field ? (
                  <>
                    {/* Without scripts, or in a new tab, it leads to the page with all sources. */}
                    <a
                      href={withBase(sourcesPath(ev.id, trim, field))}
                      rel="nofollow"
                      aria-haspopup="dialog"
                      className={styles.open}
                      onClick={onPlainClick(() => onOpen(field))}
                    >
                      {value}
                    </a>
                    <SourceMark
                      field={field}
                      difference={evidence?.differs[field] ?? null}
                      isOneSource={evidence?.oneSource.includes(field) ?? false}
                      isShort
                    />
                  </>
                ) : (
                  value
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Shows where a trim's figures come from and when they were checked, or nothing when neither is known. */
export function FigureSources({ trim }: { trim: Pick<Trim, "source" | "checkedOn"> }) {
  const { source, checkedOn } = trim;
  const heading = useId();
  const isWide = useWideScreen();
  if (source === null && checkedOn === null) return null;
  const title = <h3 id={heading}>Where these figures come from</h3>;
  const statements = (
    <>
      {source !== null && (
        <ul>
          {[...new Set(source.split("; "))].map((statement) => (
            <li key={statement}>{upperFirst(statement)}</li>
          ))}
        </ul>
      )}
      {checkedOn !== null && (
        <p>
          Checked on <time dateTime={checkedOn}>{formatDay(checkedOn)}</time>
        </p>
      )}
    </>
  );
  return (
    <section aria-labelledby={heading} className={styles.sources}>
      {isWide ? (
        <>
          {title}
          {statements}
        </>
      ) : (
        <Fold title={title}>{statements}</Fold>
      )}
    </section>
  );
}
