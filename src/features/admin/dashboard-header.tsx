import { Download, Plus } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { formatCount } from "../../vehicle/counts.ts";
import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import styles from "./dashboard-header.module.css";

interface DashboardHeaderProps {
  /** header rows and rows of the whole catalogue; undefined while they are counted, null: unknown */
  counts: { models: number; total: number } | null | undefined;
  importButton: ReactNode;
  onAdd: () => void;
  logoutButton: ReactNode;
}

/** Figures and actions in one bar (§2). */
export function DashboardHeader(props: DashboardHeaderProps) {
  const { counts, importButton, onAdd, logoutButton } = props;
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title}>EV Database Management</h1>
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
