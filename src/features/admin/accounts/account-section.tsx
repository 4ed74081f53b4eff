import { useMutation, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";

import { refusalOf } from "../../../ui/calls/answers.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { ErrorState, Skeleton } from "../../../ui/notice.tsx";
import { sendJson } from "../../../ui/calls/send.ts";
import { toast, toastError } from "../../../ui/toast.ts";
import { refreshAccounts } from "../../auth/auth.queries.ts";
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
    <ul aria-label={name} className={styles.list}>
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

/** `Nov 21, 2026` */
export function dayOf(iso: string): string {
  return new Date(iso).toLocaleDateString("en-US", { dateStyle: "medium" });
}

export function momentOf(iso: string): string {
  return new Date(iso).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
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
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendJson("DELETE", ending.path),
    onSuccess: () => toast({ title: "Success", description: ending.done }),
    onError: (error) => toastError(refusalOf(error)),
    // Refetch after a failure too: someone else may have deleted it.
    onSettled: async () => {
      await refreshAccounts(client);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={ending.title}
      description={ending.description}
      confirmLabel={ending.confirmLabel}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
