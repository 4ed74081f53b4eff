import { queryOptions, useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useId } from "react";

import { readJson } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { type Stored, useStored, writeStored } from "../../ui/storage.ts";
import { countOf } from "../../domain/format.ts";
import { formatDay } from "../../ui/dates.ts";
import type { StarterFacts } from "../catalogue/catalogue.schema.ts";
import { useAdminMutation } from "./use-admin-mutation.ts";
import styles from "./starter-offer.module.css";

const PATH = "/api/starter-facts";
/** The date of the offered facts that this browser postponed with "Not now". */
const PUT_OFF: Stored<string | null> = {
  key: "ev_starter_put_off",
  parse: (text) => text,
  format: (day) => day,
};

const starterFactsQuery = queryOptions({
  queryKey: ["starter facts"] as const,
  queryFn: ({ signal }) => readJson<StarterFacts>(PATH, signal),
  retry: false,
});

/** @returns undefined until known; null when there is nothing to offer to this browser */
export function useStarterOffer(): StarterFacts | null | undefined {
  const putOffDay = useStored(PUT_OFF);
  const { data, isFetched } = useQuery(starterFactsQuery);
  // Not `isLoading`: a refetch after a failure would set it again and hide the table.
  if (!isFetched) return undefined;
  return data && data.rows > 0 && data.asOf !== putOffDay ? data : null;
}

/** Offers the facts of a newer starter catalogue for a database filled from an earlier one. */
export function StarterOffer(props: {
  facts: StarterFacts;
  /** called when the offer, which may have the focus, disappears */
  onSettled: () => void;
}) {
  const { facts, onSettled } = props;
  const heading = useId();
  const { mutate, isPending } = useAdminMutation({
    mutationFn: () => sendJson<StarterFacts>("POST", PATH),
    successMessage: ({ rows, cells }) =>
      `Filled ${countOf(cells, "empty cell")} of ${countOf(rows, "row")}`,
    onSuccess: onSettled,
  });
  return (
    <section aria-labelledby={heading} className={styles.offer}>
      <FilePlus2 aria-hidden />
      <div className="quiet">
        <h2 id={heading}>New data for your starter cars</h2>
        <p>
          {countOf(facts.cells, "value")} for empty cells of {countOf(facts.rows, "row")}: charging,
          size, power and where each figure comes from, as checked on {formatDay(facts.asOf)}.
          Existing values don’t change, and rows you have edited are skipped.
        </p>
        {facts.corrected.length > 0 && (
          <Fold
            title={countOf(
              facts.corrected.length,
              "older figure left as it is",
              "older figures left as they are",
            )}
          >
            <ul>
              {facts.corrected.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Fold>
        )}
      </div>
      <div className={styles.actions}>
        <Button size="s" pending={isPending} onClick={() => mutate()}>
          {isPending ? "Filling in..." : "Fill in"}
        </Button>
        <Button
          variant="quiet"
          size="s"
          disabled={isPending}
          onClick={() => {
            writeStored(PUT_OFF, facts.asOf);
            onSettled();
          }}
        >
          Not now
        </Button>
      </div>
    </section>
  );
}
