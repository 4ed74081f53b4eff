import { useQuery } from "@tanstack/react-query";

import {
  type ChargingRates,
  estimateCharging,
  formatChargingEstimate,
} from "../../domain/charging-estimate.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { milesInTenMinutesOf, wallOutletMiles } from "../../domain/fields/further.ts";
import { bodyTypeWord } from "../../domain/field-options.ts";
import { DEFAULT_TRIP, highwayRangeOf } from "../../domain/trip.ts";
import { zeroToSixtyOf } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { placesQuery } from "../../features/catalogue/catalogue.queries.ts";
import { Figure } from "../../features/catalogue/figure.tsx";
import { leadFigures } from "../../features/catalogue/spec-table.tsx";
import { ChangedMark } from "../../features/live/changed-mark.tsx";
import { Skeleton } from "../../ui/notice.tsx";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import styles from "./lead-figures.module.css";

interface LeadFiguresProps {
  ev: Ev;
  trim: Trim;
}

/** Shows the lead figures, each with its rank among cars of the body type (one-car.md#lead-figures). */
export function LeadFigures({ ev, trim }: LeadFiguresProps) {
  const distance = useDistance();
  const { data } = useQuery(placesQuery(ev.id));
  const { places } = data?.trims.find(({ rowId }) => rowId === trim.rowId) ?? {};
  const figures = leadFigures(trim, distance);
  const shownPlaces = figures.flatMap(({ name }) => places?.[name] ?? []);
  return (
    <div>
      <dl className={styles.figures}>
        {figures.map(({ name, label, value }, at) => (
          <Figure
            key={name}
            lead={at < 2}
            label={label}
            value={value}
            rank={places?.[name]}
            mark={
              name === "zeroToSixty" && <ChangedMark key={trim.rowId} value={zeroToSixtyOf(trim)} />
            }
          />
        ))}
      </dl>
      {data && shownPlaces.length > 0 && (
        <p className={styles.among}>
          Compared with every{" "}
          {shownPlaces.some((words) => words.endsWith(data.among)) && bodyTypeWord(ev.bodyType)}{" "}
          trim listed here.
        </p>
      )}
    </div>
  );
}

/** Roughly as high as the figures with their ranks. */
export function LeadFiguresSkeleton() {
  return <Skeleton count={4} height="72px" className={styles.figures} />;
}

/** one-car.md#charging-and-winter */
export function ChargingFacts({ trim }: Pick<LeadFiguresProps, "trim">) {
  const facts = findChargingFacts(trim, useDistance(), useDocumentData().chargingRates);
  if (facts.length === 0) return null;
  return (
    <section aria-label="Charging and winter">
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="fine">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the facts that are known and that neither the lead figures nor the specifications show. */
export function findChargingFacts(
  trim: Trim,
  distance: DistanceFormats,
  rates: ChargingRates | null,
): { label: string; value: string }[] {
  const estimate = estimateCharging(trim, rates);
  const added = milesInTenMinutesOf(trim);
  const outletMiles = wallOutletMiles(trim);
  const winterRange = highwayRangeOf(trim, { ...DEFAULT_TRIP, isWinter: true });
  const facts = [
    estimate && { label: "Fast charging, 10-80%", value: formatChargingEstimate(estimate) },
    added !== null && { label: "Added in 10 min of charging", value: distance.formatRange(added) },
    outletMiles !== null && {
      label: "120 V outlet",
      value: `about ${distance.formatRange(outletMiles)} in 10 hours`,
    },
    winterRange !== null && {
      label: `Winter range at ${distance.formatTopSpeed(DEFAULT_TRIP.mph)}`,
      value: `about ${distance.formatRange(winterRange)}`,
    },
  ];
  return facts.filter((fact) => fact !== false && fact !== null);
}
