import { useQuery } from "@tanstack/react-query";
import { MessageSquareWarning } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";

import { countOf, formatCount } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import { adminPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { errorMessage, fieldIssue, messageBeside } from "../../../ui/calls/answers.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { formatLocalTime } from "../../../ui/dates.ts";
import { Fold } from "../../../ui/fold.tsx";
import { TextAreaField, TextField } from "../../../ui/fields.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { useUser } from "../../auth/auth.queries.ts";
import { CLAIM_SOURCE_MAX_CHARACTERS, METHOD_WORDS } from "../../claims/claims.ts";
import type { ClaimChange } from "../../claims/claims.schema.ts";
import type { Acceptance, Correction } from "../../corrections/corrections.schema.ts";
import {
  CORRECTIONS_PER_PAGE,
  DECLINE_REASON_MAX_CHARACTERS,
} from "../../corrections/corrections.ts";
import view from "../entries-view.module.css";
import { EntriesView } from "../entries-view.tsx";
import { columnOf, type FieldColumn, valueWithUnit } from "../grid/grid-columns.ts";
import { Radios } from "../../../ui/radios.tsx";
import { changeSentence, thisNoun } from "../rows/conflict-dialog.tsx";
import { ROWS_PER_PAGE } from "../rows/list-query.ts";
import { SEARCH_MAX_CHARACTERS, WHOLE_LIST } from "../rows/row-filters.ts";
import { ChangedMeanwhileError, type ChangedRow, rowsQuery } from "../rows/rows.queries.ts";
import { useAdminMutation } from "../use-admin-mutation.ts";
import { valuesToClaim } from "../sources/claim-form.ts";
import { ClaimFields, useClaimForm } from "../sources/claim-form-dialog.tsx";
import { SourceLink } from "../sources/source-link.tsx";
import {
  acceptCorrection,
  type CorrectionStatus,
  correctionsQuery,
  declineCorrections,
} from "./correction-queue.queries.ts";
import styles from "./corrections.module.css";

const STATUS_LABELS: Readonly<Record<CorrectionStatus, string>> = {
  received: "Waiting",
  accepted: "Accepted",
  declined: "Declined",
};

const STATUSES = ["received", "accepted", "declined", null] as const;

type Dialog =
  | { kind: "accept"; correction: Correction }
  /** as they were when the dialog opened; the list may lose them in the meantime */
  | { kind: "decline"; corrections: readonly Correction[] };

/** Corrections from readers, to accept or decline (evidence.md#queue-of-corrections). */
export function CorrectionsView(props: {
  /** opens the form to add the missing car */
  onAddCar: (missing: NonNullable<Correction["missing"]>) => void;
}) {
  const { onAddCar } = props;
  const [status, setStatus] = useState<CorrectionStatus | null>("received");
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(correctionsQuery(status, page));
  const { data, isPlaceholderData } = query;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / CORRECTIONS_PER_PAGE));
  // The last correction of this page was decided.
  if (data && !isPlaceholderData && page > pages) setPage(pages);
  const waiting = data?.corrections.filter((correction) => correction.status === "received") ?? [];
  const chosen = waiting.filter(({ id }) => chosenIds.includes(id));
  const choose = (next: CorrectionStatus | null) => {
    setStatus(next);
    setPage(1);
  };
  const close = () => setDialog(null);
  const onDecided = () => {
    close();
    // The button that had the focus disappears with its correction.
    heading.current?.focus();
  };
  return (
    <>
      <EntriesView
        title="Corrections"
        headingRef={heading}
        label="Corrections, the newest first"
        query={query}
        entries={data?.corrections}
        show={(correction) => ({
          lead: correction.status === "received" && (
            <Checkbox
              checked={chosen.includes(correction)}
              onChange={(isChosen) =>
                setChosenIds(
                  isChosen
                    ? [...chosenIds, correction.id]
                    : chosenIds.filter((id) => id !== correction.id),
                )
              }
            >
              <span className="visually-hidden">Select {titleOf(correction)}</span>
            </Checkbox>
          ),
          line: <bdi>{titleOf(correction)}</bdi>,
          value: valueOf(correction) ?? undefined,
          at: correction.at,
          details: <CorrectionDetails correction={correction} onOpen={setDialog} />,
        })}
        tools={
          <>
            <div role="group" aria-label="Which corrections" className={view.choice}>
              {STATUSES.map((each) => (
                <Pill key={each} pressed={status === each} onClick={() => choose(each)}>
                  {each === null ? "All" : STATUS_LABELS[each]}
                  {each === "received" && data && ` (${formatCount(data.waiting)})`}
                </Pill>
              ))}
            </div>
            {waiting.length > 1 && (
              <Checkbox
                checked={chosen.length === waiting.length}
                mixed={chosen.length > 0 && chosen.length < waiting.length}
                onChange={(isChosen) => setChosenIds(isChosen ? waiting.map(({ id }) => id) : [])}
              >
                Select all
              </Checkbox>
            )}
            {chosen.length > 0 && (
              <Button onClick={() => setDialog({ kind: "decline", corrections: chosen })}>
                Decline {countOf(chosen.length, "correction")}
              </Button>
            )}
          </>
        }
        empty={
          <EmptyState
            icon={<MessageSquareWarning />}
            title={
              status === null
                ? "There are no corrections yet"
                : `No corrections ${STATUS_LABELS[status].toLowerCase()}`
            }
            text="Readers can report a wrong figure or a missing car. What they send appears here."
          />
        }
      >
        {pages > 1 && (
          <div className={view.foot}>
            <Pager label="Pages" page={page} pages={pages} onPage={setPage} />
          </div>
        )}
      </EntriesView>
      {dialog?.kind === "accept" && (
        <AcceptDialog
          correction={dialog.correction}
          onAddCar={onAddCar}
          onDecided={onDecided}
          onClose={close}
        />
      )}
      {dialog?.kind === "decline" && (
        <DeclineDialog corrections={dialog.corrections} onDecided={onDecided} onClose={close} />
      )}
    </>
  );
}

