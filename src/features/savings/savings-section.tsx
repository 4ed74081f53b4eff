import { Calculator, Link2, Plus } from "lucide-react";
import { useRef, useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { Button } from "../../ui/button.tsx";
import { copyLink } from "../../ui/copy-link.ts";
import { useWideScreen } from "../../ui/device.ts";
import figureTable from "../../ui/figure-table.module.css";
import { EmptyState } from "../../ui/notice.tsx";
import { replacePart } from "../../ui/page-query.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { AssumptionField, FieldGroup } from "../assumptions/assumption-field.tsx";
import { notesOn, replace, MAX_COMPARED } from "../compare/compare.ts";
import { useComparison } from "../compare/comparison.ts";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { carsOf } from "./cars.ts";
import { CostAnswer, type CarWithCosts } from "./cost-answer.tsx";
import { CostAssumptions } from "./cost-assumptions.tsx";
import {
  COST_CODEC,
  type CostChoice,
  costsToShare,
  USUAL_CHOICE,
  withFigure,
  withState,
} from "./cost-choice.ts";
import { ASKED, CONSUMPTION, COST_FIGURES, sourceOf } from "./cost-inputs.ts";
import { CostTable } from "./cost-table.tsx";
import { EvPicker } from "./ev-picker.tsx";
import { type CostFigure, ownershipOf, wallUseOf } from "../../domain/ownership.ts";
import { SavingsChart } from "./savings-chart.tsx";
import styles from "./savings-section.module.css";
import { StateChoice } from "./state-choice.tsx";
import { useCosts } from "./use-costs.ts";

/** The fragment of a copied link, because on a phone the section's title is far above the result. */
const RESULT_ID = "savings-result";

const NO_IDS: readonly number[] = [];

const CAR_LABELS = ["Electric car", "Second electric car", "Third electric car"];

export function SavingsSection({ evs }: { evs: readonly Ev[] }) {
  const costs = useCosts();
  const isWide = useWideScreen();
  const compared = useComparison()?.ids ?? NO_IDS;
  const { choice, inputs, prices, change } = costs;
  const [isAdding, setAdding] = useState(false);
  const [resets, setResets] = useState(0);
  const add = useRef<HTMLButtonElement>(null);
  const filled = `${costs.arrivals} ${resets}`;
  const chosen = carsOf(evs, choice.rowIds ?? compared);
  const cars: CarWithCosts[] = chosen.map((car) => {
    const typedUse = choice.uses[car.trim.rowId];
    return { ...car, owned: ownershipOf({ ...car.trim, typedUse }, inputs) };
  });
  const rowIds = chosen.map(({ trim }) => trim.rowId);
  const isMissingCar = choice.rowIds?.some((id) => !rowIds.includes(id)) ?? false;
  const setCars = (ids: readonly number[]) => change((now) => ({ ...now, rowIds: ids }));
  /** null for a car that is still being chosen */
  const slots: (CarWithCosts | null)[] =
    isAdding && cars.length < MAX_COMPARED ? [...cars, null] : cars;
  const chooseCar = (car: CarWithCosts | null, id: number) => {
    if (car) return setCars(replace(car.trim.rowId, id)(rowIds) ?? rowIds);
    setAdding(false);
    setCars([...new Set([...rowIds, id])]);
  };
  const removeCar = (car: CarWithCosts | null) => {
    if (car) setCars(rowIds.filter((id) => id !== car.trim.rowId));
    else setAdding(false);
    // The focused element disappeared with the car.
    setTimeout(() => {
      if (document.activeElement === document.body) add.current?.focus({ preventScroll: true });
    });
  };
  const setFigure = (name: CostFigure, value: number) =>
    change((now) => withFigure(now, name, value, prices));
  const setUse = (rowId: number, use: number) =>
    change((now) => ({ ...now, uses: { ...now.uses, [rowId]: use } }));
  return (
    <HomeSection id="saving">
      <SectionWords of="saving" title="Savings">
        What up to three EVs cost to own, compared with a gas car.
      </SectionWords>
      {notesOn({ unknown: isMissingCar, beyond: false }).map((note) => (
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
        <div className={`surface ${styles.card}`} data-late>
          <CostAnswer id={RESULT_ID} cars={cars} inputs={inputs} />
          <div className={styles.body}>
            <div className={styles.inputs} data-scripted>
              {slots.map((car, at) => (
                // Keyed by position, so that choosing another car keeps the focus.
                <div key={CAR_LABELS[at]} className={styles.car}>
                  <EvPicker
                    label={CAR_LABELS[at] ?? ""}
                    evs={evs}
                    chosen={car}
                    onChoose={(id) => chooseCar(car, id)}
                    onRemove={!car || cars.length > 1 ? () => removeCar(car) : undefined}
                  />
                  {car && wallUseOf(car.trim, inputs) === null && (
                    <AssumptionField
                      key={`${car.trim.rowId} ${filled}`}
                      of={CONSUMPTION}
                      value={choice.uses[car.trim.rowId] ?? null}
                      source="Unknown. Enter it to see this car’s costs."
                      onChange={(use) => setUse(car.trim.rowId, use)}
                    />
                  )}
                </div>
              ))}
              {slots.length < MAX_COMPARED && !isAdding && (
                <Button ref={add} size="s" className={styles.add} onClick={() => setAdding(true)}>
                  <Plus aria-hidden />
                  Add a car
                </Button>
              )}
              <StateChoice
                states={costs.states}
                isMissing={costs.isMissing}
                chosen={choice.state}
                onAsk={costs.askForStates}
                onChoose={(code) => change((now) => withState(now, code))}
              />
              <FieldGroup title="Driving and prices" className={styles.asked}>
                {ASKED.map((name) => (
                  <AssumptionField
                    key={`${name} ${filled}`}
                    of={COST_FIGURES[name]}
                    value={inputs[name]}
                    source={sourceOf(name, prices)}
                    onChange={(value) => setFigure(name, value)}
                  />
                ))}
              </FieldGroup>
            </div>
            <div className={styles.result}>
              {isWide ? (
                <CostTable cars={cars} inputs={inputs} />
              ) : (
                <details className={figureTable.fold}>
                  <summary className="touch field-label underlined">Cost by cost</summary>
                  <CostTable cars={cars} inputs={inputs} />
                </details>
              )}
              <SavingsChart cars={cars} uses={choice.uses} inputs={inputs} />
              <Button
                variant="quiet"
                size="s"
                className={styles.copy}
                onClick={() => copyResult(choice, rowIds)}
              >
                <Link2 aria-hidden />
                Copy link
              </Button>
            </div>
          </div>
          <CostAssumptions
            cars={cars}
            inputs={inputs}
            prices={prices}
            filled={filled}
            onFigure={setFigure}
            onFlag={(flag, isOn) => change((now) => ({ ...now, [flag]: isOn }))}
            onUse={setUse}
            onReset={() => {
              setResets(resets + 1);
              change(({ rowIds: kept }) => ({ ...USUAL_CHOICE, rowIds: kept }));
            }}
          />
        </div>
      ) : (
        <EmptyState
          icon={<Calculator />}
          title="No vehicles in the catalogue yet"
          text="You can use the calculator once an administrator adds one."
        />
      )}
    </HomeSection>
  );
}

/** The link names the cars, because they may be this visitor's comparison. */
function copyResult(choice: CostChoice, rowIds: readonly number[]): void {
  const query = replacePart(location.search, COST_CODEC.owns, costsToShare({ ...choice, rowIds }));
  const copied = { description: "Link copied. It includes your figures." };
  void copyLink(`${location.origin}${withBase("/")}?${query}#${RESULT_ID}`, copied);
}
