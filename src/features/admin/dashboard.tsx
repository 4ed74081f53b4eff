import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation, useSearch } from "wouter";

import { adminPath, type AdminView } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { currentToast, dismissToast } from "../../ui/toast.ts";
import { ImportDialog } from "../import/import-dialog.tsx";
import styles from "./dashboard.module.css";
import { DashboardHeader } from "./dashboard-header.tsx";
import { DashboardViews } from "./dashboard-views.tsx";
import { readDraft } from "./ev-draft.ts";
import { listAsked, viewAsked } from "./list-address.ts";
import { refreshAll, rowsQuery } from "./rows.client.ts";
import { type RowsDialog, RowsView } from "./rows-view.tsx";

interface DashboardProps {
  /** the signed-in user; mount it anew for another one */
  userId: number;
  /** the views besides the list of EVs */
  views: readonly { view: AdminView; label: string; content: ReactNode }[];
  logoutButton: ReactNode;
}

/** EV Database Management (§2). */
export function Dashboard({ userId, views, logoutButton }: DashboardProps) {
  const query = useSearch();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<RowsDialog>(() => resumedDialog(userId));
  const [isImporting, setIsImporting] = useState(false);
  const client = useQueryClient();
  const { data, isError } = useQuery(rowsQuery(listAsked(query)));
  const [counts, setCounts] = useState(data);
  // A page that cannot be read takes nothing away from what was counted.
  if (data && data !== counts) setCounts(data);
  const asked = viewAsked(query);
  const view = views.find((known) => known.view === asked);

  const open = (next: RowsDialog) => {
    // On a phone a notification would lie over what the dialog asks.
    const told = currentToast();
    if (next && told) dismissToast(told.id);
    setDialog(next);
  };
  const add = () => {
    if (view) navigate(adminPath());
    open({ kind: "add" });
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
        counts={counts ?? (isError ? null : undefined)}
        importButton={importButton}
        onAdd={add}
        logoutButton={logoutButton}
      />
      {views.length > 0 && <DashboardViews views={views} current={view?.view} />}
      {view ? (
        view.content
      ) : (
        <RowsView userId={userId} dialog={dialog} onDialog={open} importButton={importButton} />
      )}
      {/* Not beside its button: the one of the empty list goes when there are rows. */}
      <ImportDialog
        open={isImporting}
        onOpenChange={setIsImporting}
        onImported={() => void refreshAll(client)}
      />
    </div>
  );
}

/** What was being typed when the session ended or the page was loaded again goes on. */
function resumedDialog(userId: number): RowsDialog {
  const draft = readDraft(userId);
  if (!draft) return null;
  return draft.row ? { kind: "edit", row: draft.row } : { kind: "add" };
}
