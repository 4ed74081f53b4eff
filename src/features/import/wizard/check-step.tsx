import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toastError } from "../../../ui/toast.ts";
import styles from "./check-step.module.css";
import { TitleNote } from "./columns-step.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import {
  DateQuestion,
  DecimalQuestion,
  FillDownOffer,
  RepeatedRows,
  MissingValues,
  OtherNames,
} from "./check-questions.tsx";
import { importFailureText, importWords } from "./import-texts.ts";
import { type CheckAnswer, readBadRows, type MappedFile } from "./import.queries.ts";
import {
  changeMapping,
  type ChangeMapping,
  columnMapping,
  type ExistingChoice,
  type FindText,
  type ImportDraft,
  withColumn,
} from "./import-draft.ts";
import { UnusualList, CellNotes, ReasonTable } from "./bad-cells.tsx";
import { CheckedRows, Differences, NameTable } from "./check-table.tsx";
import { FIELD_LABELS, isFieldName, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { fieldMapping } from "../mapping/import-mapping.ts";

interface CheckedFileProps {
  answer: CheckAnswer;
  mapped: MappedFile;
  findText: FindText;
  onMappingChange: ChangeMapping;
  onCheck: (draft: ImportDraft) => void;
}

/** Submitting this form checks the file again or leads to an open question. */
export const CHECK_FORM = "checked-file";

export function CheckedFile(props: CheckedFileProps) {
  const { answer, mapped, findText, onMappingChange, onCheck } = props;
  const {
    updated,
    skipped,
    reasons,
    unusual,
    makes,
    models,
    columns,
    titles = [],
    counts,
  } = answer;
  const { encoding = "UTF-8", leftOut = 0, notes = [], repeated, sheet, sheets = [] } = answer;
  const { draft } = mapped;
  const { mapping } = draft;
  const typing = { columns, mapping, findText, onMappingChange };
  const unclear = columns.find(({ decimal }) => decimal === "unclear");
  const unclearDates = columns.find(({ dates }) => dates === "unclear");
  const written = counts.added + counts.updated;
  const existingRows = counts.skipped - counts.repeated;
  const isNothingNew = written === 0 && counts.invalid === 0 && existingRows > 0;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = event.currentTarget.querySelector<HTMLElement>(":is(input, select):invalid");
    if (missing) missing.focus();
    else onCheck(draft);
  };
  return (
    <form id={CHECK_FORM} noValidate className={styles.part} onSubmit={onSubmit}>
      <dl className={styles.counts}>
        <OutcomeCount label="New" count={counts.added} />
        <OutcomeCount label="Updated" count={counts.updated} />
        <OutcomeCount
          label={draft.existing === "skip" ? "Existing" : "Unchanged"}
          count={existingRows}
        />
        {counts.repeated > 0 && <OutcomeCount label="Repeated" count={counts.repeated} />}
        <OutcomeCount label="Bad rows" count={counts.invalid} isBad />
      </dl>
      <p role="status" className={styles.verdict}>
        {isNothingNew && importWords([], counts).title}
        {written + counts.skipped + counts.invalid === 0 &&
          "The file has no rows below its header."}
        {counts.invalid > 0 &&
          !unclear &&
          !unclearDates &&
          `${countOf(counts.invalid, "row")} can’t be imported yet. Fix ${counts.invalid === 1 ? "it" : "them"} below, or import the rest.`}
      </p>
      <TitleNote titles={titles} />
      {(encoding !== "UTF-8" || leftOut > 0 || sheets.length > 1) && (
        <p className={styles.verdict}>
          {encoding !== "UTF-8" && `Read as ${encoding}. `}
          {sheets.length > 1 && sheetText(draft.sheets ?? [sheet ?? ""], sheets.length)}
          {leftOut > 0 && `${countOf(leftOut, "row")} left out by the rule.`}
        </p>
      )}
      {repeated.length > 0 && (
        <RepeatedRows
          pairs={repeated}
          choice={draft.repeated}
          onChoose={(choice) => onCheck({ ...draft, repeated: choice })}
        />
      )}
      <OtherNames
        key={makes.map(({ make }) => make).join("\n")}
        kind="Make"
        lead="These makes are new to your catalogue, or spelled differently there."
        names={makes.map(({ make, ...each }) => ({ name: make, ...each }))}
        onAnswer={(named) =>
          onCheck(changeMapping(draft, { makes: { ...mapping.makes, ...named } }))
        }
      />
      <OtherNames
        key={models.map(({ model }) => model).join(" ")}
        kind="Model"
        lead={`${new Intl.ListFormat("en").format(new Set(models.map(({ catalogue }) => catalogue)))} ${models.length === 1 ? "is" : "are"} in the catalogue.`}
        names={models.map(({ model, catalogue, rows }) => {
          return { name: model, rows, spelling: catalogue };
        })}
        onAnswer={(named) =>
          onCheck(changeMapping(draft, { models: { ...mapping.models, ...named } }))
        }
      />
      <MissingValues
        invalid={answer.invalid}
        onAnswer={(values) =>
          onCheck(changeMapping(draft, { constants: { ...mapping.constants, ...values } }))
        }
      />
      <FillDownOffer columns={columns} draft={draft} onAnswer={onCheck} />
      {unclear && (
        <DecimalQuestion
          column={unclear}
          onAnswer={(decimal) => onCheck(changeMapping(draft, { decimal }))}
        />
      )}
      {unclearDates && (
        <DateQuestion
          column={unclearDates}
          onAnswer={(dates) => {
            const column = fieldMapping(columnMapping(mapping, unclearDates));
            onCheck(withColumn(draft, unclearDates, { ...column, dates }));
          }}
        />
      )}
      {existingRows + counts.updated > 0 && (
        <ExistingRows columns={columns} draft={draft} onCheck={onCheck} />
      )}
      <CellNotes notes={notes} />
      {counts.invalid > 0 && (
        <Rows title={`Bad rows (${formatCount(counts.invalid)})`} isOpen>
          <div role="group" aria-label="Repair">
            <div className={styles.repair}>
              <p>Fix values here, then check again. Your file won’t change.</p>
              <BadRowsDownload {...mapped} />
            </div>
            <ReasonTable reasons={reasons} typing={typing} />
          </div>
        </Rows>
      )}
      <UnusualList unusual={unusual} />
      {counts.added + counts.invalid > 0 && (
        <Rows
          title={`${counts.added > 0 ? "New EVs" : "Rows"} (${formatCount(counts.added + counts.invalid)})`}
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
          <Differences rows={updated} typing={typing} />
        </Rows>
      )}
      {counts.skipped > 0 && (
        <Rows
          title={`${counts.repeated > 0 ? "Skipped" : "Existing, skipped"} (${formatCount(counts.skipped)})`}
          left={counts.skipped - skipped.length}
        >
          <NameTable rows={skipped} />
        </Rows>
      )}
    </form>
  );
}

