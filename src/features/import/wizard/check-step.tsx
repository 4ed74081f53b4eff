/** The checked file: what to decide, what to repair, and the rows as they would be stored. */
import { clsx } from "clsx";
import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Radios } from "../../../ui/radios.tsx";
import styles from "./check-step.module.css";
import tableStyles from "./check-table.module.css";
import { TitleNote } from "./columns-step.tsx";
import { CheckForm } from "./file-step.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { Reason } from "../import.schema.ts";
import { Questions } from "./check-questions.tsx";
import { isContradiction } from "../import-reasons.ts";
import { NAMED_FIRST } from "../accepted-files.ts";
import { noteText, readAsText, rowsText, verdictText } from "./import-texts.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { withColumn, withValue } from "./import-draft.ts";
import { useWizard } from "./use-import.ts";
import { CheckedRows, Differences, TextTable } from "./check-table.tsx";
import { FIELD_LABELS, isFieldName, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { columnMapping, fieldMapping, textKey } from "../mapping/import-mapping.ts";
import { catalogueWords, MAX_VALUE_CHARACTERS, rangeText, valueAsTyped } from "../stored-text.ts";
import { ValueInput } from "./value-input.tsx";

export function CheckedFile({ answer }: { answer: CheckAnswer }) {
  const { draft, failure, isChanged } = useWizard();
  const { skipped, titles = [], counts, repeated, reasons } = answer;
  const toRepair = reasons.filter(({ isAsked }) => !isAsked);
  const cells = toRepair.reduce((sum, { count }) => sum + count, 0);
  const equal = repeated.filter((pair) => !isContradiction(pair));
  const leftOut = [
    ...skipped.map((row) => [row.row, rowName(row), "Exists already"] as const),
    ...equal.map(
      ({ rows: [first, later], name }) => [later, name, `Same as row ${first}`] as const,
    ),
  ];
  return (
    <CheckForm>
      {/* The counts of the check before the one that failed. */}
      {!(failure !== undefined && isChanged) && <Counts counts={counts} />}
      <p role="status" className={styles.verdict}>
        {verdictText(answer, draft, isChanged)}
      </p>
      <TitleNote titles={titles} />
      <p className={styles.verdict}>{readAsText(answer)}</p>
      <Questions answer={answer} />
      {counts.skipped + counts.updated > 0 && <ExistingRows />}
      <CellNotes answer={answer} />
      {toRepair.length > 0 && (
        <FoldedRows title="Cells to repair" count={cells}>
          <div role="group" aria-label="Repair">
            <p className={styles.inset}>Your file won’t change.</p>
            <ReasonTable reasons={toRepair} />
          </div>
        </FoldedRows>
      )}
      {counts.added + counts.invalid > 0 && (
        <FoldedRows
          title={counts.invalid > 0 ? "New EVs and rows to fix" : "New EVs"}
          count={counts.added + counts.invalid}
        >
          <CheckedRows answer={answer} />
        </FoldedRows>
      )}
      {counts.updated > 0 && (
        <FoldedRows title="Existing, updated" count={counts.updated}>
          <Differences answer={answer} />
        </FoldedRows>
      )}
      {leftOut.length > 0 && (
        <FoldedRows title="Left out" count={counts.skipped + equal.length} isOpen={false}>
          <TextTable
            label="Rows left out"
            head={["Row", "EV", "Why"]}
            rows={leftOut.map(([row, ...texts]) => [formatCount(row), ...texts])}
          />
        </FoldedRows>
      )}
    </CheckForm>
  );
}

function FoldedRows(props: {
  title: string;
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const { title, count, isOpen = true, children } = props;
  return (
    <Fold className={styles.rows} title={`${title} (${formatCount(count)})`} isOpen={isOpen}>
      {children}
    </Fold>
  );
}

function Counts({ counts }: Pick<CheckAnswer, "counts">) {
  const { existing } = useWizard().draft;
  const named = [
    ["New", counts.added],
    ["Updated", counts.updated],
    [existing === "skip" ? "Existing" : "Unchanged", counts.skipped],
    ["Repeated", counts.repeated],
    ["Bad rows", counts.invalid],
  ] as const;
  return (
    <dl className={styles.counts}>
      {named.map(
        ([label, count]) =>
          (count > 0 || label !== "Repeated") && (
            <div key={label} className={styles.count}>
              <dt className="note">{label}</dt>
              <dd className={clsx(count === 0 ? "faint" : label === "Bad rows" && styles.bad)}>
                {formatCount(count)}
              </dd>
            </div>
          ),
      )}
    </dl>
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
function ExistingRows() {
  const { draft, columns, check } = useWizard();
  const { mapping } = draft;
  const optional = columns.flatMap((column) => {
    const mapped = fieldMapping(columnMapping(mapping, column));
    const { field } = mapped;
    return field === null || REQUIRED_FIELDS.includes(field) ? [] : [{ column, field, mapped }];
  });
  return (
    <>
      <Radios
        legend="Existing EVs"
        className={styles.radios}
        options={EXISTING_CHOICES}
        chosen={draft.existing}
        onChoose={(existing) => check({ ...draft, existing })}
      />
      {draft.existing === "update" && optional.length > 0 && (
        <Fold
          className={styles.rows}
          title="Empty cells change nothing. Clear the value instead in…"
          isOpen={optional.some(({ mapped }) => mapped.clear)}
        >
          <fieldset className={styles.clearing}>
            <legend className="visually-hidden">Clear the value where a cell is empty</legend>
            {optional.map(({ column, field, mapped }) => (
              <Checkbox
                key={field}
                checked={mapped.clear ?? false}
                onChange={(clear) =>
                  check({ ...draft, mapping: withColumn(mapping, column, { ...mapped, clear }) })
                }
              >
                {FIELD_LABELS[field]}
              </Checkbox>
            ))}
          </fieldset>
        </Fold>
      )}
    </>
  );
}

const MOST_NOTES = 3;

/** Lists what to know of the file's figures and rows, the unusual ones first. Many are folded. */
function CellNotes({ answer }: { answer: CheckAnswer }) {
  const { notes = [], unusual } = answer;
  const items = [
    ...unusual.map(({ field, count, inBadRows = 0, lowest, highest, rows, ...bounds }) => (
      <li key={field} className={styles.marked}>
        <CircleQuestionMark aria-hidden size={20} />
        <span>
          <b>{FIELD_LABELS[field]}</b>: {count + inBadRows > 1 ? "Are these" : "Is this"} right?{" "}
          {rangeText(field, lowest, highest)} (
          {rows.length > NAMED_FIRST
            ? countOf(count + inBadRows, "row")
            : rowsText(rows.map(({ row }) => row))}
          ). {catalogueWords({ field, ...bounds })}
        </span>
      </li>
    )),
    ...notes.map((note) => <li key={`${note.column} ${note.message}`}>{noteText(note)}</li>),
  ];
  if (items.length === 0) return null;
  const more = items.splice(unusual.length + MOST_NOTES);
  return (
    <>
      <ul aria-label="Notes" className={styles.cells}>
        {items}
      </ul>
      {more.length > 0 && (
        <Fold title={countOf(more.length, "more note")}>
          <ul aria-label="More notes" className={styles.cells}>
            {more}
          </ul>
        </Fold>
      )}
    </>
  );
}

/** Why cells are bad, with each of their values once. */
function ReasonTable({ reasons }: { reasons: readonly Reason[] }) {
  const { columns } = useWizard();
  return (
    <table className={clsx(tableStyles.table, styles.reasons)}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ column: header, message, count, cells, values }) => {
          const column = columns.find((each) => each.header === header);
          const listed = values.map(({ value, count: times }) => {
            const same = cells.filter((cell) => (cell.value ?? "") === value);
            return { value, times: same.length || times, rows: same.map(({ row }) => row) };
          });
          const left = count - listed.reduce((sum, { times }) => sum + times, 0);
          return (
            <tr key={`${header} ${message}`}>
              <td className={styles.column}>{header || "whole row"}</td>
              <td>
                {message}
                <ul className={styles.cells}>
                  {listed.map(({ value, times, rows }) => (
                    <li key={value}>
                      <span>
                        {value && <q>{value}</q>}{" "}
                        {rows.length > 0 ? rowsText(rows) : countOf(times, "cell")}
                      </span>
                      {column && <CellRepair column={column} value={value} />}
                    </li>
                  ))}
                  {left > 0 && <li>...and {countOf(left, "more row")}</li>}
                </ul>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What to read instead of a value, once for all cells with it. */
function CellRepair({ column, value }: { column: CsvColumn; value: string }) {
  const { draft, setMapping } = useWizard();
  // A shortened value would not be found in the file.
  if (!isFieldName(column.field) || value.length >= MAX_VALUE_CHARACTERS) return null;
  const { values } = fieldMapping(columnMapping(draft.mapping, column));
  return (
    <ValueInput
      column={column}
      aria-label={`Replace ${column.header} “${value || "empty"}” with`}
      emptyLabel="Skip the row"
      mayClear
      value={valueAsTyped(values?.[textKey(value)])}
      onValueChange={(text) => setMapping(withValue(draft.mapping, column, value, text))}
    />
  );
}
