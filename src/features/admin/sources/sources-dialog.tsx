import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { sendJson } from "../../../ui/calls/send.ts";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { type ClaimField, isTest, METHOD_WORDS } from "../../claims/claims.ts";
import type { FigureClaim } from "../../claims/claims.schema.ts";
import { type FieldColumn, valueWithUnit } from "../grid/grid-columns.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { ListDialog } from "../list-dialog.tsx";
import { claimFieldsOf, claimLabelOf } from "./claim-form.ts";
import { ClaimFormDialog } from "./claim-form-dialog.tsx";
import { SourceLink } from "./source-link.tsx";
import styles from "./sources-dialog.module.css";
import { rowClaimsQuery } from "./sources.queries.ts";

interface NamedClaim {
  field: ClaimField;
  claim: FigureClaim;
}

type Task = { kind: "add" } | { kind: "change" | "delete"; named: NamedClaim } | null;

interface SourcesDialogProps {
  row: EvRow;
  column: FieldColumn;
  /** opens the form for a new source */
  isAdding: boolean;
  /** writes the claim's value into the row; the table reports the result */
  onUse: (claim: FigureClaim) => Promise<void>;
  onClose: () => void;
}

/** Lists the sources of one figure, to add, change, delete or use (evidence.md#sources-of-a-cell). */
export function SourcesDialog({ row, column, isAdding, onUse, onClose }: SourcesDialogProps) {
  const query = useQuery(rowClaimsQuery(row.id));
  const { data } = query;
  const [task, setTask] = useState<Task>(isAdding ? { kind: "add" } : null);
  const use = useMutation({ mutationFn: onUse });
  const closeTask = () => setTask(null);
  const named = claimFieldsOf(column).flatMap((field): NamedClaim[] =>
    (data?.[field]?.claims ?? []).map((claim) => ({ field, claim })),
  );
  return (
    <ListDialog
      onClose={onClose}
      title={`Sources of ${column.label}`}
      description={`${rowName(row)}. In the list: ${valueWithUnit(column, row[column.field])}.`}
      buttons={
        <Button onClick={() => setTask({ kind: "add" })}>
          <Plus aria-hidden />
          Add source
        </Button>
      }
    >
      {query.error && <QueryError title="The sources could not be loaded." query={query} />}
      {query.isPending && <Loading text="Loading sources..." />}
      {data && named.length === 0 && <p className="quiet">This figure has no source yet.</p>}
      {named.length > 0 && (
        <ul className="divided">
          {named.map((each) => (
            <ClaimItem
              key={each.claim.id}
              {...each}
              row={row}
              column={column}
              isUsing={use.isPending && use.variables.id === each.claim.id}
              onUse={() => use.mutate(each.claim)}
              onTask={(kind) => setTask({ kind, named: each })}
            />
          ))}
        </ul>
      )}
      {task && task.kind !== "delete" && (
        <ClaimFormDialog
          row={row}
          column={column}
          claim={task.kind === "change" ? task.named : undefined}
          onClose={closeTask}
        />
      )}
      {task?.kind === "delete" && (
        <ConfirmDialog
          title="Delete this source?"
          description={`${task.named.claim.source} will no longer vouch for this figure. The figure itself stays as it is.`}
          label="Delete"
          send={() => sendJson("DELETE", `/api/claims/${task.named.claim.id}`)}
          successMessage={() => "Source deleted"}
          onClose={closeTask}
        />
      )}
    </ListDialog>
  );
}

function ClaimItem(
  props: NamedClaim & {
    row: EvRow;
    column: FieldColumn;
    isUsing: boolean;
    onUse: () => void;
    onTask: (kind: "change" | "delete") => void;
  },
) {
  const { field, claim, row, column, isUsing, onUse, onTask } = props;
  const { value, method, source, url, published, checked, confidence, note } = claim;
  const currentValue = row[column.field];
  const details = [
    published !== null && `published ${published}`,
    checked !== null && `checked ${checked}`,
    confidence !== null && `confidence ${confidence}`,
  ].filter((each) => each !== false);
  const about = (
    <span className="visually-hidden"> {`${valueWithUnit(column, value)}, ${source}`}</span>
  );
  return (
    <li className={styles.claim}>
      <p className={styles.value}>
        {isTest(field) && `${claimLabelOf(field)}: `}
        <b>{valueWithUnit(column, value)}</b>
        <span className={value === currentValue ? "note" : styles.other}>
          {value === currentValue ? "Same as the list" : "Differs from the list"}
        </span>
      </p>
      <p>
        {METHOD_WORDS[method]}:{" "}
        {url === null ? <bdi>{source}</bdi> : <SourceLink url={url} label={source} />}
      </p>
      {details.length > 0 && <p className="note">{details.join(", ")}</p>}
      {note !== null && (
        <p dir="auto" className="note">
          {note}
        </p>
      )}
      <div className={styles.actions}>
        {!isTest(field) && value !== currentValue && (
          <Button size="s" pending={isUsing} onClick={onUse}>
            Use this value{about}
          </Button>
        )}
        <Button size="s" variant="quiet" onClick={() => onTask("change")}>
          <Pencil aria-hidden />
          Change{about}
        </Button>
        <Button size="s" variant="quiet" onClick={() => onTask("delete")}>
          <Trash2 aria-hidden />
          Delete{about}
        </Button>
      </div>
    </li>
  );
}
