import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Plus, Upload } from "lucide-react";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";

import { ImportDialog } from "../import/wizard/import-dialog.tsx";
import { readImportDraft } from "../import/wizard/stored-draft.ts";
import { adminPath, type AdminView } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { Loading, Skeleton } from "../../ui/notice.tsx";
import { currentToast, dismissToast } from "../../ui/toast.ts";
import { formatCount } from "../../domain/counts.ts";
import { NOT_AVAILABLE } from "../../domain/format.ts";
import styles from "./dashboard.module.css";
import { readDraft } from "./rows/ev-draft.ts";
import { listAsked, viewAsked } from "./rows/list-address.ts";
import { type RowsDialog, RowsView } from "./rows/rows-view.tsx";
import { refreshAll, rowsQuery } from "./rows/rows.queries.ts";
import { StarterOffer, useStarterOffer } from "./starter-offer.tsx";

interface DashboardProps {
  /** the signed-in user; mount it anew for another one */
  userId: number;
  views: readonly { view: AdminView; label: string; content: ReactNode }[];
  logoutButton: ReactNode;
}

/** EV Database Management (dashboard.md#dashboard-header). */
export function Dashboard({ userId, views, logoutButton }: DashboardProps) {
  const query = useSearch();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<RowsDialog>(() => resumedDialog(userId));
  const [isImporting, setIsImporting] = useState(() => readImportDraft(userId)?.isOpen ?? false);
  const client = useQueryClient();
  const { data, isError } = useQuery(rowsQuery(listAsked(query)));
  const [counts, setCounts] = useState(data);
  // A page that cannot be read takes nothing away from what was counted.
  if (data && data !== counts) setCounts(data);
  const asked = viewAsked(query);
  const view = views.find((each) => each.view === asked);
  const offer = useStarterOffer();
  const title = useRef<HTMLHeadingElement>(null);

  const open = (next: RowsDialog) => {
    // On a phone a notification would lie over what the dialog asks.
    const told = currentToast();
    if (next && told) dismissToast(told.id);
    setDialog(next);
  };
  const add = () => {
    if (view) navigate(adminPath());
    open({ kind: "form", row: null });
  };
  const importButton = (
    <Button size="s" onClick={() => setIsImporting(true)}>
      <Upload aria-hidden />
      Import CSV
    </Button>
  );
  return (
    <div data-notices="aside" className={styles.dashboard}>
      <DashboardHeader
        title={title}
        counts={counts ?? (isError ? null : undefined)}
        importButton={importButton}
        onAdd={add}
        logoutButton={logoutButton}
      />
      {views.length > 0 && <DashboardViews views={views} current={view?.view} />}
      {!view && offer && <StarterOffer facts={offer} onSettled={() => title.current?.focus()} />}
      {view ? (
        <div className={styles.content}>{view.content}</div>
      ) : offer === undefined ? (
        // The list would move when the offer came.
        <Loading text="Loading EVs..." />
      ) : (
        <RowsView userId={userId} dialog={dialog} onDialog={open} importButton={importButton} />
      )}
      {/* Not beside its button: the one of the empty list goes when there are rows. */}
      {isImporting && (
        <ImportDialog
          userId={userId}
          onClose={() => setIsImporting(false)}
          onImported={() => void refreshAll(client)}
        />
      )}
    </div>
  );
}

/** What was being typed when the session ended or the page was loaded again goes on. */
function resumedDialog(userId: number): RowsDialog {
  const draft = readDraft(userId);
  return draft && { kind: "form", row: draft.row };
}

interface DashboardHeaderProps {
  title: Ref<HTMLHeadingElement>;
  /** header rows and rows of the whole catalogue; undefined while they are counted, null: unknown */
  counts: { models: number; total: number } | null | undefined;
  importButton: ReactNode;
  onAdd: () => void;
  logoutButton: ReactNode;
}

function DashboardHeader(props: DashboardHeaderProps) {
  const { title, counts, importButton, onAdd, logoutButton } = props;
  return (
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
        <Button size="s" href="/api/evs.csv" download>
          <Download aria-hidden />
          Export CSV
        </Button>
        {importButton}
        <Button size="s" variant="primary" onClick={onAdd}>
          <Plus aria-hidden />
          Add New EV
        </Button>
        {logoutButton}
      </div>
    </header>
  );
}

function Figure({ label, count }: { label: string; count: number | null | undefined }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        {count === undefined && <Skeleton width="3ch" height="1em" />}
        {count === null ? NOT_AVAILABLE : count !== undefined && formatCount(count)}
      </dd>
    </div>
  );
}

interface DashboardViewsProps {
  views: readonly { view: AdminView; label: string }[];
  /** undefined is the list of EVs */
  current: AdminView | undefined;
}

function DashboardViews({ views, current }: DashboardViewsProps) {
  const links = [{ view: undefined, label: "EVs" }, ...views];
  return (
    <nav aria-label="Dashboard" className={styles.nav}>
      {links.map(({ view, label }) => (
        <Link
          key={label}
          href={adminPath(view && { view })}
          className={styles.link}
          {...(view === current && { "aria-current": "page" as const })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
