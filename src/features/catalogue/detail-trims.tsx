import { type ReactNode, useId, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../domain/routes.ts";
import { useWideScreen } from "../../ui/device.ts";
import { Fold } from "../../ui/fold.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { formatPrice } from "../../domain/format.ts";
import { chooseTrim, trimName, trimsOf } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import styles from "./trim-picker.module.css";

/** More trims are listed in a table (one-car.md#address-and-trim). */
const MAX_PILLS = 6;

interface TrimPickerProps {
  ev: Ev;
  chosen: Trim;
}

/** Lists the trims by year; on a phone, only the newest and the chosen year are open (one-car.md#on-a-phone). */
export function TrimPicker({ ev, chosen }: TrimPickerProps) {
  const isWide = useWideScreen();
  const headings = useId();
  const years = [...new Set(ev.trims.map(({ year }) => year))];
  const Trims = ev.trims.length > MAX_PILLS ? TrimTable : TrimPills;
  const trimsOfYear = (year: number) => (
    <Trims
      ev={ev}
      chosen={chosen}
      year={year}
      headingId={years.length > 1 ? `${headings}${year}` : undefined}
    />
  );
  return (
    <nav aria-label="Trims" className={styles.years}>
      {years.map((year) => {
        const heading = (
          <h3 id={`${headings}${year}`} className={styles.year}>
            {year}
          </h3>
        );
        return isWide || years.length === 1 ? (
          <div key={year}>
            {years.length > 1 && heading}
            {trimsOfYear(year)}
          </div>
        ) : (
          <Fold key={year} title={heading} isOpen={year === years[0] || year === chosen.year}>
            {trimsOfYear(year)}
          </Fold>
        );
      })}
    </nav>
  );
}

interface YearTrimsProps extends TrimPickerProps {
  year: number;
  /** undefined when the model has a single year */
  headingId: string | undefined;
}

function TrimPills({ ev, chosen, year, headingId }: YearTrimsProps) {
  const distance = useDistance();
  return (
    <ul role="list" aria-labelledby={headingId} className={styles.row}>
      {trimsIn(ev, year).map((trim) => (
        <li key={trim.index} className={styles.item}>
          <TrimLink ev={ev} chosen={chosen} trim={trim} hasYear={headingId !== undefined}>
            <span className={styles.figures}>
              <span>{formatPrice(trim.price)}</span>
              <span>{distance.formatRange(trim.range)}</span>
            </span>
          </TrimLink>
        </li>
      ))}
    </ul>
  );
}

function TrimTable({ ev, chosen, year, headingId }: YearTrimsProps) {
  const distance = useDistance();
  return (
    <table aria-labelledby={headingId} className={styles.table}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Trim</th>
          <th scope="col">Price</th>
          <th scope="col">Range</th>
        </tr>
      </thead>
      <tbody>
        {trimsIn(ev, year).map((trim) => (
          <tr key={trim.index}>
            <th scope="row">
              <TrimLink ev={ev} chosen={chosen} trim={trim} hasYear={headingId !== undefined} />
            </th>
            <td>{formatPrice(trim.price)}</td>
            <td>{distance.formatRange(trim.range)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const trimsIn = (ev: Ev, year: number) => ev.trims.filter((trim) => trim.year === year);

interface TrimLinkProps extends TrimPickerProps {
  trim: Trim;
  hasYear: boolean;
  children?: ReactNode;
}

function TrimLink({ ev, chosen, trim, hasYear, children }: TrimLinkProps) {
  return (
    <Link
      replace
      href={evPath(ev.id, trim)}
      aria-current={trim.index === chosen.index ? "true" : undefined}
      className={`cover ${styles.link}`}
    >
      <span className={styles.name} translate="no">
        {trim.trim}
        {hasYear && <span className="visually-hidden"> ({trim.year})</span>}
      </span>
      {children}
    </Link>
  );
}

interface ShownTrim {
  trim: Trim | undefined;
  /** the trim that the address names, or the one shown there until it was deleted */
  gone: string | undefined;
}

/** Keeps showing the same row while the address stays the same, even if rows are added, renamed or moved. */
export function useShownTrim(
  ev: Ev | null | undefined,
  { id, search }: { id: number; search: string },
): ShownTrim {
  const isHydrated = useHydrated();
  const [last, setLast] = useState<ShownTrim & { search: string; trim: Trim }>();
  const trims = ev ? trimsOf(ev) : [];
  const before = last?.search === search ? last : undefined;
  const same = trims.find(({ rowId }) => rowId === before?.trim.rowId);
  const choice = parseTrimChoice(id, search);
  const trim = same ?? chooseTrim(trims, choice);
  let gone = before?.gone;
  if (ev && before && !same) gone = trimName(ev, before.trim);
  else if (trim && !before && !isNamed(trim, choice)) gone = "The trim in this link";
  if (trim && !same) setLast({ search, trim, gone });
  // All names that no trim has share one document.
  return { trim, gone: isHydrated ? gone : undefined };
}

function isNamed(trim: Trim, choice: ReturnType<typeof parseTrimChoice>): boolean {
  return trim.trim.toLowerCase().includes(choice.trimName?.trim().toLowerCase() ?? "");
}

/** Parses the arguments of chooseTrim() (one-car.md#address-and-trim). @param id of the model or of a row */
export function parseTrimChoice(id: number, search: string) {
  const query = new URLSearchParams(search);
  const index = query.get("trim") ?? "";
  return {
    trimName: query.get("trimName"),
    trim: /^\d{1,6}$/.test(index) ? Number(index) : null,
    rowId: id,
  };
}
