import { Calculator } from "lucide-react";

import { HOME } from "../../domain/routes.ts";
import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { useWideScreen } from "../../ui/device.ts";
import figureTable from "../../ui/figure-table.module.css";
import { replacePart } from "../../ui/page-query.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { EmptyCatalogue } from "../catalogue/empty-catalogue.tsx";
import { FieldGroup } from "../assumptions/assumption-field.tsx";
import { notesOn } from "../compare/compare.ts";
import { useComparedIds } from "../compare/comparison.ts";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { carsOf } from "./cars.ts";
import { CostAnswer, type CarWithCosts } from "./cost-answer.tsx";
import { CostAssumptions } from "./cost-assumptions.tsx";
import { COST_CODEC, type CostChoice, costsToShare } from "./cost-choice.ts";
import { ESSENTIAL_FIGURES } from "./cost-inputs.ts";
import { CostField } from "./cost-settings.tsx";
import { CostTable } from "./cost-table.tsx";
import { EvPickers } from "./ev-picker.tsx";
import { ownershipOf } from "../../domain/ownership.ts";
import { SavingsChart } from "./savings-chart.tsx";
import styles from "./savings-section.module.css";
import { StateChoice } from "./state-choice.tsx";
import { useCosts } from "./use-costs.ts";

/** The fragment of a copied link, because on a phone the section's title is far above the result. */
const RESULT_ID = "savings-result";

const NO_IDS: readonly number[] = [];

export function SavingsSection({ evs }: { evs: readonly Ev[] }) {
  const costs = useCosts();
  const isWide = useWideScreen();
  const compared = useComparedIds() ?? NO_IDS;
  const { choice, inputs } = costs;
  const chosen = carsOf(evs, choice.rowIds ?? compared);
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
              <EvPickers evs={evs} cars={cars} costs={costs} />
              <StateChoice costs={costs} />
              <FieldGroup title="Driving and prices" className={styles.asked}>
                {ESSENTIAL_FIGURES.map((name) => (
                  <CostField key={name} name={name} costs={costs} />
                ))}
              </FieldGroup>
            </div>
            <div className={styles.result}>
              {isWide ? (
                <CostTable cars={cars} inputs={inputs} />
              ) : (
                <details className={figureTable.fold}>
                  <summary className="touch field-label underlined">All costs</summary>
                  <CostTable cars={cars} inputs={inputs} />
                </details>
              )}
              <SavingsChart cars={cars} inputs={inputs} />
              <CopyLinkButton
                variant="quiet"
                size="s"
                className={styles.copy}
                path={() => resultPath(choice, rowIds)}
                copied={{ description: "Link copied. It includes your figures." }}
              />
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
