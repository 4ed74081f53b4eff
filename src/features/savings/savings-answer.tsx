import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { type Savings, sayBreakEven, sayDollars, sayPounds, sayUse } from "./savings.ts";
import { type SavingsInputs, sayInput } from "./savings-inputs.ts";
import styles from "./savings-answer.module.css";

interface SavingsAnswerProps {
  name: string;
  inputs: SavingsInputs;
  savings: Savings;
}

export function SavingsAnswer({ name, inputs, savings }: SavingsAnswerProps) {
  const distance = useDistance();
  const { savedInAll, savedPerYear, co2SavedPerYear, co2SavedInAll } = savings;
  const years = inputs.years === 1 ? "1 year" : `${inputs.years} years`;
  const isDearer = savedInAll !== null && savedInAll < 0;
  const emitsMore = co2SavedInAll !== null && co2SavedInAll < 0;
  return (
    <div className={styles.answer}>
      <p className={styles.large} aria-live="polite" aria-atomic="true">
        <span className={styles.caption}>
          {isDearer ? "More for fuel in" : "Saved on fuel in"} {years}
        </span>
        <strong
          className={styles.figure}
          data-saves={savedInAll !== null && savedInAll > 0}
          data-missing={savedInAll === null}
        >
          {savedInAll === null ? NOT_AVAILABLE : sayDollars(Math.abs(savedInAll))}
        </strong>
        <span className={styles.with}>
          {savedInAll === null
            ? `The battery or the range of the ${name} is not known, so its electricity use cannot be worked out.`
            : `with a ${name} instead of a gas car of ${sayInput("gasCarMpg", inputs.gasCarMpg, distance.unit)}`}
        </span>
      </p>
      <dl className={styles.parts}>
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
  /** shown in green */
  saves?: boolean;
}

function Part({ name, value, note, saves = false }: PartProps) {
  return (
    <div className={styles.part}>
      <dt>{name}</dt>
      <dd className={styles.value} data-saves={saves}>
        {value}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
