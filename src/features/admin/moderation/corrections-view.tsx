import { useQuery } from "@tanstack/react-query";
import { MessageSquareWarning } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";

import { adminPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { formatLocalTime } from "../../../ui/dates.ts";
import { EmptyState } from "../../../ui/notice.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { METHOD_WORDS } from "../../claims/claims.ts";
import type { Correction } from "../../corrections/corrections.schema.ts";
import { CORRECTIONS_PER_PAGE } from "../../corrections/corrections.ts";
import { columnOf, type FieldColumn, valueWithUnit } from "../grid/grid-columns.ts";
import { SourceLink } from "../sources/source-link.tsx";
import { AcceptDialog, DeclineDialog } from "./correction-dialogs.tsx";
import { type CorrectionStatus, correctionsQuery } from "./correction-queue.queries.ts";
import styles from "./corrections.module.css";
import view from "../entries-view.module.css";
import { EntriesView } from "../entries-view.tsx";

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

interface CorrectionsViewProps {
  /** opens the form to add the missing car */
  onAddCar: (missing: NonNullable<Correction["missing"]>) => void;
}

/** Corrections from readers, to accept or decline (evidence.md#queue-of-corrections). */
export function CorrectionsView({ onAddCar }: CorrectionsViewProps) {
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
                : `No corrections are ${STATUS_LABELS[status].toLowerCase()}`
            }
            text="Readers can report a wrong figure or a missing car. What they send appears here."
            action={
              status === "received" && (
                <Button onClick={() => choose(null)}>Show all corrections</Button>
              )
            }
          />
        }
      >
        {data && data.total > 0 && (
          <div className={view.foot}>
            <p role="status">{countOf(data.total, "correction")}</p>
            {pages > 1 && <Pager label="Pages" page={page} pages={pages} onPage={setPage} />}
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

interface CorrectionDetailsProps {
  correction: Correction;
  onOpen: (dialog: Dialog) => void;
}

function CorrectionDetails({ correction, onOpen }: CorrectionDetailsProps) {
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
        <p className={view.quiet}>
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
              {column ? "Accept" : "Accept as added"}
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

interface PresentClaimsProps {
  claims: NonNullable<Correction["row"]>["claims"];
  column: FieldColumn;
}

/** The sources of a figure and the value that each states. */
function PresentClaims({ claims, column }: PresentClaimsProps) {
  if (claims.length === 0) return <p className={styles.claims}>No source names this figure.</p>;
  return (
    <details className={styles.claims}>
      <summary>{countOf(claims.length, "source")} of this figure</summary>
      <ul>
        {claims.map(({ id, value, method, source, url }) => (
          <li key={id}>
            <b>{valueWithUnit(column, value)}</b>, {METHOD_WORDS[method]}:{" "}
            {url === null ? <bdi>{source}</bdi> : <SourceLink url={url} label={source} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