function titleOf({ field, car }: Correction): string {
  const column = field === null ? undefined : columnOf(field);
  return column ? `${column.label} of ${car}` : `A car is missing: ${car}`;
}

/** `$64,500 → $64,600`, or how it was decided. */
function valueOf({ field, row, value, status }: Correction) {
  const column = field === null ? undefined : columnOf(field);
  if (status !== "received") return STATUS_LABELS[status];
  return column && row && `${valueWithUnit(column, row.value)} → ${valueWithUnit(column, value)}`;
}

function CorrectionDetails(props: { correction: Correction; onOpen: (dialog: Dialog) => void }) {
  const { correction, onOpen } = props;
  const { field, row, rowId, status, name, note, reason, decidedAt } = correction;
  const column = field === null ? undefined : columnOf(field);
  const isGone = field !== null && row === null;
  const title = titleOf(correction);
  const about = <span className="visually-hidden"> the correction: {title}</span>;
  return (
    <>
      <h3 className={view.title}>
        <bdi>{title}</bdi>
      </h3>
      {name !== null && (
        <p className="fine">
          by <bdi translate="no">{name}</bdi>
        </p>
      )}
      {isGone && <p className={styles.gone}>This car has since been deleted.</p>}
      {column && (
        <dl className={styles.values}>
          {row && (
            <div>
              <dt className="fine">Now</dt>
              <dd>{valueWithUnit(column, row.value)}</dd>
            </div>
          )}
          <div>
            <dt className="fine">Proposed</dt>
            <dd>
              <b>{valueWithUnit(column, correction.value)}</b>
            </dd>
          </div>
        </dl>
      )}
      {correction.url !== null && <SourceLink url={correction.url} />}
      {note !== null && (
        <p dir="auto" className={styles.note}>
          {note}
        </p>
      )}
      {column && row && <PresentClaims claims={row.claims} column={column} />}
      {row && rowId !== null && (
        <Link href={adminPath({ row: rowId })} className="note">
          Show in the list<span className="visually-hidden">: {title}</span>
        </Link>
      )}
      {status === "received" ? (
        <div className="row">
          {!isGone && (
            <Button
              size="s"
              variant="primary"
              onClick={() => onOpen({ kind: "accept", correction })}
            >
              {column ? "Accept" : "Mark as added"}
              {about}
            </Button>
          )}
          <Button size="s" onClick={() => onOpen({ kind: "decline", corrections: [correction] })}>
            Decline{about}
          </Button>
        </div>
      ) : (
        <p>
          <b>{STATUS_LABELS[status]}</b>
          {decidedAt !== null && ` on ${formatLocalTime(decidedAt)}`}
          {reason !== null && (
            <>
              {": "}
              <bdi>{reason}</bdi>
            </>
          )}
        </p>
      )}
    </>
  );
}

