import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { fieldIssue, errorMessage, messageBeside } from "../../../ui/calls/answers.ts";
import { TextField, TextAreaField } from "../../../ui/fields.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { useUser } from "../../auth/auth.queries.ts";
import { CLAIM_SOURCE_MAX_CHARACTERS } from "../../claims/claims.ts";
import type { Acceptance, Correction } from "../../corrections/corrections.schema.ts";
import {
  columnOf,
  type FieldColumn,
  cellToText,
  parseCellText,
  valueWithUnit,
} from "../grid/grid-columns.ts";
import { ROWS_PER_PAGE } from "../rows/list-query.ts";
import { SEARCH_MAX_CHARACTERS, WHOLE_LIST } from "../rows/row-filters.ts";
import { changeSentence, nounOf } from "../rows/conflict-dialog.tsx";
import { ChangedMeanwhileError, rowsQuery, useAdminMutation } from "../rows/rows.queries.ts";
import { ValueField } from "../value-field.tsx";
import type { ClaimFormValues } from "../sources/claim-form.ts";
import { SourceNameFields } from "../sources/claim-form-dialog.tsx";
import { acceptCorrection, declineCorrections } from "./correction-queue.queries.ts";
import { DECLINE_REASON_MAX_CHARACTERS } from "../../corrections/corrections.ts";

interface AcceptDialogProps {
  correction: Correction;
  onAddCar: (missing: NonNullable<Correction["missing"]>) => void;
  onDecided: () => void;
  onClose: () => void;
}

export function AcceptDialog(props: AcceptDialogProps) {
  const { field, missing } = props.correction;
  const column = field === null ? undefined : columnOf(field);
  if (column) return <AcceptFigureDialog {...props} column={column} />;
  return missing && <AcceptCarDialog {...props} missing={missing} />;
}

/** The site that the reader linked to, or else the reader. */
function proposedSource({ url, name }: Correction): string {
  const host = url === null ? "" : new URL(url).hostname.replace(/^www\./, "");
  return host || (name === null ? "Reader" : `Reader ${name}`);
}

/** Writes the value and a source in one step, unless the row has changed since it was shown. */
function AcceptFigureDialog(props: AcceptDialogProps & { column: FieldColumn }) {
  const { correction, column, onDecided, onClose } = props;
  const { id, car, row, value: proposed } = correction;
  const [value, setValue] = useState(cellToText(proposed));
  const [start] = useState<Pick<ClaimFormValues, "method" | "source" | "url">>({
    method: "reader",
    source: proposedSource(correction).slice(0, CLAIM_SOURCE_MAX_CHARACTERS),
    url: correction.url ?? "",
  });
  const [origin, setOrigin] = useState(start);
  const [wrong, setWrong] = useState<string>();
  const [present, setPresent] = useState({ version: row?.version ?? 0, value: row?.value ?? null });
  const [changed, setChanged] = useState<string>();
  const { user } = useUser();
  const { mutate, isPending, error } = useAdminMutation({
    mutationFn: (acceptance: Acceptance) => acceptCorrection(id, acceptance),
    successMessage: () => `${column.label} of ${car} was corrected`,
    onSuccess: onDecided,
    onError(failure) {
      if (!(failure instanceof ChangedMeanwhileError)) return;
      for (const { current, changedBy } of failure.changed) {
        const now = current[column.field];
        const what = now === present.value ? "this EV" : nounOf(column.field);
        setChanged(changeSentence(changedBy, what, user?.username));
        setPresent({ version: current.version, value: now });
      }
    },
  });
  const accept = () => {
    const { value: read, message } = parseCellText(column, value);
    if (message !== undefined || read == null) return setWrong(message ?? "Value is required");
    const { version } = present;
    mutate({ ...origin, url: origin.url.trim() || null, value: read, version });
  };
  return (
    <MutationDialog
      title={`Correct ${column.label}`}
      description={`${car}. Now: ${valueWithUnit(column, present.value)}. Proposed: ${valueWithUnit(column, proposed)}.`}
      submitLabel={isPending ? "Accepting..." : "Accept"}
      pending={isPending}
      error={
        error instanceof ChangedMeanwhileError
          ? `${changed}. ${column.label} is now ${valueWithUnit(column, present.value)}. Accept again to replace that value.`
          : messageBeside(error, ["value", "source", "url"])
      }
      isDirty={() => value !== cellToText(proposed) || origin !== start}
      onSubmit={accept}
      onClose={onClose}
    >
      <ValueField
        column={column}
        label="Value"
        value={value}
        issue={wrong ?? fieldIssue(error, "value")}
        onType={(typed) => {
          setValue(typed);
          setWrong(undefined);
        }}
      />
      <SourceNameFields
        values={origin}
        error={error}
        onType={(part) => setOrigin((before) => ({ ...before, ...part }))}
      />
    </MutationDialog>
  );
}

