import { CarFront, CircleAlert, SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/notice.tsx";
import { refusalOf } from "../../api/answers.ts";
import styles from "./rows-states.module.css";

interface NoRowsProps {
  /** of the search that found nothing; empty: there are no EVs at all */
  search: string;
  onClear: () => void;
  onAdd: () => void;
  importButton: ReactNode;
}

/** The list is empty: the way on. */
export function NoRows({ search, onClear, onAdd, importButton }: NoRowsProps) {
  if (search !== "") {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No EVs match “${search}”`}
        text="The search covers make, model and trim."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<CarFront />}
      title="There are no EVs in the database yet"
      text="Add the first one, or import many from a CSV file."
      action={
        <div className={styles.actions}>
          <Button variant="primary" onClick={onAdd}>
            Add New EV
          </Button>
          {importButton}
        </div>
      }
    />
  );
}

interface RowsErrorProps {
  error: Error;
  /** rows that were read before are still in sight */
  hasRows: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The list could not be read; what was read before stays. */
export function RowsError({ error, hasRows, retrying, onRetry }: RowsErrorProps) {
  if (!hasRows) {
    return (
      <ErrorState
        title="The EVs could not be loaded."
        text={refusalOf(error)}
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  }
  return (
    <div role="alert" className={styles.line}>
      <CircleAlert aria-hidden />
      <p>The list could not be refreshed and may be out of date. {refusalOf(error)}</p>
      <Button size="s" pending={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
