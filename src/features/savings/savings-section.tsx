import { Calculator, ChevronDown, Plus, X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";

import { formatWithUnit, inReading } from "../../domain/assumption.ts";
import { COST_FIGURES } from "../../domain/cost-figures.ts";
import { formatBattery, formatPrice, NOT_AVAILABLE } from "../../domain/format.ts";
import {
  ownershipOf,
  wallUseOf,
  type CostInputs,
  interestOf,
  type Ownership,
  type Running,
  worthAfter,
} from "../../domain/ownership.ts";
import { HOME } from "../../domain/routes.ts";
import { present } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import table from "../../ui/figure-table.module.css";
import fold from "../../ui/fold.module.css";
import { useHydrated } from "../../ui/hydration.ts";
import { lazyDialog, useDialog } from "../../ui/lazy.tsx";
import { replacePart } from "../../ui/page-query.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { FieldGroup, AssumptionField } from "../assumptions/assumption-field.tsx";
import { EmptyCatalogue } from "../catalogue/empty-catalogue.tsx";
import { omissionNotes, fullTitle, MAX_COMPARED, replaceTrim } from "../compare/compare.ts";
import { useChosen } from "../compare/comparison.ts";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { carsForCosts, shortName } from "./cars.ts";
import { CostAnswer, type CarWithCosts, RESULT_ID } from "./cost-answer.tsx";
import { COST_CODEC, type CostChoice, costsToShare, withUse } from "./cost-choice.ts";
import { ESSENTIAL_FIGURES, CONSUMPTION, ASSUMPTION_GROUPS } from "./cost-inputs.ts";
import { CostField, StateChoice } from "./cost-fields.tsx";
import { formatBreakEven, formatWholeYears, formatDollars } from "./cost-words.ts";
import { SavingsChart } from "./savings-chart.tsx";
import { useCosts, type Costs } from "./use-costs.ts";
import styles from "./savings-section.module.css";

export function SavingsSection({ evs }: { evs: readonly Ev[] }) {
  const costs = useCosts();
  const { ids, served, browserIds } = useChosen({ evs, isWhole: true });
  const { choice, inputs } = costs;
  const chosen = carsForCosts(evs, choice.rowIds ?? ids);
  const isExample = (choice.rowIds ?? served ?? browserIds) === null;
  const cars: CarWithCosts[] = chosen.map((car) => {
    const typedUse = choice.uses[car.trim.rowId];
    return { ...car, owned: ownershipOf({ ...car.trim, typedUse }, inputs) };
  });
  const rowIds = chosen.map(({ trim }) => trim.rowId);
  const isMissingCar = choice.rowIds?.some((id) => !rowIds.includes(id)) ?? false;
  return (
    <HomeSection id="saving">
      <SectionWords section="saving" title="Savings">
        What up to three EVs cost to own, compared with a gas car.
      </SectionWords>
      {omissionNotes({ unknown: isMissingCar, beyond: false }).map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      <noscript>
        {import.meta.env.SSR && (
          <p className="note">Without JavaScript, this example car is shown.</p>
        )}
      </noscript>
      {cars.length > 0 ? (
        <div
          className={`surface ${styles.card}`}
          data-late
          data-awaited={isExample ? "" : undefined}
        >
          <CostAnswer cars={cars} inputs={inputs} />
          <div className={styles.body}>
            <div className={styles.inputs} data-scripted>
              <EvPickers cars={cars} costs={costs} />
              <StateChoice costs={costs} />
              <FieldGroup title="Driving and prices" className={styles.asked}>
                {ESSENTIAL_FIGURES.map((name) => (
                  <CostField key={name} name={name} costs={costs} />
                ))}
              </FieldGroup>
            </div>
            <div className={styles.result}>
              <details className={fold.onPhone}>
                <summary className="touch field-label underlined">All costs</summary>
              </details>
              <CostTable cars={cars} inputs={inputs} />
              <SavingsChart cars={cars} inputs={inputs}>
                <CopyLinkButton
                  variant="quiet"
                  size="s"
                  path={() => resultPath(choice, rowIds)}
                  copied={{ description: "Link copied. It includes your figures." }}
                />
              </SavingsChart>
            </div>
          </div>
          <CostAssumptions cars={cars} costs={costs} />
        </div>
      ) : (
        <EmptyCatalogue
          icon={<Calculator />}
          text="You can use the calculator once an administrator adds one."
        />
      )}
    </HomeSection>
  );
}

/** The link names the cars, because they may be this visitor's comparison. */
function resultPath(choice: CostChoice, rowIds: readonly number[]): string {
  const query = replacePart(location.search, COST_CODEC.owns, costsToShare({ ...choice, rowIds }));
  return `${HOME}?${query}#${RESULT_ID}`;
}

const { Dialog: PickerDialog, opener } = lazyDialog(
  async () => (await import("../compare/compare-dialogs.tsx")).PickerDialog,
);

const CAR_LABELS = ["Electric car", "Second electric car", "Third electric car"];

/** Chooses up to three cars in the comparison's dialog. */
function EvPickers({ cars, costs }: { cars: readonly CarWithCosts[]; costs: Costs }) {
  const { choice, inputs, resetKey, change } = costs;
  const { formatRange } = useDistance();
  /** the row that another one replaces; undefined for one more */
  const { subject: picked, show: pick, control } = useDialog<number | undefined>();
  const add = useRef<HTMLButtonElement>(null);
  const rowIds = cars.map(({ trim }) => trim.rowId);
  const setCars = (ids: readonly number[]) => change((now) => ({ ...now, rowIds: ids }));
  const removeCar = (gone: number) => {
    flushSync(() => setCars(rowIds.filter((id) => id !== gone)));
    // The focused element may have disappeared with the car.
    if (document.activeElement === document.body) add.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {cars.map((car, at) => {
        const { rowId, price, range, battery } = car.trim;
        const label = CAR_LABELS[at];
        const title = fullTitle(car);
        return (
          // Keyed by position, so that choosing another car keeps the focus.
          <div key={label} className={styles.car}>
            <div className={styles.picker}>
              <span className="field-label">{label}</span>
              <button
                type="button"
                aria-label={`${label}: ${title}`}
                {...opener}
                className={styles.button}
                onClick={() => pick(rowId)}
              >
                <span translate="no">{title}</span>
                <ChevronDown aria-hidden size={20} />
              </button>
              {cars.length > 1 && (
                <IconButton
                  label={`Remove ${title}`}
                  className={styles.remove}
                  onClick={() => removeCar(rowId)}
                >
                  <X aria-hidden size={18} />
                </IconButton>
              )}
              <p className={styles.figures}>
                {[
                  price ? formatPrice(price) : "Price unknown",
                  range ? formatRange(range) : "Range unknown",
                  battery ? formatBattery(battery) : "Battery size unknown",
                ].join(" · ")}
              </p>
            </div>
            {wallUseOf(car.trim, inputs) === null && (
              <AssumptionField
                key={`${rowId} ${resetKey}`}
                assumption={CONSUMPTION}
                value={choice.uses[rowId] ?? null}
                source="Unknown. Enter it to see this car’s costs."
                onChange={(use) => change((now) => withUse(now, rowId, use))}
              />
            )}
          </div>
        );
      })}
      {cars.length < MAX_COMPARED && (
        <Button ref={add} size="s" {...opener} onClick={() => pick(undefined)}>
          <Plus aria-hidden />
          Add a car
        </Button>
      )}
      <PickerDialog
        {...control}
        ids={rowIds}
        onChoose={({ trim }) => {
          const { rowId } = trim;
          setCars(
            (picked === undefined ? null : replaceTrim(picked, rowId)(rowIds)) ?? [
              ...rowIds,
              rowId,
            ],
          );
          control.onOpenChange(false);
        }}
      />
    </>
  );
}

/** The breakdown of the answer, with the gas car in the last column. */
function CostTable({ cars, inputs }: { cars: readonly CarWithCosts[]; inputs: CostInputs }) {
  const { unit } = useDistance();
  const consumption = inReading(CONSUMPTION, unit);
  const rows = costRows(cars, inputs).concat(
    // The label has the unit, because with three cars a phone has no room for it in each cell.
    textRow(
      `${consumption.label}, ${consumption.unit}`,
      cars,
      ({ use }) => (use ? consumption.toShown(use.kwhPer100Miles).toFixed(1) : NOT_AVAILABLE),
      formatWithUnit(COST_FIGURES.gasCarMpg, inputs.gasCarMpg, unit),
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

function textRow(
  label: string,
  cars: readonly CarWithCosts[],
  say: (owned: Ownership) => string,
  gas = "",
): Row {
  return { label, cells: [...cars.map(({ owned }) => say(owned)), gas] };
}

function costRows(cars: readonly CarWithCosts[], inputs: CostInputs): Row[] {
  const { years, gasCarPrice } = inputs;
  const [first] = cars;
  if (!first) return [];
  const { gasRunning, gasCostPerYear } = first.owned;
  const row = (label: string, of: (car: CarWithCosts) => number | null, gas: number): Row => ({
    label,
    cells: [...cars.map((car) => dollars(of(car))), formatDollars(gas)],
  });
  const running = (label: string, of: (running: Running) => number) =>
    row(label, ({ owned }) => owned.running && of(owned.running), of(gasRunning));
  const sum = (label: string, factor: number): Row => {
    const costOf = ({ owned }: CarWithCosts) => owned.costPerYear && owned.costPerYear * factor;
    return { ...row(label, costOf, gasCostPerYear * factor), isSum: true };
  };
  const ofPrice = (label: string, of: (price: number, lossPercent: number) => number) =>
    row(
      label,
      ({ trim: { price } }) => present(price) && of(Number(price), inputs.evDepreciationPercent),
      of(gasCarPrice, inputs.gasDepreciationPercent),
    );
  const over = `over ${formatWholeYears(years)}`;
  return [
    ofPrice("Price", (price) => price),
    ...(inputs.hasLoan
      ? [ofPrice(`Loan interest ${over}`, (price) => interestOf(price, inputs, years * 12))]
      : []),
    ...(inputs.depreciates
      ? [
          ofPrice(`Worth after ${formatWholeYears(years)}`, (price, loss) =>
            worthAfter(years, price, loss),
          ),
        ]
      : []),
    running("Fuel per year", ({ fuel }) => fuel),
    running("Maintenance per year", ({ upkeep }) => upkeep),
    ...(inputs.evFeePerYear > 0 ? [running("EV fee per year", ({ fee }) => fee)] : []),
    sum(`Total ${over}`, years),
    sum("Cost per year", 1),
    textRow("Break-even", cars, (owned) => formatBreakEven(owned, years)),
  ];
}

const CONSUMPTION_SOURCES = {
  typed: "Entered by you.",
  consumption: "EPA, measured at the wall, charging losses included.",
  battery:
    "Battery size divided by range, plus charging losses. Enter your own figure to replace it.",
};

function CostAssumptions({ cars, costs }: { cars: readonly CarWithCosts[]; costs: Costs }) {
  const { inputs, resetKey, change, reset } = costs;
  // Starts closed, so that the document does not need its fields.
  const isHydrated = useHydrated();
  const carsWithUse = cars.filter(({ trim }) => wallUseOf(trim, inputs) !== null);
  return (
    <details className={styles.fold} data-scripted>
      <summary className={`${fold.summary} ${styles.summary}`}>
        <span className={styles.title}>Assumptions</span>
        <span className="note">Every figure has a source. Change any of them.</span>
        <ChevronDown aria-hidden className={fold.chevron} />
      </summary>
      {isHydrated && (
        <>
          <div className={styles.groups}>
            {carsWithUse.length > 0 && (
              <FieldGroup title="Consumption" className={styles.group}>
                {carsWithUse.map(({ ev, trim, owned: { use } }) => (
                  <AssumptionField
                    key={`${trim.rowId} ${resetKey}`}
                    assumption={{ ...CONSUMPTION, label: fullTitle({ ev, trim }) }}
                    value={use && use.kwhPer100Miles}
                    source={use ? CONSUMPTION_SOURCES[use.from] : undefined}
                    onChange={(typed) => change((now) => withUse(now, trim.rowId, typed))}
                  />
                ))}
              </FieldGroup>
            )}
            {ASSUMPTION_GROUPS.map(({ title, names, dependsOn }) => (
              <FieldGroup key={title} title={title} className={styles.group}>
                {dependsOn && (
                  <Checkbox
                    className={styles.flag}
                    checked={inputs[dependsOn.flag]}
                    onChange={(isOn) => change((now) => ({ ...now, [dependsOn.flag]: isOn }))}
                  >
                    {dependsOn.label}
                  </Checkbox>
                )}
                {(!dependsOn || inputs[dependsOn.flag]) &&
                  names.map((name) => <CostField key={name} name={name} costs={costs} />)}
              </FieldGroup>
            ))}
          </div>
          <div className={styles.notes}>
            <p className="note">
              {destinationLine(cars)} Insurance, sales tax, credits and a home charger are not
              included. Prices are assumed to stay the same
              {inputs.depreciates ? "." : ", and the cars are worth nothing at the end."}
            </p>
            <Button size="s" onClick={reset}>
              Reset all figures
            </Button>
          </div>
        </>
      )}
    </details>
  );
}

/** Prices exclude the destination charge unless a source says otherwise (costs.md#loan-and-depreciation). */
export function destinationLine(cars: readonly Pick<CarWithCosts, "ev" | "trim">[]): string {
  const isIncluded = ({ trim }: Pick<CarWithCosts, "trim">) =>
    /\bwith destination|destination (?:charge )?included|includ\w+ destination/iu.test(
      trim.source ?? "",
    );
  const included = cars.filter(isIncluded);
  if (included.length === 0) return "Prices do not include destination charges.";
  if (included.length === cars.length) return "Prices include destination charges.";
  return `Prices do not include destination charges, except for the ${included.map(fullTitle).join(" and the ")}.`;
}