interface AcceptCarDialogProps extends AcceptDialogProps {
  missing: NonNullable<Correction["missing"]>;
}

/** Asks which row was added for the missing car. */
function AcceptCarDialog(props: AcceptCarDialogProps) {
  const { correction, missing, onAddCar, onDecided, onClose } = props;
  const group = useId();
  const [search, setSearch] = useState(`${missing.make} ${missing.model}`);
  const [chosen, setChosen] = useState<EvRow | null>(null);
  const list = useQuery(
    rowsQuery({ ...WHOLE_LIST, search: search.trim(), page: 1, pageSize: ROWS_PER_PAGE }),
  );
  const { mutate, isPending, error } = useAdminMutation({
    mutationFn: (rowId: number) => acceptCorrection(correction.id, { rowId }),
    successMessage: () => `${correction.car} was accepted`,
    onSuccess: onDecided,
    onError: null,
  });
  const rows = list.data?.evs ?? [];
  return (
    <MutationDialog
      title="Which EV was added?"
      description={`${correction.car} was missing.`}
      submitLabel={isPending ? "Accepting..." : "Accept"}
      pending={isPending}
      error={messageBeside(error)}
      canSubmit={chosen !== null}
      onSubmit={() => chosen && mutate(chosen.id)}
      onClose={onClose}
    >
      <TextField
        label="Search by make, model, or trim"
        name="search"
        type="search"
        maxLength={SEARCH_MAX_CHARACTERS}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setChosen(null);
        }}
      />
      {rows.length > 0 ? (
        <fieldset className="stack">
          <legend className="field-label">EVs in the list</legend>
          {rows.map((row) => (
            <label key={row.id} className="touch">
              <input
                type="radio"
                name={group}
                checked={chosen?.id === row.id}
                onChange={() => setChosen(row)}
              />
              <bdi translate="no">{rowName(row)}</bdi>
            </label>
          ))}
        </fieldset>
      ) : (
        <p role="status" className="note">
          {list.isError
            ? errorMessage(list.error)
            : list.data
              ? "No EV in the list matches."
              : "Loading EVs..."}
        </p>
      )}
      <p className="note">Not in the list yet? Add it first, then accept the correction.</p>
      <div>
        <Button size="s" onClick={() => onAddCar(missing)}>
          Add this EV
        </Button>
      </div>
    </MutationDialog>
  );
}

interface DeclineDialogProps {
  corrections: readonly Correction[];
  onDecided: () => void;
  onClose: () => void;
}

export function DeclineDialog({ corrections, onDecided, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  const { length: count } = corrections;
  const { mutate, isPending, error } = useAdminMutation({
    mutationFn: () => declineCorrections({ ids: corrections.map(({ id }) => id), reason }),
    successMessage: () =>
      count === 1 ? "The correction was declined" : `${count} corrections were declined`,
    onSuccess: onDecided,
    onError: null,
  });
  return (
    <MutationDialog
      title={count === 1 ? "Decline this correction?" : `Decline ${count} corrections?`}
      description={count === 1 && corrections[0]?.car}
      submitLabel={isPending ? "Declining..." : "Decline"}
      pending={isPending}
      error={messageBeside(error, ["reason"])}
      isDirty={() => reason !== ""}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        hint={count === 1 ? "The reader sees this." : "The readers see this."}
        rows={3}
        maxLength={DECLINE_REASON_MAX_CHARACTERS}
        dir="auto"
        value={reason}
        issue={fieldIssue(error, "reason")}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </MutationDialog>
  );
}
