import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import styles from "./check-step.module.css";
import { CheckForm, TitleNote } from "./columns-step.tsx";
import { encodingName } from "./file-step.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { divideRepeats, Questions, Radios } from "./check-questions.tsx";
import { reasonsToRepair } from "../import-reasons.ts";
import { importWords } from "./import-texts.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { type ImportDraft, isSameDraft, withColumn } from "./import-draft.ts";
import type { CheckedStep, Import } from "./use-import.ts";
import { UnusualList, CellNotes, ReasonTable } from "./bad-cells.tsx";
import { CheckedRows, Differences, TextTable } from "./check-table.tsx";
import { FIELD_LABELS, isFieldName, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { columnMapping, fieldMapping } from "../mapping/import-mapping.ts";

export function CheckedFile({ theImport, step }: { theImport: Import; step: CheckedStep }) {
  const { draft, failure, findText, changeMapping, change, check } = theImport;
  const { answer, checked } = step;
  // The counts of the check before the one that failed.
  const isOutdated = failure !== undefined && !isSameDraft(checked, draft);
  const { updated, skipped, unusual, columns, titles = [], counts, notes = [] } = answer;
  const { encoding = "UTF-8", leftOut = 0, hidden = 0, repeated, sheet, sheets = [] } = answer;
  const { mapping } = draft;
  const toRepair = reasonsToRepair(answer);
  const cells = toRepair.reduce((sum, { count }) => sum + count, 0);
  const typing = { columns, mapping, findText, onMappingChange: changeMapping };
  const isUnclear = columns.some(({ decimal, dates }) => [decimal, dates].includes("unclear"));
  const written = counts.added + counts.updated;
  const isNothingNew =
    written + counts.invalid === 0 &&
    counts.skipped + counts.repeated > 0 &&
    draft.repeated !== "none";
  const [, equal] = divideRepeats(repeated);
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
        {isNothingNew && importWords([], counts).title}
        {Object.values(counts).every((count) => count === 0) &&
          "The file has no rows below its header."}
        {counts.invalid > 0 &&
          !isUnclear &&
          `${countOf(counts.invalid, "row")} can’t be imported yet. Fix ${counts.invalid === 1 ? "it" : "them"} below${written > 0 ? ", or import the rest" : ""}.`}
      </p>
      <TitleNote titles={titles} />
      {(encoding !== "UTF-8" || leftOut + hidden > 0 || sheets.length > 1) && (
        <p className={styles.verdict}>
          {encoding !== "UTF-8" && `Read as ${encodingName(encoding)}. `}
          {sheets.length > 1 && `Read from the sheet “${sheet}”, one of ${sheets.length}. `}
          {hidden > 0 && `${countOf(hidden, "hidden row")} left out. `}
          {leftOut > 0 && `${countOf(leftOut, "row")} left out by the rule.`}
        </p>
      )}
      <Questions answer={answer} draft={draft} onChange={change} onCheck={check} />
      {counts.skipped + counts.updated > 0 && (
        <ExistingRows columns={columns} draft={draft} onCheck={check} />
      )}
      <CellNotes notes={notes} />
      {toRepair.length > 0 && (
        <Rows title={`Cells to repair (${formatCount(cells)})`} isOpen>
          <div role="group" aria-label="Repair">
            <p className={styles.inset}>Your file won’t change.</p>
            <ReasonTable reasons={toRepair} typing={typing} />
          </div>
        </Rows>
      )}
      <UnusualList unusual={unusual} />
      {counts.added + counts.invalid > 0 && (
        <Rows
          title={rowsTitle(counts)}
          left={counts.added + counts.invalid - answer.added.length - answer.bad.length}
          isOpen
        >
          <CheckedRows answer={answer} typing={typing} />
        </Rows>
      )}
      {counts.updated > 0 && (
        <Rows
          title={`Existing, updated (${formatCount(counts.updated)})`}
          left={counts.updated - updated.length}
          isOpen
        >
          <Differences answer={answer} typing={typing} />
        </Rows>
      )}
      {counts.skipped > 0 && (
        <Rows
          title={`Existing, skipped (${formatCount(counts.skipped)})`}
          left={counts.skipped - skipped.length}
        >
          <TextTable
            label="Skipped rows"
            head={["Row", "Make", "Model", "Trim", "Year"]}
            rows={skipped.map(({ row, make, model, trim, year }) => [
              formatCount(row),
              make,
              model,
              trim,
              String(year),
            ])}
          />
        </Rows>
      )}
      {equal.length > 0 && (
        <Rows title={`Equal rows (${formatCount(equal.length)})`}>
          <TextTable
            label="Equal rows"
            head={["Row", "Same as row", "EV"]}
            rows={equal.map(({ rows: [first, later], name }) => [
              formatCount(later),
              formatCount(first),
              name,
            ])}
          />
        </Rows>
      )}
    </CheckForm>
  );
}

/** `New EVs (3), rows to fix (2)` */
function rowsTitle({ added, invalid }: CheckAnswer["counts"]): string {
  const parts = [
    added > 0 && `New EVs (${formatCount(added)})`,
    invalid > 0 && `${added > 0 ? "rows" : "Rows"} to fix (${formatCount(invalid)})`,
  ];
  return parts.filter(Boolean).join(", ");
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
    <details className={styles.rows} open={isOpen}>
      <summary>{title}</summary>
      {children}
      {left > 0 && <p className={clsx("note", styles.more)}>...and {countOf(left, "more row")}</p>}
    </details>
  );
}

const EXISTING_CHOICES = [
  ["skip", "Leave them as they are"],
  ["fill", "Fill empty values only"],
  ["update", "Update what differs"],
] as const;

interface ExistingRowsProps {
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onCheck: (draft: ImportDraft) => void;
}

/** What to do with rows that already exist; each choice starts a new check (importing.md#existing-rows). */
function ExistingRows({ columns, draft, onCheck }: ExistingRowsProps) {
  return (
    <>
      <Radios
        legend="Existing EVs"
        options={EXISTING_CHOICES}
        chosen={draft.existing}
        onChoose={(existing) => onCheck({ ...draft, existing })}
      />
      {draft.existing === "update" && (
        <ClearedColumns columns={columns} draft={draft} onCheck={onCheck} />
      )}
    </>
  );
}

/** Asks in which columns an empty cell clears the value; in all others the value stays. */
function ClearedColumns({ columns, draft, onCheck }: ExistingRowsProps) {
  const optional = columns.filter(
    ({ field }) => isFieldName(field) && !REQUIRED_FIELDS.includes(field),
  );
  if (optional.length === 0) return null;
  const mappedOf = (column: CsvColumn) => columnMapping(draft.mapping, column);
  const isCleared = (column: CsvColumn) => fieldMapping(mappedOf(column)).clear ?? false;
  return (
    <details className={styles.rows} open={columns.some(isCleared)}>
      <summary>Empty cells change nothing. Clear the value instead in…</summary>
      <fieldset className={clsx(styles.existing, styles.inset)}>
        <legend className="visually-hidden">Clear the value where a cell is empty</legend>
        {optional.map((column) => (
          <Checkbox
            key={column.header}
            checked={isCleared(column)}
            onChange={(clear) =>
              onCheck(withColumn(draft, column, { ...fieldMapping(mappedOf(column)), clear }))
            }
          >
            {isFieldName(column.field) ? FIELD_LABELS[column.field] : column.header}
          </Checkbox>
        ))}
      </fieldset>
    </details>
  );
}
