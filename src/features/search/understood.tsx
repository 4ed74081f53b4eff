import { CornerDownLeft } from "lucide-react";
import { type RefObject, useDeferredValue, useMemo } from "react";

import { useDelayedValue } from "../../ui/use-delayed-value.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { fullTitle, MAX_COMPARED } from "../compare/compare.ts";
import { ANNOUNCEMENT_DELAY_MS } from "../filters/match-count.tsx";
import { useFilterField, useMakes } from "../filters/use-filters.tsx";
import { labelsOf, planSearch, type SearchPlan } from "./plain-words.ts";
import styles from "./understood.module.css";

/** How the focused box's text is read as plain words (finding.md#plain-words); pressing it submits the form. */
export function Understood(props: {
  input: RefObject<HTMLInputElement | null>;
  evs: readonly Ev[];
}) {
  const { input, evs } = props;
  const { state } = useFilterField("search");
  const makes = useMakes();
  const distance = useDistance();
  // The box shows the typed character first.
  const text = useDeferredValue(state.search);
  const planned = useMemo(() => planSearch(text, evs, makes), [text, evs, makes]);
  const labels = planned ? planLabels(planned, distance) : [];
  const plan = labels.length > 0 ? planned : null;
  const ignored = plan?.kind === "filters" ? plan.parsedQuery.ignored : "";
  const ignoredWords = ignored && ` Ignored: ${ignored}.`;
  const labelTexts = labels.map((label) => `${label.words}${label.name}`);
  const words =
    plan && `Understood: ${labelTexts.join(", ")}.${ignoredWords} Press Enter to apply.`;
  // Once the visitor pauses.
  const announced = useDelayedValue(words, ANNOUNCEMENT_DELAY_MS, null);

  return (
    <>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
      {plan && (
        <button
          ref={scrollIntoSight}
          type="submit"
          className={styles.line}
          // Keeps the focus in the box, and a phone's keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => input.current?.focus()}
        >
          <span className={styles.words}>
            <span className="quiet words-on-wide">Understood: </span>
            {labels.map((label, at) => (
              <span key={labelTexts[at]}>
                {at > 0 && <span className="visually-hidden"> · </span>}
                <span className={styles.chip}>
                  {label.words}
                  {label.name && <span translate="no">{label.name}</span>}
                </span>
              </span>
            ))}
            {ignored && (
              <span className={styles.ignored}>
                <span className="visually-hidden"> · </span>Ignored: {ignored}
              </span>
            )}
          </span>
          <span className={styles.apply}>
            <span className="words-on-wide">Apply</span> <CornerDownLeft aria-hidden size={16} />
          </span>
        </button>
      )}
    </>
  );
}

/** The line may be below the bottom of the window. */
function scrollIntoSight(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: "nearest" });
}

/** A name is not translated (everywhere.md#translation). */
interface PlanLabel {
  words: string;
  /** follows the words */
  name: string;
}

function planLabels(plan: SearchPlan, distance: DistanceFormats): PlanLabel[] {
  const withoutName = (words: string) => ({ words, name: "" });
  if (plan.kind === "savings") return [withoutName("monthly payments in Savings")];
  if (plan.kind === "filters") return labelsOf(plan.parsedQuery, distance).map(withoutName);
  const compared = plan.chosen.slice(0, MAX_COMPARED);
  const isByTrim = new Set(compared.map(({ ev }) => ev)).size < compared.length;
  const names = compared.map((one) =>
    isByTrim ? fullTitle(one) : `${one.ev.make} ${one.ev.model}`,
  );
  return [
    ...names.map((name, at) => ({ words: at === 0 ? "compare " : "", name })),
    ...(plan.chosen.length > MAX_COMPARED ? [withoutName(`only the first ${MAX_COMPARED}`)] : []),
  ];
}
