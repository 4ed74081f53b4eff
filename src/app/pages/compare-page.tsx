import { useQuery } from "@tanstack/react-query";
import { CarFront } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearch } from "wouter";

import { evsQuery } from "../../features/catalogue/catalogue.client.ts";
import { AvailableVehicles } from "../../features/compare/available-vehicles.tsx";
import {
  byName,
  type Chosen,
  fullTitle,
  NOTHING_LEFT_OUT,
  notesOn,
  resolveComparison,
} from "../../features/compare/compare.ts";
import { parseComparison } from "../../features/compare/compare-address.ts";
import { CompareSlots } from "../../features/compare/compare-slots.tsx";
import { compareStartQuery } from "../../features/compare/compare-start.ts";
import { CompareTable } from "../../features/compare/compare-table.tsx";
import { LOADING_FAILED, LOADING_VEHICLES } from "../../features/compare/compare-texts.ts";
import { CompareTools } from "../../features/compare/compare-tools.tsx";
import { MAX_COMPARED } from "../../features/compare/limits.ts";
import { useComparison, useComparisonAddress } from "../../features/compare/use-comparison.ts";
import { COMPARE, comparePath } from "../../routes.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { EmptyState, ErrorState } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { PageModule } from "../page.ts";
import { useSite } from "../site-context.ts";
import { pageTitle } from "../site-name.ts";
import { SocialHead } from "../social-head.tsx";
import styles from "./compare-page.module.css";

/** Up to three trims side by side (§2 Compare page). */
export function ComparePage() {
  const start = useQuery(compareStartQuery).data;
  const list = useQuery(evsQuery);
  const evs = list.data ?? start?.evs;
  const { chosen, arrivedWith, notes } = useChosen(list.data, evs);
  return (
    <div className={styles.page}>
      <CompareHead chosen={chosen} />
      <header className={styles.intro}>
        <h1 className={styles.title}>Compare EVs</h1>
        <p className={styles.lead}>Pick up to three trims; the best of each row is marked.</p>
      </header>
      {evs?.length === 0 && list.data ? (
        <EmptyState
          icon={<CarFront />}
          title="No vehicles in the catalogue yet"
          text="They appear here as soon as an administrator adds them."
        />
      ) : evs ? (
        <Comparison
          chosen={chosen}
          notes={notes}
          arrivedWith={arrivedWith}
          evs={evs}
          modelCount={list.data?.length ?? start?.modelCount ?? evs.length}
        />
      ) : (
        list.isPending && <VehiclesLoading />
      )}
      {list.isError && !list.data && (
        <ErrorState
          title={LOADING_FAILED}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      <noscript>
        <p className={styles.note}>
          Choosing vehicles needs JavaScript. What the address compares is shown without it.
        </p>
      </noscript>
    </div>
  );
}

const NO_IDS: readonly number[] = [];

/**
 * What is compared, and notes on what had to be left out. The document is rendered from the address;
 * from then on the shared selection counts.
 * @param all every model, once they are there
 * @param evs what is known of them meanwhile
 */
function useChosen(all: readonly Ev[] | undefined, evs: readonly Ev[] | undefined) {
  const search = useSearch();
  useComparisonAddress(COMPARE, all);
  const shared = useComparison();
  const asked = useMemo(() => parseComparison(search) ?? NO_IDS, [search]);
  const ids = shared?.ids ?? asked;
  const { chosen, leftOut } = resolveComparison(ids, evs ?? []);
  // A choice made before all have arrived may name a model that is only on its way.
  const fromAddress = ids.join() === asked.join();
  const notes = [
    ...notesOn(all || fromAddress ? leftOut : NOTHING_LEFT_OUT),
    ...notesOn(shared?.leftOut ?? NOTHING_LEFT_OUT),
  ];
  // Chosen elsewhere: in the address, or remembered, which is known only after hydration.
  const [arrivedWith, setArrivedWith] = useState(
    () => parseComparison(search) ?? shared?.ids ?? null,
  );
  if (arrivedWith === null && shared) setArrivedWith(shared.ids);
  return { chosen, arrivedWith: arrivedWith ?? NO_IDS, notes: [...new Set(notes)] };
}

interface ComparisonProps {
  chosen: readonly Chosen[];
  notes: readonly string[];
  arrivedWith: readonly number[];
  evs: readonly Ev[];
  modelCount: number;
}

function Comparison({ chosen, notes, arrivedWith, evs, modelCount }: ComparisonProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  // What the document brought is in order already, the named models first.
  const ordered = useMemo(() => byName(evs), [evs]);
  return (
    <>
      <section aria-label="Comparison" className={styles.comparison}>
        <div className={styles.aside}>
          <p role="status" className={styles.count}>
            <strong>{chosen.length}</strong> of {MAX_COMPARED} selected
          </p>
          {notes.map((note) => (
            <p key={note} className={styles.note}>
              {note}
            </p>
          ))}
          {chosen.length > 1 && (
            <div className={styles.controls}>
              <Checkbox checked={onlyDifferences} onChange={setOnlyDifferences}>
                Only differences
              </Checkbox>
              <CompareTools chosen={chosen} />
            </div>
          )}
        </div>
        <CompareSlots chosen={chosen} evs={ordered} />
        {chosen.length > 1 && (
          <div className={styles.table}>
            <CompareTable
              chosen={chosen}
              rows="all"
              onlyDifferences={onlyDifferences}
              caption="Comparison of the selected vehicles"
            />
          </div>
        )}
      </section>
      <AvailableVehicles
        evs={ordered}
        modelCount={modelCount}
        ids={chosen.map(({ trim }) => trim.rowId)}
        arrivedWith={arrivedWith}
      />
    </>
  );
}

function VehiclesLoading() {
  return (
    <Loading text={LOADING_VEHICLES}>
      <div className={styles.waiting}>
        {Array.from({ length: MAX_COMPARED }, (_, index) => (
          <Skeleton key={index} height="460px" />
        ))}
      </div>
    </Loading>
  );
}

function CompareHead({ chosen }: { chosen: readonly Chosen[] }) {
  const { publicUrl } = useSite();
  const names = chosen.map(fullTitle);
  const title = pageTitle(names.length > 1 ? names.join(" vs ") : "Compare EVs");
  const description =
    names.length > 1
      ? `${names.join(", ")} side by side: price, range, fast charging, 0-60 and everything else.`
      : "Compare up to three electric cars side by side: price, range, fast charging and 0-60.";
  const path = comparePath(chosen.map(({ trim }) => trim.rowId));
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <SocialHead title={title} description={description} path={path} />
      <link rel="canonical" href={`${publicUrl ?? ""}${path}`} />
    </>
  );
}

export const page: PageModule = {
  Component: ComparePage,
  prepare: (client) => client.ensureQueryData(evsQuery),
};