/** `Read from the sheet “Cars”, one of 2. ` */
function sheetText(read: readonly string[], count: number): string {
  const names = new Intl.ListFormat("en").format(read.map((name) => `“${name}”`));
  if (read.length === 1) return `Read from the sheet ${names}, one of ${count}. `;
  return `Read from the sheets ${names} as one list with continuous row numbers. `;
}

function OutcomeCount(props: { label: string; count: number; isBad?: boolean }) {
  const { label, count, isBad } = props;
  const look = count === 0 ? styles.none : isBad ? styles.bad : undefined;
  return (
    <div className={styles.count}>
      <dt>{label}</dt>
      <dd className={look}>{formatCount(count)}</dd>
    </div>
  );
}

interface RowsProps {
  title: string;
  left?: number;
  isOpen?: boolean;
  children: ReactNode;
}

function Rows({ title, left = 0, isOpen = false, children }: RowsProps) {
  return (
    <details className={styles.rows} open={isOpen}>
      <summary>{title}</summary>
      {children}
      {left > 0 && <p className={styles.more}>...and {countOf(left, "more row")}</p>}
    </details>
  );
}

function BadRowsDownload(mapped: MappedFile) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => readBadRows(mapped),
    onSuccess: (csv) => saveFile(csv, mapped.file.name.replace(/(\.\w+)?$/, "-bad-rows.csv")),
    onError: (failure) => toastError(importFailureText(failure)),
  });
  return (
    <Button size="s" pending={isPending} onClick={() => mutate()}>
      <Download aria-hidden />
      Download bad rows
    </Button>
  );
}

const CHOICES: Readonly<Record<ExistingChoice, string>> = {
  skip: "Leave them as they are",
  fill: "Fill empty values only",
  update: "Update what differs",
};

interface ExistingRowsProps {
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onCheck: (draft: ImportDraft) => void;
}

/**
 * Chooses what to do with rows that already exist; each choice starts a new check
 * (importing.md#existing-rows).
 */
function ExistingRows({ columns, draft, onCheck }: ExistingRowsProps) {
  return (
    <>
      <fieldset className={styles.existing}>
        <legend>Existing EVs</legend>
        {Object.entries(CHOICES).map(([choice, words]) => (
          <label key={choice}>
            <input
              type="radio"
              name="existing"
              checked={draft.existing === choice}
              // The keys of the table are the choices.
              onChange={() => onCheck({ ...draft, existing: choice as ExistingChoice })}
            />
            {words}
          </label>
        ))}
      </fieldset>
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
      <fieldset className={styles.cleared}>
        <legend className="visually-hidden">Clear the value where a cell is empty</legend>
        {optional.map((column) => (
          <label key={column.header}>
            <input
              type="checkbox"
              checked={isCleared(column)}
              onChange={({ currentTarget: { checked: clear } }) =>
                onCheck(withColumn(draft, column, { ...fieldMapping(mappedOf(column)), clear }))
              }
            />
            {isFieldName(column.field) ? FIELD_LABELS[column.field] : column.header}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
