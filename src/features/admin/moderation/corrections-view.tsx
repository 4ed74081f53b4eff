import { useQuery } from "@tanstack/react-query";
import { MessageSquareWarning } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";

import { adminPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { formatLocalTime } from "../../../ui/dates.ts";
import { EmptyState, Loading, QueryError, Skeleton } from "../../../ui/notice.tsx";
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
import styles from "./corrections-view.module.css";
import view from "../admin-view.module.css";

const STATUS_LABELS: Readonly<Record<CorrectionStatus, string>> = {
  received: "Waiting",
  accepted: "Accepted",
  declined: "Declined",
};

const STATUSES = ["received", "accepted", "declined", null] as const;

interface Decision {
  kind: "accept" | "decline";
  /** the correction when the dialog opened; the list may lose it in the meantime */
  correction: Correction;
}

interface CorrectionsViewProps {
  /** opens the form to add the missing car */
  onAddCar: (missing: NonNullable<Correction["missing"]>) => void;
}

/** Corrections from readers, to accept or decline (evidence.md#queue-of-corrections). */
export function CorrectionsView({ onAddCar }: CorrectionsViewProps) {
  const [status, setStatus] = useState<CorrectionStatus | null>("received");
  const [page, setPage] = useState(1);
  const [decision, setDecision] = useState<Decision | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(correctionsQuery(status, page));
  const { data, error, isPlaceholderData } = query;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / CORRECTIONS_PER_PAGE));
  // The last correction of this page was decided.
  if (data && !isPlaceholderData && page > pages) setPage(pages);
  const choose = (next: CorrectionStatus | null) => {
    setStatus(next);
    setPage(1);
  };
  const close = () => setDecision(null);
  const isDecided = useRef(false);
  const onDecided = () => {
    isDecided.current = true;
    close();
  };
  // The button that had the focus disappeared with its correction.
  useEffect(() => {
    if (decision || !isDecided.current) return;
    isDecided.current = false;
    heading.current?.focus();
  }, [decision]);
  return (
    <section aria-labelledby="corrections-heading" className={view.view}>
      <h2 id="corrections-heading" ref={heading} tabIndex={-1} className={view.heading}>
        Corrections
      </h2>
      <div role="group" aria-label="Which corrections" className={view.choice}>
        {STATUSES.map((each) => (
          <Pill key={each} pressed={status === each} onClick={() => choose(each)}>
            {each === null ? "All" : STATUS_LABELS[each]}
            {each === "received" && data && ` (${formatCount(data.waiting)})`}
          </Pill>
        ))}
      </div>
      {error && <QueryError title="The corrections could not be loaded." query={query} />}
      {data?.corrections.length === 0 && !isPlaceholderData && (
        <EmptyState
          icon={<MessageSquareWarning />}
          title={status === "received" ? "No corrections are waiting" : "No corrections here"}
          text="Readers can report a wrong figure or a missing car. What they send appears here."
          action={
            status === "received" && (
              <Button onClick={() => choose(null)}>Show all corrections</Button>
            )
          }
        />
      )}
      {data && data.corrections.length > 0 && (
        <ol
          role="list"
          aria-label="Corrections, the newest first"
          aria-busy={isPlaceholderData || undefined}
          className={view.list}
        >
          {data.corrections.map((correction) => (
            <CorrectionItem
              key={correction.id}
              correction={correction}
              onDecide={(kind) => setDecision({ kind, correction })}
            />
          ))}
        </ol>
      )}
      {!data && !error && (
        <Loading text="Loading corrections...">
          <Skeleton count={4} height="4.5em" className={view.entries} />
        </Loading>
      )}
      {data && data.total > 0 && (
        <div className={styles.foot}>
          <p role="status">{countOf(data.total, "correction")}</p>
          {pages > 1 && <Pager label="Pages" page={page} pages={pages} onPage={setPage} />}
        </div>
      )}
      {decision?.kind === "accept" && (
        <AcceptDialog
          correction={decision.correction}
          onAddCar={onAddCar}
          onDecided={onDecided}
          onClose={close}
        />
      )}
      {decision?.kind === "decline" && (
        <DeclineDialog correction={decision.correction} onDecided={onDecided} onClose={close} />
      )}
    </section>
  );
}

interface CorrectionItemProps {
  correction: Correction;
  onDecide: (kind: Decision["kind"]) => void;
}

function CorrectionItem({ correction, onDecide }: CorrectionItemProps) {
  const { car, field, row, rowId, status, at, name, note, reason, decidedAt } = correction;
  const column = field === null ? undefined : columnOf(field);
  const title = column ? `${column.label} of ${car}` : `A car is missing: ${car}`;
  const isGone = field !== null && row === null;
  const about = <span className="visually-hidden"> the correction: {title}</span>;
  return (
    <li className={styles.item}>
      <h3 className={styles.title}>
        {row && rowId !== null ? (
          <Link href={adminPath({ row: rowId })}>
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
      </h3>
      <p className={styles.sent}>
        <time dateTime={at}>{formatLocalTime(at)}</time>
        {name !== null && (
          <>
            {" by "}
            <bdi translate="no">{name}</bdi>
          </>
        )}
      </p>
      {isGone && <p className={styles.gone}>This car has since been deleted.</p>}
      {column && (
        <dl className={styles.values}>
          {row && (
            <div>
              <dt>Now</dt>
              <dd>{valueWithUnit(column, row.value)}</dd>
            </div>
          )}
          <div>
            <dt>Proposed</dt>
            <dd className={styles.proposed}>{valueWithUnit(column, correction.value)}</dd>
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
      {status === "received" ? (
        <div className={styles.actions}>
          {!isGone && (
            <Button size="s" variant="primary" onClick={() => onDecide("accept")}>
              Accept{about}
            </Button>
          )}
          <Button size="s" onClick={() => onDecide("decline")}>
            Decline{about}
          </Button>
        </div>
      ) : (
        <p className={styles.decided}>
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
    </li>
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