/** The sources of a figure and the value that each states. */
function PresentClaims(props: {
  claims: NonNullable<Correction["row"]>["claims"];
  column: FieldColumn;
}) {
  const { claims, column } = props;
  if (claims.length === 0) return <p className={styles.claims}>No source names this figure.</p>;
  return (
    <Fold className={styles.claims} title={`${countOf(claims.length, "source")} of this figure`}>
      <ul>
        {claims.map(({ id, value, method, source, url }) => (
          <li key={id}>
            <b>{valueWithUnit(column, value)}</b>, {METHOD_WORDS[method]}:{" "}
            {url === null ? <bdi>{source}</bdi> : <SourceLink url={url} label={source} />}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

interface AcceptDialogProps {
  correction: Correction;
  onAddCar: (missing: NonNullable<Correction["missing"]>) => void;
  onDecided: () => void;
  onClose: () => void;
}

function AcceptDialog(props: AcceptDialogProps) {
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
  const { id, car, row, field, value: proposed, url } = correction;
  const form = useClaimForm(column, () =>
    valuesToClaim(field ?? "range", proposed, {
      method: "reader",
      source: proposedSource(correction).slice(0, CLAIM_SOURCE_MAX_CHARACTERS),
      url,
    }),
  );
  const { user } = useUser();
  const { mutate, isPending, error } = useAdminMutation({
    mutationFn: (acceptance: Acceptance) => acceptCorrection(id, acceptance),
    successMessage: () => `${column.label} of ${car} was corrected`,
    onSuccess: onDecided,
    onError: null,
  });
  /** the row as somebody else has changed it while the dialog was open */
  const [changed] = error instanceof ChangedMeanwhileError ? error.changed : [];
  const present = valueWithUnit(
    column,
    changed ? changed.current[column.field] : (row?.value ?? null),
  );
  const accept = ({ value, method, source, url: link }: ClaimChange) => {
    const { version = 0 } = changed?.current ?? row ?? {};
    mutate({ value, method, source, url: link, version });
  };
  const conflictWords = ({ current, changedBy }: ChangedRow) => {
    const what = current[column.field] === row?.value ? "this EV" : thisNoun(column.field);
    const sentence = changeSentence(changedBy, what, user?.username);
    return `${sentence}. ${column.label} is now ${present}. Accept again to replace that value.`;
  };
  return (
    <MutationDialog
      title={`Correct ${column.label}`}
      description={`${car}. Now: ${present}. Proposed: ${valueWithUnit(column, proposed)}.`}
      submitLabel={isPending ? "Accepting..." : "Accept"}
      pending={isPending}
      error={changed ? conflictWords(changed) : messageBeside(error, ["value", "source", "url"])}
      isDirty={form.isDirty}
      onSubmit={() => form.read(accept)}
      onClose={onClose}
    >
      <ClaimFields {...{ column, form, error }} />
    </MutationDialog>
  );
}

/** Asks which row was added for the missing car. */
function AcceptCarDialog(
  props: AcceptDialogProps & { missing: NonNullable<Correction["missing"]> },
) {
  const { correction, missing, onAddCar, onDecided, onClose } = props;
  const [search, setSearch] = useState(`${missing.make} ${missing.model}`);
  const [chosenId, setChosenId] = useState<number>();
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
      canSubmit={chosenId !== undefined}
      onSubmit={() => chosenId !== undefined && mutate(chosenId)}
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
          setChosenId(undefined);
        }}
      />
      {rows.length > 0 ? (
        <Radios
          legend="EVs in the list"
          options={rows.map((row) => [row.id, rowName(row)])}
          areNames
          chosen={chosenId}
          onChoose={setChosenId}
        />
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

function DeclineDialog(props: {
  corrections: readonly Correction[];
  onDecided: () => void;
  onClose: () => void;
}) {
  const { corrections, onDecided, onClose } = props;
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
