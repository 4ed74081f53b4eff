import { useId } from "react";

import { estimateCharging } from "../../domain/charging-estimate.ts";
import answers from "../../ui/answers.module.css";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { Pill } from "../../ui/pill.tsx";
import { usePageState } from "../../ui/use-page-state.tsx";
import { countOf, NOT_AVAILABLE } from "../../domain/format.ts";
import { present, trimName } from "../../domain/trims.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { keysOf } from "../../domain/records.ts";
import { AssumptionField } from "../assumptions/assumption-field.tsx";
import {
  atSpeed,
  formatDuration,
  formatTripTime,
  TRIP_CODEC,
  TRIP_FIGURES,
  TRIP_SPEEDS,
  type Trip,
  type TripInputs,
  tripOf,
} from "../../domain/trip.ts";
import styles from "./trip-panel.module.css";

const FACTORS = keysOf(TRIP_FIGURES).filter((name) => name !== "miles");

/** Shows how long a long drive takes with each car (costs.md#long-drives), and the assumptions. */
export function TripPanel({ cars }: { cars: readonly { readonly ev: Ev; readonly trim: Trim }[] }) {
  const [inputs, change, { arrivals }] = usePageState(TRIP_CODEC);
  const distance = useDistance();
  const speeds = useId();
  // Starts closed, so that the document does not need its fields.
  const isHydrated = useHydrated();
  const rates = useDocumentData().chargingRates;
  const trips = cars.map(({ ev, trim }) => ({
    ev,
    trim,
    trip: tripOf(trim, inputs, estimateCharging(trim, rates)),
  }));
  const conditions = `at ${distance.formatTopSpeed(inputs.mph)}${inputs.isWinter ? " in winter" : ""}`;
  const set = (changed: Partial<TripInputs>) => change((now) => ({ ...now, ...changed }));
  return (
    <div className={`surface ${answers.card}`}>
      <dl className={answers.figures} aria-live="polite">
        {trips.map(({ ev, trim, trip }) => (
          <div key={trim.rowId}>
            <dt className="clamp note">
              {trips.length > 1 ? (
                <span translate="no">{`${ev.make} ${ev.model} ${trimName(ev, trim)}`}</span>
              ) : (
                `${distance.formatRange(inputs.miles)} ${conditions}`
              )}
            </dt>
            <dd className={answers.value} data-missing={trip === null}>
              {trip ? formatTripTime(trip) : NOT_AVAILABLE}
            </dd>
            <dd className={answers.note}>
              {trip
                ? `${formatStops(trip)}; ${distance.formatRange(trip.highwayRange)} per full battery ${conditions}`
                : `${present(trim.range) === null ? "Range" : "Fast charging time"} unknown`}
            </dd>
          </div>
        ))}
      </dl>
      {/* No setting could change an unknown answer. */}
      {trips.some(({ trip }) => trip !== null) && (
        <>
          <form method="dialog" autoComplete="off" className={styles.inputs} data-scripted>
            <AssumptionField
              key={arrivals}
              assumption={TRIP_FIGURES.miles}
              value={inputs.miles}
              onChange={(miles) => set({ miles })}
            />
            <div className="row">
              <span id={speeds} className="field-label">
                Speed
              </span>
              <span role="group" aria-labelledby={speeds} className="row">
                {TRIP_SPEEDS.map((mph) => (
                  <Pill
                    key={mph}
                    pressed={mph === inputs.mph}
                    onClick={() => change((now) => atSpeed(now, mph))}
                  >
                    {distance.formatTopSpeed(mph)}
                  </Pill>
                ))}
              </span>
            </div>
            <Checkbox checked={inputs.isWinter} onChange={(isWinter) => set({ isWinter })}>
              Winter, 20 °F
            </Checkbox>
          </form>
          <Fold
            title={<span className="field-label">How we calculate this</span>}
            className={styles.fold}
            isScripted
          >
            <p className={styles.words}>
              Starts at 100%, never drops below 10%. Each stop charges to 80%, the last only as far
              as needed. Elevation, wind, traffic and waiting for a charger are left out.
            </p>
            <div className={styles.factors}>
              {(isHydrated ? FACTORS : []).map((name) => (
                <AssumptionField
                  key={`${name} ${arrivals} ${inputs.mph}`}
                  assumption={TRIP_FIGURES[name]}
                  value={inputs[name]}
                  source={TRIP_FIGURES[name].source}
                  onChange={(value) => set({ [name]: value })}
                />
              ))}
            </div>
          </Fold>
        </>
      )}
    </div>
  );
}

/** `2 stops, 21 min of charging` */
function formatStops({ stops, chargingMinutes, isEstimated }: Trip): string {
  if (stops === 0) return "No stop";
  const charging = formatDuration(chargingMinutes);
  return `${countOf(stops, "stop")}, ${isEstimated ? `an estimated ${charging}` : charging} of charging`;
}
