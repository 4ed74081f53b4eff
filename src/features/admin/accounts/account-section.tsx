import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";

import { Button } from "../../../ui/button.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { ErrorState, Skeleton } from "../../../ui/notice.tsx";
import { sendJson } from "../../../ui/calls/send.ts";
import { useAdminMutation } from "../rows/rows.queries.ts";
import styles from "./accounts-view.module.css";

interface AccountSectionProps {
  title: string;
  text: string;
  action?: ReactNode;
  children: ReactNode;
}

export function AccountSection({ title, text, action, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface AccountEntry {
  key: number;
  title: ReactNode;
  /** shown next to the title */
  mark?: string | false;
  text: string;
  /** the button that ends it; `label` is its full name for screen readers */
  end?: Ending & { button: string; label: string };
}

interface AccountListProps<Entry> {
  query: UseQueryResult<Entry[]>;
  /** the kind of items, such as `sessions`; used as the list's label and in its messages */
  name: string;
  empty: string;
  entry: (entry: Entry) => AccountEntry;
  onEnd: (ending: Ending) => void;
}

export function AccountList<Entry>(props: AccountListProps<Entry>) {
  const { query, name, empty, entry, onEnd } = props;
  const { data, isError, isFetching, refetch } = query;
  if (!data && isError) {
    return (
      <ErrorState
        title={`The ${name} could not be read.`}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy className={styles.entry}>
        <p role="status" className="visually-hidden">
          Loading {name}...
        </p>
        <Skeleton width="60%" height="40px" />
      </div>
    );
  }
  if (data.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul aria-label={name}>
      {data.map(entry).map(({ key, title, mark, text, end }) => (
        <li key={key} className={styles.entry}>
          <div className={styles.words}>
            <p className={styles.title}>
              {title}
              {mark && <span className={styles.own}>{mark}</span>}
            </p>
            <p className={styles.text}>{text}</p>
          </div>
          {end && (
            <Button size="s" aria-label={end.label} onClick={() => onEnd(end)}>
              {end.button}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface Ending {
  path: string;
  title: string;
  description: string;
  confirmLabel: string;
  done: string; // text of the toast afterwards
}

/** Asks for confirmation, then deletes. Open while mounted. */
export function EndingDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { mutate, isPending } = useAdminMutation({
    mutationFn: () => sendJson("DELETE", ending.path),
    successMessage: () => ending.done,
    onSettled: onClose,
  });
  return (
    <MutationDialog
      role="alertdialog"
      title={ending.title}
      description={ending.description}
      submitLabel={ending.confirmLabel}
      pending={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    />
  );
}
