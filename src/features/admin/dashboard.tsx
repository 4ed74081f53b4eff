import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";

import { ImportDialog } from "../import/wizard/import-dialog.tsx";
import { isImportOpen } from "../import/wizard/import-draft.ts";
import { ADMIN_VIEWS, adminPath, type AdminView } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notice.tsx";
import { dismissToast } from "../../ui/toast.ts";
import { formatCount, NOT_AVAILABLE } from "../../domain/format.ts";
import { AccountsView } from "./accounts/accounts-view.tsx";
import { ActivityView } from "./activity/activity-view.tsx";
import styles from "./dashboard.module.css";
import { CorrectionsView } from "./moderation/corrections-view.tsx";
import { ReviewModerationView } from "./moderation/review-moderation-view.tsx";
import { useWaitingCounts } from "./moderation/correction-queue.queries.ts";
import { readDraft } from "./rows/ev-draft.ts";
import { type EvFormValues, valuesToAdd } from "./rows/ev-form.ts";
import { parseListState, parseAdminView } from "./rows/list-query.ts";
import type { RowsDialog } from "./rows/row-dialogs.tsx";
import { RowsView } from "./rows/rows-view.tsx";
import { rowsQuery } from "./rows/rows.queries.ts";
import { useMarksGaps } from "./sources/marked-gaps.ts";
import { StarterOffer, useStarterOffer } from "./starter-offer.tsx";

/** EV Database Management (dashboard.md#dashboard-header). */
export function Dashboard(props: {
  /** the signed-in user; remount the dashboard when it changes */
  userId: number;
  logoutButton: ReactNode;
}) {
  const { userId, logoutButton } = props;
  const query = useSearch();
  const [, navigate] = useLocation();
  // A form that was interrupted by the end of the session or by a reload opens again.
  const [dialog, setDialog] = useState<RowsDialog | null>(() => {
    const draft = readDraft(userId);
    return draft && { kind: "form", row: draft.row };
  });
  const [isImporting, setIsImporting] = useState(() => isImportOpen(userId));
  const client = useQueryClient();
  const [marksGaps] = useMarksGaps();
  // The same query as that of the list.
  const { data, isError } = useQuery(rowsQuery(parseListState(query), marksGaps));
  // Keep the last counts when a page fails to load.
  const [lastCounts, setLastCounts] = useState(data);
  if (data && data !== lastCounts) setLastCounts(data);
  const counts = lastCounts ?? (isError ? null : undefined);
  const view = parseAdminView(query);
  const offer = useStarterOffer();
  const title = useRef<HTMLHeadingElement>(null);

  const open = (next: RowsDialog | null) => {
    // A toast would cover what the dialog asks.
    if (next) dismissToast();
    setDialog(next);
  };
  const add = (start?: EvFormValues) => {
    if (view) navigate(adminPath());
    open({ kind: "form", row: null, ...(start && { start }) });
  };
  const importButton = (
    <Button
      size="s"
      onClick={() => {
        dismissToast();
        setIsImporting(true);
      }}
    >
      <Upload aria-hidden />
      Import CSV
    </Button>
  );
  return (
    <div className={styles.dashboard}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 ref={title} tabIndex={-1} className={styles.title}>
            EV Database Management
          </h1>
          <dl className={styles.figures}>
            <Figure label="Total Models" count={counts && counts.models} />
            <Figure label="Total EVs (including all trims)" count={counts && counts.total} />
          </dl>
        </div>
        <div className={styles.actions}>
          {importButton}
          <Button size="s" variant="primary" onClick={() => add()}>
            <Plus aria-hidden />
            Add New EV
          </Button>
          {logoutButton}
        </div>
      </header>
      <DashboardViews current={view} />
      {!view && offer && <StarterOffer facts={offer} onSettled={() => title.current?.focus()} />}
      {view ? (
        <>
          {view === "corrections" && (
            <CorrectionsView
              onAddCar={({ make, model, trim }) =>
                add({ ...valuesToAdd(new Date().getFullYear()), make, model, trim: trim ?? "" })
              }
            />
          )}
          {view === "reviews" && <ReviewModerationView />}
          {view === "activity" && <ActivityView />}
          {view === "accounts" && <AccountsView />}
        </>
      ) : offer === undefined ? (
        // Wait for the offer, since the list would jump when it appears.
        <Loading text="Loading EVs..." />
      ) : (
        <RowsView userId={userId} dialog={dialog} onDialog={open} importButton={importButton} />
      )}
      {/* Not next to its button: the empty list's button disappears once there are rows. */}
      {isImporting && (
        <ImportDialog
          userId={userId}
          onClose={() => setIsImporting(false)}
          onImported={() => void client.invalidateQueries()}
        />
      )}
    </div>
  );
}

/** @param count undefined while loading, null when unknown */
function Figure({ label, count }: { label: string; count: number | null | undefined }) {
  return (
    <div className={styles.figure}>
      <dt className="fine">{label}</dt>
      <dd>{count === undefined ? "…" : count === null ? NOT_AVAILABLE : formatCount(count)}</dd>
    </div>
  );
}

const VIEW_LABELS: Readonly<Record<AdminView, string>> = {
  corrections: "Corrections",
  reviews: "Reviews",
  activity: "Activity",
  accounts: "Accounts",
};

/** @param current undefined for the list of EVs */
function DashboardViews({ current }: { current: AdminView | undefined }) {
  const counts = useWaitingCounts();
  const nav = useRef<HTMLElement>(null);
  // On a phone it may be out of sight.
  useEffect(() => {
    const link = nav.current?.querySelector("[aria-current]");
    link?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current, counts.corrections, counts.reviews]);
  return (
    <nav ref={nav} aria-label="Dashboard" className={styles.nav}>
      {[undefined, ...ADMIN_VIEWS].map((view) => {
        const count = view && counts[view];
        return (
          <Link
            key={view ?? "evs"}
            href={adminPath(view && { view })}
            className={styles.link}
            {...(view === current && { "aria-current": "page" as const })}
          >
            {view ? VIEW_LABELS[view] : "EVs"}
            {!!count && (
              <span className={styles.count}>
                {formatCount(count)}
                <span className="visually-hidden"> waiting</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
