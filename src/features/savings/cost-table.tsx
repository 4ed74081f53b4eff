import { NOT_AVAILABLE } from "../../domain/format.ts";
import { present } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { inReading, formatAssumption } from "../../domain/assumption.ts";
import { fullTitle } from "../compare/compare.ts";
import { shortName } from "./cars.ts";
import type { CarWithCosts } from "./cost-answer.tsx";
import { CONSUMPTION } from "./cost-inputs.ts";
import table from "../../ui/figure-table.module.css";
import styles from "./cost-table.module.css";
import { formatBreakEven, formatWholeYears, formatDollars } from "./cost-words.ts";
import {
  type CostInputs,
  interestOf,
  type Ownership,
  type Running,
  worthAfter,
} from "../../domain/ownership.ts";

interface CostTableProps {
  cars: readonly CarWithCosts[];
  inputs: CostInputs;
}

/** The breakdown of the answer, with the gas car in the last column. */
export function CostTable({ cars, inputs }: CostTableProps) {
  const { unit } = useDistance();
  const consumption = inReading(CONSUMPTION, unit);
  const rows = costRows(cars, inputs).concat(
    // The label has the unit, because with three cars a phone has no room for it in each cell.
    wordsRow(`${consumption.label}, ${consumption.unit}`, cars, ({ use }) =>
      use ? formatAssumption(CONSUMPTION, use.kwhPer100Miles, unit) : NOT_AVAILABLE,
    ),
  );
  return (
    // Chrome and Firefox let the keyboard scroll this when large text makes it too wide.
    <div className={styles.region}>
      <table className={table.table}>
        <caption className="visually-hidden">Costs of each car</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Cost</span>
            </th>
            {cars.map((car) => (
              <th key={car.trim.rowId} scope="col" title={fullTitle(car)} translate="no">
                {shortName(car, cars)}
              </th>
            ))}
            <th scope="col">Gas car</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells, isSum }) => (
            <tr key={label} data-sum={isSum}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td
                  key={cars[at]?.trim.rowId ?? "gas"}
                  data-missing={cell === NOT_AVAILABLE || undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Row {
  label: string;
  cells: readonly string[];
  isSum?: boolean;
}

const dollars = (value: number | null) => (value === null ? NOT_AVAILABLE : formatDollars(value));

function wordsRow(
  label: string,
  cars: readonly CarWithCosts[],
  say: (owned: Ownership) => string,
): Row {
  return { label, cells: [...cars.map(({ owned }) => say(owned)), ""] };
}

function costRows(cars: readonly CarWithCosts[], inputs: CostInputs): Row[] {
  const { years, gasCarPrice } = inputs;
  const [first] = cars;
  if (!first) return [];
  const { gasRunning, gasCostPerYear } = first.owned;
  const ofPrice = (label: string, of: (price: number, isGas: boolean) => number): Row => {
    const cells = cars.map(({ trim }) => {
      const price = present(trim.price);
      return price === null ? NOT_AVAILABLE : formatDollars(of(price, false));
    });
    return { label, cells: [...cells, formatDollars(of(gasCarPrice, true))] };
  };
  const running = (label: string, of: (running: Running) => number): Row => {
    const cells = cars.map(({ owned }) => dollars(owned.running && of(owned.running)));
    return { label, cells: [...cells, formatDollars(of(gasRunning))] };
  };
  const sum = (label: string, factor: number): Row => {
    const costs = cars.map(({ owned }) => owned.costPerYear && owned.costPerYear * factor);
    return {
      label,
      cells: [...costs.map(dollars), formatDollars(gasCostPerYear * factor)],
      isSum: true,
    };
  };
  const over = `over ${formatWholeYears(years)}`;
  return [
    ofPrice("Price", (price) => price),
    ...(inputs.hasLoan
      ? [ofPrice(`Loan interest ${over}`, (price) => interestOf(price, inputs, years * 12))]
      : []),
    ...(inputs.depreciates
      ? [
          ofPrice(`Worth after ${formatWholeYears(years)}`, (price, isGas) =>
            worthAfter(
              years,
              price,
              isGas ? inputs.gasDepreciationPercent : inputs.evDepreciationPercent,
            ),
          ),
        ]
      : []),
    running("Fuel per year", ({ fuel }) => fuel),
    running("Maintenance per year", ({ upkeep }) => upkeep),
    ...(inputs.evFeePerYear > 0 ? [running("EV fee per year", ({ fee }) => fee)] : []),
    sum(`Total ${over}`, years),
    sum("Cost per year", 1),
    wordsRow("Break-even", cars, (owned) => formatBreakEven(owned, years)),
  ];
}
