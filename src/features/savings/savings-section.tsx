import { Calculator, ChevronDown, Link2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { choiceName, chosenEv, type EvChoice, EvPicker } from "./ev-picker.tsx";
import { NumberField } from "./number-field.tsx";
import answerStyles from "./savings-answer.module.css";
import { SavingsChart } from "./savings-chart.tsx";
import {
  ASKED,
  ASSUMED,
  INPUT_NAMES,
  type InputName,
  SAVINGS_INPUTS,
  type SavingsInputs,
  sayInput,
  USUAL_INPUTS,
} from "./savings-inputs.ts";
import styles from "./savings-section.module.css";
import {
  calculateSavings,
  type Savings,
  sayBreakEven,
  sayDollars,
  sayPounds,
  sayUse,
} from "./savings.ts";
import { useSavings } from "./use-savings.ts";

/** The fragment of a copied link: on a phone the section's title is far above the result. */
const RESULT_ID = "savings-result";

export function SavingsSection({ evs }: { evs: readonly Ev[] }) {
  const { choice, arrivals, change } = useSavings();
  const { inputs, rowId } = choice;
  const chosen = chosenEv(evs, rowId);
  const setInput = (name: InputName, value: number) =>
    change((now) => ({ ...now, inputs: { ...now.inputs, [name]: value } }));
  return (
    <HomeSection id="saving">
      <SectionWords of="saving" title="Savings">
        Pick a car, say how you drive, and see what electricity saves over gas.
      </SectionWords>
      {chosen ? (
        <div className={styles.card} data-late>
          <div className={styles.inputs} data-scripted>
            <EvPicker
              evs={evs}
              chosen={chosen}
              onChoose={(id) => change((now) => ({ ...now, rowId: id }))}
            />
            {ASKED.map((name) => (
              <NumberField
                key={`${name} ${arrivals}`}
                name={name}
                value={inputs[name]}
                onChange={(value) => setInput(name, value)}
              />
            ))}
          </div>
          <Result chosen={chosen} inputs={inputs} />
          <SavingsAssumptions
            key={arrivals}
            inputs={inputs}
            onChange={setInput}
            onReset={() => change((now) => ({ ...now, inputs: USUAL_INPUTS }))}
          />
        </div>
      ) : (
        <EmptyState
          icon={<Calculator />}
          title="No vehicles in the catalogue yet"
          text="The calculator starts as soon as an administrator adds one."
        />
      )}
    </HomeSection>
  );
}

function Result({ chosen, inputs }: { chosen: EvChoice; inputs: SavingsInputs }) {
  const { ev, trim } = chosen;
  const savings = calculateSavings(inputs, trim);
  return (
    <div id={RESULT_ID} className={styles.result}>
      <SavingsAnswer name={choiceName(chosen)} inputs={inputs} savings={savings} />
      <SavingsChart model={ev.model} inputs={inputs} savings={savings} />
      <p className={styles.ways}>
        <Link href={evPath(ev.id, trim)}>
          See the {ev.make} {ev.model}
        </Link>
        <Button variant="quiet" size="s" onClick={() => void copyAddress()}>
          <Link2 aria-hidden />
          Copy link to this result
        </Button>
      </p>
    </div>
  );
}

interface SavingsAnswerProps {
  name: string;
  inputs: SavingsInputs;
  savings: Savings;
}

function SavingsAnswer({ name, inputs, savings }: SavingsAnswerProps) {
  const distance = useDistance();
  const { savedInAll, savedPerYear, co2SavedPerYear, co2SavedInAll } = savings;
  const years = inputs.years === 1 ? "1 year" : `${inputs.years} years`;
  const isDearer = savedInAll !== null && savedInAll < 0;
  const emitsMore = co2SavedInAll !== null && co2SavedInAll < 0;
  return (
    <div className={answerStyles.answer}>
      <p className={answerStyles.large} aria-live="polite" aria-atomic="true">
        <span className={answerStyles.caption}>
          {isDearer ? "More for fuel in" : "Saved on fuel in"} {years}
        </span>
        <strong
          className={answerStyles.figure}
          data-saves={savedInAll !== null && savedInAll > 0}
          data-missing={savedInAll === null}
        >
          {savedInAll === null ? NOT_AVAILABLE : sayDollars(Math.abs(savedInAll))}
        </strong>
        <span className={answerStyles.with}>
          {savedInAll === null
            ? `The battery or the range of the ${name} is not known, so its electricity use cannot be worked out.`
            : `with a ${name} instead of a gas car of ${sayInput("gasCarMpg", inputs.gasCarMpg, distance.unit)}`}
        </span>
      </p>
      <dl className={answerStyles.parts}>
        <Part
          name={isDearer ? "More a year" : "Saved a year"}
          saves={savedPerYear !== null && savedPerYear > 0}
          value={savedPerYear === null ? NOT_AVAILABLE : sayDollars(Math.abs(savedPerYear))}
          note={`${savings.evFuelPerYear === null ? NOT_AVAILABLE : sayDollars(savings.evFuelPerYear)} electricity, ${sayDollars(savings.gasFuelPerYear)} gas`}
        />
        <Part
          name={emitsMore ? "More CO₂ a year" : "CO₂ saved a year"}
          saves={co2SavedPerYear !== null && co2SavedPerYear > 0}
          value={co2SavedPerYear === null ? NOT_AVAILABLE : sayPounds(Math.abs(co2SavedPerYear))}
          note={
            co2SavedInAll === null
              ? "Needs battery and range"
              : `${sayPounds(Math.abs(co2SavedInAll))} in ${years}`
          }
        />
        <Part name="Break-even" {...sayBreakEven(savings, inputs)} />
        <Part name="Uses" {...sayUse(savings, distance)} />
      </dl>
    </div>
  );
}

interface PartProps {
  name: string;
  value: string;
  note: string;
  saves?: boolean;
}

function Part({ name, value, note, saves = false }: PartProps) {
  return (
    <div className={answerStyles.part}>
      <dt>{name}</dt>
      <dd className={answerStyles.value} data-saves={saves}>
        {value}
      </dd>
      <dd className={answerStyles.note}>{note}</dd>
    </div>
  );
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(`#${RESULT_ID}`, location.href).href);
    toast({ description: "Link copied. It opens with these figures." });
  } catch {
    // The clipboard is missing without https.
    toast({ description: "Copy the address of this page: it opens with these figures." });
  }
}

