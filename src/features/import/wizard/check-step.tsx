import type { ReactNode } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fold } from "../../../ui/fold.tsx";
import styles from "./check-step.module.css";
import { CheckForm, TitleNote } from "./columns-step.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import { divideRepeats, Questions, Radios } from "./check-questions.tsx";
import { reasonsToRepair } from "../import-reasons.ts";
import { readAsText, verdictText } from "./import-texts.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { type ImportDraft, isSameDraft, withColumn } from "./import-draft.ts";
import type { Import } from "./use-import.ts";
import { CellNotes, ReasonTable } from "./bad-cells.tsx";
import { CheckedRows, Differences, TextTable } from "./check-table.tsx";
import { FIELD_LABELS, isFieldName, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { columnMapping, fieldMapping } from "../mapping/import-mapping.ts";

export function CheckedFile(props: {
  theImport: Import;
  answer: CheckAnswer;
  checked: ImportDraft;
}) {
  const { theImport, answer, checked } = props;
  const { draft, failure } = theImport;
  const { updated, skipped, titles = [], counts, repeated } = answer;
  const isChanged = !isSameDraft(checked, draft);
  // The counts of the check before the one that failed.
  const isOutdated = failure !== undefined && isChanged;
  const toRepair = reasonsToRepair(answer);
  const cells = toRepair.reduce((sum, { count }) => sum + count, 0);
  const [, equal] = divideRepeats(repeated);
  const leftOut = [
    ...skipped.map((row) => [row.row, rowName(row), "Exists already"] as const),
    ...equal.map(
      ({ rows: [first, later], name }) => [later, name, `Same as row ${first}`] as const,
    ),
  ];
  return (
    <CheckForm theImport={theImport}>
      {!isOutdated && (
        <dl className={styles.counts}>
          <OutcomeCount label="New" count={counts.added} />
          <OutcomeCount label="Updated" count={counts.updated} />
          <OutcomeCount
            label={draft.existing === "skip" ? "Existing" : "Unchanged"}
            count={counts.skipped}
          />
          {counts.repeated > 0 && <OutcomeCount label="Repeated" count={counts.repeated} />}
          <OutcomeCount label="Bad rows" count={counts.invalid} isBad />
        </dl>
      )}
      <p role="status" className={styles.verdict}>
        {verdictText(answer, draft, isChanged)}
      </p>
      <TitleNote titles={titles} />
      <p className={styles.verdict}>{readAsText(answer)}</p>
      <Questions theImport={theImport} answer={answer} />
      {counts.skipped + counts.updated > 0 && <ExistingRows theImport={theImport} />}
      <CellNotes answer={answer} />
      {toRepair.length > 0 && (
        <Rows title={`Cells to repair (${formatCount(cells)})`} isOpen>
          <div role="group" aria-label="Repair">
            <p className={styles.inset}>Your file won’t change.</p>
            <ReasonTable reasons={toRepair} theImport={theImport} />
          </div>
        </Rows>
      )}
      {counts.added + counts.invalid > 0 && (
        <Rows
          title={`${counts.invalid > 0 ? "New EVs and rows to fix" : "New EVs"} (${formatCount(counts.added + counts.invalid)})`}
          left={counts.added + counts.invalid - answer.added.length - answer.bad.length}
          isOpen
        >
          <CheckedRows answer={answer} theImport={theImport} />
        </Rows>
      )}
      {counts.updated > 0 && (
        <Rows
          title={`Existing, updated (${formatCount(counts.updated)})`}
          left={counts.updated - updated.length}
          isOpen
        >
          <Differences answer={answer} theImport={theImport} />
        </Rows>
      )}
      {leftOut.length > 0 && (
        <Rows
          title={`Left out (${formatCount(counts.skipped + equal.length)})`}
          left={counts.skipped - skipped.length}
        >
          <TextTable
            label="Rows left out"
            head={["Row", "EV", "Why"]}
            rows={leftOut.map(([row, ...texts]) => [formatCount(row), ...texts])}
          />
        </Rows>
      )}
    </CheckForm>
  );
}

function OutcomeCount(props: { label: string; count: number; isBad?: boolean }) {
  const { label, count, isBad } = props;
  const className = count === 0 ? "faint" : isBad ? styles.bad : undefined;
  return (
    <div className={styles.count}>
      <dt className="note">{label}</dt>
      <dd className={className}>{formatCount(count)}</dd>
    </div>
  );
}

function Rows(props: { title: string; left?: number; isOpen?: boolean; children: ReactNode }) {
  const { title, left = 0, isOpen = false, children } = props;
  return (
    <Fold title={title} className={styles.rows} isOpen={isOpen}>
      {children}
      {left > 0 && <p className={styles.more}>...and {countOf(left, "more row")}</p>}
    </Fold>
  );
}

const EXISTING_CHOICES = [
  ["skip", "Leave them as they are"],
  ["fill", "Fill empty values only"],
  ["update", "Update what differs"],
] as const;

/**
 * What to do with rows that already exist, and in which columns an empty cell clears the value; each choice
 * starts a new check (importing.md#existing-rows).
 */
function ExistingRows({ theImport }: { theImport: Import }) {
  const { draft, columns, check } = theImport;
  const optional = columns.flatMap((column) => {
    const { field } = column;
    const isOptional = isFieldName(field) && !REQUIRED_FIELDS.includes(field);
    return isOptional
      ? [{ column, field, mapped: fieldMapping(columnMapping(draft.mapping, column)) }]
      : [];
  });
  return (
    <>
      <Radios
        legend="Existing EVs"
        options={EXISTING_CHOICES}
        chosen={draft.existing}
        onChoose={(existing) => check({ ...draft, existing })}
      />
      {draft.existing === "update" && optional.length > 0 && (
        <Rows
          title="Empty cells change nothing. Clear the value instead in…"
          isOpen={optional.some(({ mapped }) => mapped.clear)}
        >
          <fieldset className={styles.clearing}>
            <legend className="visually-hidden">Clear the value where a cell is empty</legend>
            {optional.map(({ column, field, mapped }) => (
              <Checkbox
                key={field}
                checked={mapped.clear ?? false}
                onChange={(clear) => check(withColumn(draft, column, { ...mapped, clear }))}
              >
                {FIELD_LABELS[field]}
              </Checkbox>
            ))}
          </fieldset>
        </Rows>
      )}
    </>
  );
}
