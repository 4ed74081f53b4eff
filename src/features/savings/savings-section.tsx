import { Calculator, Link2 } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { evPath } from "../../routes.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { Link } from "wouter";
import { HomeSection, SectionWords } from "../sections/home-section.tsx";
import { chosenEv, choiceName } from "./ev-choices.ts";
import { EvPicker } from "./ev-picker.tsx";
import { NumberField } from "./number-field.tsx";
import { calculateSavings } from "./savings.ts";
import { SavingsAnswer } from "./savings-answer.tsx";
import { SavingsAssumptions } from "./savings-assumptions.tsx";
import { SavingsChart } from "./savings-chart.tsx";
import { ASKED, type InputName, USUAL_INPUTS } from "./savings-inputs.ts";
import styles from "./savings-section.module.css";
import { useSavings } from "./use-savings.ts";

/** The fragment of a copied link: on a phone all inputs stand between it and the section's title. */
const RESULT_ID = "savings-result";

/**
 * The fuel-cost calculator of the home page (readings 5, Savings).
 * @param evs the whole catalogue, the same on the server and for hydration
 */
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

type Chosen = NonNullable<ReturnType<typeof chosenEv>>;

function Result({
  chosen,
  inputs,
}: {
  chosen: Chosen;
  inputs: Parameters<typeof calculateSavings>[0];
}) {
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

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(`#${RESULT_ID}`, location.href).href);
    toast({ description: "Link copied. It opens with these figures." });
  } catch {
    // Browsers refuse it without a secure connection.
    toast({ description: "Copy the address of this page: it opens with these figures." });
  }
}