interface SavingsAssumptionsProps {
  inputs: SavingsInputs;
  onChange: (name: InputName, value: number) => void;
  onReset: () => void;
}

function SavingsAssumptions({ inputs, onChange, onReset }: SavingsAssumptionsProps) {
  const { unit } = useDistance();
  const say = (name: InputName, value: number) => sayInput(name, value, unit);
  const [resets, setResets] = useState(0);
  const isUsual = INPUT_NAMES.every((name) => inputs[name] === USUAL_INPUTS[name]);
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        <span className={styles.title}>Assumptions</span>
        <span className={styles.said}>
          Against a {say("gasCarPrice", inputs.gasCarPrice)} gas car of{" "}
          {say("gasCarMpg", inputs.gasCarMpg)}
        </span>
        <ChevronDown aria-hidden className={styles.chevron} />
      </summary>
      <div className={styles.fields}>
        {ASSUMED.map((name) => (
          <NumberField
            key={`${name} ${resets}`}
            name={name}
            value={inputs[name]}
            explained
            onChange={(value) => onChange(name, value)}
          />
        ))}
      </div>
      <div className={styles.notes}>
        <p>
          The car’s use is its battery divided by its range. Fuel and price only: insurance, upkeep,
          taxes, credits and resale are left out, and prices stay as they are today. The figures
          above start from {say("milesPerYear", SAVINGS_INPUTS.milesPerYear.usual)} a year,{" "}
          {say("gasPrice", SAVINGS_INPUTS.gasPrice.usual)} and{" "}
          {say("electricityPrice", SAVINGS_INPUTS.electricityPrice.usual)}, about the U.S. averages.
        </p>
        <Button
          size="s"
          disabled={isUsual}
          onClick={() => {
            setResets(resets + 1);
            onReset();
          }}
        >
          Reset all figures
        </Button>
      </div>
    </details>
  );
}
