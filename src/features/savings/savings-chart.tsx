import type { ReactNode } from "react";

import { BottomAxis, LeftAxis } from "../../ui/chart-axes.tsx";
import { niceTicks, percentBetween } from "../../ui/ticks.ts";
import { formatPriceLabel } from "../../domain/format.ts";
import { shortName } from "./cars.ts";
import type { CarWithCosts } from "./cost-answer.tsx";
import { formatCo2Saved, formatDollars } from "./cost-words.ts";
import { type CostInputs, costsByYear, type YearCosts } from "../../domain/ownership.ts";
import table from "../../ui/figure-table.module.css";
import styles from "./savings-chart.module.css";

/** Charts the costs of each car over the years, and the gas car's; cars with unknown costs are left out. */
export function SavingsChart(props: {
  cars: readonly CarWithCosts[];
  inputs: CostInputs;
  /** stands beside the folded table */
  children: ReactNode;
}) {
  const { cars, inputs, children } = props;
  const lines = cars.flatMap((car, at) => {
    const costs = costsByYear(car.owned, inputs.years);
    return costs.length > 0 ? [{ name: shortName(car, cars), slot: at + 1, costs }] : [];
  });
  if (lines.length === 0) return <div className={styles.foot}>{children}</div>;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>
          {inputs.depreciates ? "Spent so far, minus the car’s value" : "Spent so far"}
        </span>
        {lines.map(({ name, slot }) => (
          <span key={slot} className={styles.key} data-car={slot} translate="no">
            {name}
          </span>
        ))}
        <span className={styles.key} data-car="gas">
          Gas car
        </span>
      </figcaption>
      <Lines lines={lines} />
      <div className={styles.foot}>
        <details className={table.fold}>
          <summary className="touch field-label underlined">Year by year</summary>
          <YearTable lines={lines} />
          {cars.map((car) => (
            <p key={car.trim.rowId} className="note">
              {shortName(car, cars)}: {formatCo2Saved(car.owned, inputs.years)}
            </p>
          ))}
        </details>
        {children}
      </div>
    </figure>
  );
}

interface Line {
  readonly name: string;
  /** number of the car, from 1 */
  readonly slot: number;
  readonly costs: readonly YearCosts[];
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const gas = lines[0]?.costs.map((costs) => costs.gas) ?? [];
  const drawn = [
    { car: "gas", costs: gas },
    ...lines.map(({ slot, costs }) => ({ car: slot, costs: costs.map(({ ev }) => ev) })),
  ];
  const all = drawn.flatMap(({ costs }) => costs);
  const dollars = niceTicks(Math.min(...all), Math.max(...all), 5);
  const [low = 0] = dollars;
  const high = dollars.at(-1) ?? low;
  const last = gas.length - 1;
  const years = niceTicks(0, last, 7).filter((year) => year <= last && Number.isInteger(year));
  const x = (year: number) => percentBetween(year, 0, last);
  const y = (cost: number) => percentBetween(cost, high, low);
  return (
    <div className={styles.frame} aria-hidden>
      <svg className={styles.chart} width="100%" height={`${CHART_HEIGHT_REM}rem`}>
        <LeftAxis
          gapPx={8}
          ticks={dollars.map((tick) => ({
            at: y(tick),
            label: tick === 0 ? "$0" : `$${formatPriceLabel(tick)}`,
          }))}
        />
        <BottomAxis
          gap="1.7em"
          ticks={years.map((year) => ({
            at: x(year),
            label: year === 0 ? "Today" : year === years.at(-1) ? `Year ${year}` : String(year),
          }))}
        />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
          {drawn.map(({ car, costs }) => (
            <polyline
              key={car}
              className={styles.line}
              data-car={car}
              points={costs
                .map((cost, at) => `${x(at).toFixed(1)},${y(cost).toFixed(1)}`)
                .join(" ")}
            />
          ))}
        </svg>
      </svg>
    </div>
  );
}

function YearTable({ lines }: { lines: readonly Line[] }) {
  const [first] = lines;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Year</th>
          {lines.map(({ name, slot }) => (
            <th key={slot} scope="col" translate="no">
              {name}
            </th>
          ))}
          <th scope="col">Gas car</th>
        </tr>
      </thead>
      <tbody>
        {first?.costs.map(({ year, gas }) => (
          <tr key={year}>
            <th scope="row">{year === 0 ? "Today" : year}</th>
            {lines.map(({ slot, costs }) => (
              <td key={slot}>{formatDollars(costs[year]?.ev ?? 0)}</td>
            ))}
            <td>{formatDollars(gas)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Scales with the text size, as does the space between labels. */
const CHART_HEIGHT_REM = 16.5;
