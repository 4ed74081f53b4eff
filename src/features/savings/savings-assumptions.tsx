import { ChevronDown } from "lucide-react";
import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { useDistance } from "../../vehicle/use-distance.ts";
import { NumberField } from "./number-field.tsx";
import styles from "./savings-assumptions.module.css";
import {
  ASSUMED,
  INPUT_NAMES,
  type InputName,
  SAVINGS_INPUTS,
  type SavingsInputs,
  sayInput,
  USUAL_INPUTS,
} from "./savings-inputs.ts";

interface SavingsAssumptionsProps {
  inputs: SavingsInputs;
  onChange: (name: InputName, value: number) => void;
  onReset: () => void;
}

/** What the answer rests on, each with its source and open to change; folded, it is one sentence. */
export function SavingsAssumptions({ inputs, onChange, onReset }: SavingsAssumptionsProps) {
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
