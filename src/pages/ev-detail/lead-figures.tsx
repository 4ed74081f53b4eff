import { useQuery } from "@tanstack/react-query";

import { bodyTypeWord } from "../../domain/field-options.ts";
import { zeroToSixtyOf } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { placesQuery } from "../../features/catalogue/catalogue.queries.ts";
import { findChargingFacts } from "../../features/catalogue/charging-facts.ts";
import { useChargingRates } from "../../features/catalogue/charging-rates.ts";
import { Figure } from "../../features/catalogue/figure.tsx";
import { leadFigures } from "../../features/catalogue/spec-table.tsx";
import { ChangedMark } from "../../features/live/changed-mark.tsx";
import { Skeleton } from "../../ui/notice.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import styles from "./lead-figures.module.css";

interface LeadFiguresProps {
  ev: Ev;
  trim: Trim;
}

/** The best-known figures, each with its place among cars of the body type (one-car.md#lead-figures). */
export function LeadFigures({ ev, trim }: LeadFiguresProps) {
  const distance = useDistance();
  const { data } = useQuery(placesQuery(ev.id));
  const { places } = data?.trims.find(({ rowId }) => rowId === trim.rowId) ?? {};
  const figures = leadFigures(trim, distance);
  const shownPlaces = figures.flatMap(({ name }) => places?.[name] ?? []);
  const isAmongAlike = shownPlaces.every((words) => data && words.endsWith(data.among));
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(({ name, label, value }, at) => (
          <Figure
            key={name}
            lead={at < 2}
            label={label}
            value={value}
            place={places?.[name]}
            mark={
              name === "zeroToSixty" && (
                <ChangedMark value={zeroToSixtyOf(trim)} owner={trim.rowId} />
              )
            }
          />
        ))}
      </dl>
      {shownPlaces.length > 0 && (
        <p className={styles.among}>
          Compared with every {isAmongAlike && `${bodyTypeWord(ev.bodyType)} `}trim listed here.
        </p>
      )}
    </>
  );
}

/** About as high as the figures with their places. */
export function LeadFiguresSkeleton() {
  return (
    <div className={styles.figures}>
      {[0, 1, 2, 3].map((figure) => (
        <Skeleton key={figure} height="72px" />
      ))}
    </div>
  );
}

/** one-car.md#charging-and-winter */
export function ChargingFacts({ trim }: Pick<LeadFiguresProps, "trim">) {
  const facts = findChargingFacts(trim, useDistance(), useChargingRates());
  if (facts.length === 0) return null;
  return (
    <section aria-label="Charging and winter">
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
