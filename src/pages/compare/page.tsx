import { useQueries } from "@tanstack/react-query";
import { CarFront, Download, FileDown, Printer } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { type Catalogue, useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { EmptyCatalogue } from "../../features/catalogue/empty-catalogue.tsx";
import { AvailableVehicles } from "../../features/compare/available-vehicles.tsx";
import {
  byName,
  type ModelTrim,
  fullTitle,
  LOADING_FAILED,
  LOADING_VEHICLES,
  MAX_COMPARED,
  resolveComparison,
} from "../../features/compare/compare.ts";
import { evidenceQuery } from "../../features/claims/claims.queries.ts";
import { figuresBehind } from "../../features/claims/claims.ts";
import { DIFFERENCES_CODEC, parseComparison } from "../../features/compare/compare-address.ts";
import { CompareSlots } from "../../features/compare/compare-slots.tsx";
import { CompareTable } from "../../features/compare/compare-table.tsx";
import { ComparisonAddress, useChosen } from "../../features/compare/comparison.ts";
import { VerdictPanel } from "../../features/compare/verdict-panel.tsx";
import { COST_CODEC } from "../../features/savings/cost-choice.ts";
import { listRunningCosts } from "../../features/savings/cost-words.ts";
import { type Costs, useCosts } from "../../features/savings/use-costs.ts";
import { SizePanel } from "../../features/size/size-panel.tsx";
import { TripPanel } from "../../features/trip/trip-panel.tsx";
import { comparePath, savingsPath } from "../../domain/routes.ts";
import { TRIP_CODEC } from "../../domain/trip.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { usePageState } from "../../ui/use-page-state.tsx";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import type { ShownName } from "../../domain/shown-fields.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { LoaderContext, PageModule } from "../page.ts";
import { PageHead, pageTitle } from "../site.tsx";
import styles from "./page.module.css";

export function ComparePage() {
  const catalogue = useCatalogue();
  const { counts, list, isFailed } = catalogue;
  const { chosen, arrivedWith, notes, isKnown } = usePageComparison(catalogue);
  const evs = byName(catalogue.evs);
  return (
    <div className={styles.page} data-awaited={isKnown || isFailed ? undefined : ""}>
      <ComparisonHead chosen={chosen} />
      <ComparisonAddress evs={catalogue.isWhole ? catalogue.evs : undefined} />
      <h1 className="words-on-wide">Compare EVs</h1>
      {counts?.totals.models === 0 ? (
        <>
          <Notes notes={notes} />
          <EmptyCatalogue icon={<CarFront />} />
        </>
      ) : counts ? (
        <>
          <section aria-label="Comparison" className={`stack ${styles.comparison}`}>
            <ComparisonBoard chosen={chosen} notes={notes} evs={evs} />
          </section>
          <AvailableVehicles
            evs={evs}
            modelCount={counts.totals.models}
            ids={chosen.map(({ trim }) => trim.rowId)}
            arrivedWith={arrivedWith}
          />
        </>
      ) : (
        !isFailed && <VehiclesLoading />
      )}
      {isFailed && !list.data && <QueryError title={LOADING_FAILED} query={list} />}
      <noscript>
        <p className={styles.note}>
          Vehicles in the link are shown without JavaScript, but you need it to choose others.
        </p>
      </noscript>
    </div>
  );
}

const NO_IDS: readonly number[] = [];

/** Uses the address first, then the stored selection. */
function usePageComparison(catalogue: Catalogue) {
  const { served, browserIds, chosen, notes, isKnown } = useChosen(catalogue);
  // From the address, or from storage, which can only be read after hydration.
  const [arrivedWith, setArrivedWith] = useState(served ?? browserIds);
  if (arrivedWith === null && browserIds) setArrivedWith(browserIds);
  return {
    chosen,
    arrivedWith: arrivedWith ?? NO_IDS,
    notes,
    isKnown: served !== null || (browserIds !== null && isKnown),
  };
}

interface BoardProps {
  chosen: readonly ModelTrim[];
  notes: readonly string[];
  evs: readonly Ev[];
}

/** A separate component, so that a change of the trip does not render the tiles. */
function ComparisonBoard({ chosen, notes, evs }: BoardProps) {
  const [trip] = usePageState(TRIP_CODEC);
  const rates = useDocumentData().chargingRates;
  const distance = useDistance();
  const isDisputed = useDisputes(chosen);
  const costs = useCosts();
  const settings = { trip, costs: costs.inputs, distance, rates };
  const [onlyDifferences] = usePageState(DIFFERENCES_CODEC);
  const hasSeveral = chosen.length > 1;
  return (
    <>
      <div className={styles.board}>
        <div className={styles.head}>
          <div className={styles.corner}>
            <p role="status" className={`quiet ${styles.count}`}>
              <strong>{chosen.length}</strong> of {MAX_COMPARED} selected
            </p>
            <Notes notes={notes} />
            {hasSeveral && <OnlyDifferences />}
          </div>
          <CompareSlots chosen={chosen} evs={evs} />
        </div>
        {hasSeveral && (
          <>
            <VerdictPanel chosen={chosen} settings={settings} />
            <CompareTable
              chosen={chosen}
              rows="all"
              settings={settings}
              onlyDifferences={onlyDifferences}
              isDisputed={isDisputed}
              caption="Comparison of the selected vehicles"
            />
          </>
        )}
      </div>
      {hasSeveral && (
        <>
          <div className={`spread ${styles.below}`}>
            <CostNote chosen={chosen} costs={costs} />
            <CompareTools chosen={chosen} />
          </div>
          <section aria-labelledby="size-title" className={styles.part}>
            <h2 id="size-title">Size</h2>
            <SizePanel chosen={chosen} />
          </section>
          <section aria-labelledby="trip-title" className={`no-print ${styles.part}`}>
            <h2 id="trip-title">A long drive</h2>
            <TripPanel cars={chosen} />
          </section>
        </>
      )}
    </>
  );
}

interface CostNoteProps extends Pick<BoardProps, "chosen"> {
  costs: Costs;
}

function CostNote({ chosen, costs: { choice, inputs } }: CostNoteProps) {
  const rowIds = chosen.map(({ trim }) => trim.rowId);
  const isDefault = COST_CODEC.serialize({ ...choice, rowIds: null }) === "";
  return (
    <p className={styles.note}>
      “Best” marks differences that matter; close values share it. Yearly cost covers price,{" "}
      {listRunningCosts(inputs)} {isDefault ? "at U.S. averages" : "with your figures"}.{" "}
      <Link data-scripted href={savingsPath(COST_CODEC.serialize({ ...choice, rowIds }))}>
        See costs for your state
      </Link>
    </p>
  );
}

function CompareTools({ chosen }: Pick<BoardProps, "chosen">) {
  const ids = chosen.map(({ trim }) => trim.rowId).join();
  return (
    <div className="row no-print">
      <CopyLinkButton
        size="s"
        copied={{ title: "Link copied", description: "It opens this comparison." }}
      />
      <Menu
        icon={<FileDown aria-hidden />}
        label="Export"
        items={[
          {
            icon: <Download aria-hidden />,
            label: "Download CSV",
            href: `/api/evs.csv?ids=${ids}&values=shown`,
          },
          { icon: <Printer aria-hidden />, label: "Print", onChoose: () => window.print() },
        ]}
      />
    </div>
  );
}

function OnlyDifferences() {
  const [isOn, set] = usePageState(DIFFERENCES_CODEC);
  return (
    <form method="dialog" autoComplete="off" className="quiet">
      <Checkbox
        checked={isOn}
        // A shared link shows the same rows.
        onChange={(isOnlyThem) => set(() => isOnlyThem, { replaces: true })}
      >
        Only differences
      </Checkbox>
    </form>
  );
}

function Notes({ notes }: Pick<BoardProps, "notes">) {
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

/** @returns whether the sources of a car's figure differ */
function useDisputes(chosen: readonly ModelTrim[]) {
  const evidence = useQueries({ queries: chosen.map(({ ev }) => evidenceQuery(ev.id)) });
  const trims = evidence.flatMap(({ data }) => data?.trims ?? []);
  return ({ trim }: ModelTrim, name: ShownName) => {
    const { differs } = trims.find(({ rowId }) => rowId === trim.rowId) ?? {};
    return figuresBehind(name, trim).some((field) => differs?.[field] !== undefined);
  };
}

function VehiclesLoading() {
  return (
    <Loading text={LOADING_VEHICLES}>
      <Skeleton count={MAX_COMPARED} height="230px" className={styles.waiting} />
    </Loading>
  );
}

function ComparisonHead({ chosen }: { chosen: readonly ModelTrim[] }) {
  const names = chosen.map(fullTitle);
  const title = pageTitle(names.length > 1 ? names.join(" vs ") : "Compare EVs");
  const description =
    names.length > 1
      ? `${names.join(", ")} side by side: price, range, fast charging, 0-60 and everything else.`
      : "Compare up to three electric cars side by side: price, range, fast charging and 0-60.";
  const path = comparePath(chosen.map(({ trim }) => trim.rowId));
  return <PageHead title={title} description={description} path={path} />;
}

async function loadCompare({ client, search, api }: LoaderContext): Promise<void> {
  const evs = await client.query(anyEvsQuery);
  const { chosen } = resolveComparison(parseComparison(search) ?? [], evs);
  // The comparison can be shown without its marks.
  await Promise.allSettled(
    chosen.map(({ ev }) => client.query(evidenceQuery(ev.id, api?.readEvidence))),
  );
}

export const page: PageModule = { Component: ComparePage, load: loadCompare };
