import { clsx } from "clsx";
import { CircleAlert, FileSpreadsheet, Upload } from "lucide-react";
import { type DragEvent, type FormEvent, type ReactNode, useId, useRef, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Fold } from "../../../ui/fold.tsx";
import styles from "./file-step.module.css";
import dialogStyles from "./import-dialog.module.css";
import inputStyles from "./value-input.module.css";
import { FIELD_NAMES, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { countOf, formatCount } from "../../../domain/format.ts";
import { useWizard } from "./use-import.ts";
import type { RefusalAnswer } from "../import.schema.ts";
import {
  ENCODINGS,
  MAX_FILE_MEGABYTES,
  MAX_ROWS,
  NAMED_FIRST,
  type TextEncoding,
} from "../accepted-files.ts";

export const CHECK_FORM = "import-check";

/** Submitting this form checks the file, or leads to the first answer that is missing or wrong. */
export function CheckForm({ children }: { children: ReactNode }) {
  const { draft, check } = useWizard();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = event.currentTarget.querySelector<HTMLElement>(
      ":is(input, select):is(:invalid, [aria-invalid='true'])",
    );
    if (!missing) return check(draft);
    missing.closest("details")?.setAttribute("open", "");
    missing.focus();
  };
  return (
    <form
      id={CHECK_FORM}
      noValidate
      className={clsx(styles.form, inputStyles.controls)}
      onSubmit={onSubmit}
    >
      {children}
    </form>
  );
}

/** Chooses the file, and says why one was refused as a whole; another sheet or encoding may help. */
export function FileChoice() {
  const { file, fileName, draft, refusal = {}, chooseFile, check } = useWizard();
  const { encodings } = refusal;
  const issue = encodings ? undefined : refusal.error;
  const missingFileName = file || issue ? undefined : fileName;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const handleFile = (chosen: File | undefined) => {
    chooseFile(chosen);
    // Allows choosing the same file again after correcting it.
    if (input.current) input.current.value = "";
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) handleFile(dropped);
  };

  return (
    <CheckForm>
      <div
        className={clsx(styles.zone, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <span aria-hidden className={dialogStyles.icon}>
          {file ? <FileSpreadsheet /> : <Upload />}
        </span>
        <p role="status" className={styles.words}>
          {file ? <strong>{file.name}</strong> : "Drop a CSV file or an Excel workbook here"}
        </p>
        {missingFileName !== undefined && (
          <p className={styles.words}>
            Your settings for {missingFileName} are saved. Choose the file again to continue.
          </p>
        )}
        <Button aria-describedby={`${id}about`} onClick={() => input.current?.click()}>
          {file ? "Choose another file" : "Choose a file"}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv"
          aria-label="CSV file"
          tabIndex={-1}
          className="visually-hidden"
          onChange={(event) => handleFile(event.currentTarget.files?.[0])}
        />
      </div>
      <p role="alert" className={styles.issue}>
        {issue && (
          <>
            <CircleAlert aria-hidden />
            <span>{issue}</span>
          </>
        )}
      </p>
      {refusal.rows?.slice(0, NAMED_FIRST).map(({ row, column, message }) => (
        <p key={`${row} ${column} ${message}`}>
          Row {formatCount(row)}
          {column && `, ${column}`}: {message}
        </p>
      ))}
      <SheetChoice book={refusal} />
      {encodings && (
        <EncodingChoice
          encodings={encodings}
          onChoose={(encoding) => check({ ...draft, encoding })}
        />
      )}
      <div id={`${id}about`} className={styles.about}>
        <p>
          The first row must name the columns. Required, in any order:{" "}
          <b>{REQUIRED_FIELDS.join(", ")}</b>.
        </p>
        <Fold title="Optional columns">
          {FIELD_NAMES.filter((field) => !REQUIRED_FIELDS.includes(field)).join(", ")}
        </Fold>
        <p>
          CSV with commas, semicolons or tabs, or a sheet of an Excel workbook, up to{" "}
          {formatCount(MAX_ROWS)} rows and {MAX_FILE_MEGABYTES} MB. Other names or units? You’ll
          match them next. EVs that already exist are skipped, unless you choose to update them.
        </p>
      </div>
    </CheckForm>
  );
}

/** Asks which encoding spells the file's texts right (importing.md#encodings). */
export function EncodingChoice(props: {
  encodings: NonNullable<RefusalAnswer["encodings"]>;
  onChoose: (encoding: TextEncoding) => void;
}) {
  const { encodings, onChoose } = props;
  // Encodings that read all of the samples alike need one button.
  const different = encodings.filter(
    ({ samples }, at) =>
      encodings.findIndex((each) => each.samples.join("\n") === samples.join("\n")) === at,
  );
  return (
    <section className="stack" aria-label="Encoding">
      <p>
        {encodings.some(({ label }) => label === "utf-8-twice")
          ? "Some letters of this file look garbled. Which of these is spelled right?"
          : "This file isn’t in UTF-8. Which of these is spelled right?"}
      </p>
      <ul className={styles.encodings}>
        {different.map(({ label, samples }) => (
          <li key={label}>
            <Button onClick={() => onChoose(label)}>
              {samples.join(" · ")}
              <span className="note">{ENCODINGS[label]}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="note">
        None of them? Save the file as “CSV UTF-8” in your spreadsheet and choose it again.
      </p>
    </section>
  );
}

/** Chooses the sheet of a workbook to read (importing.md#workbooks). @param book its sheets, and the one that was read */
export function SheetChoice({ book }: { book: Pick<RefusalAnswer, "sheet" | "sheets"> }) {
  const { draft, readSheet } = useWizard();
  const { sheet = draft.sheet, sheets = [] } = book;
  const id = useId();
  if (sheets.length < 2) return null;
  return (
    <p className="row">
      <label htmlFor={id}>Sheet to read</label>
      <Choice
        id={id}
        value={sheet}
        {...(sheet === undefined && { emptyLabel: "Choose a sheet" })}
        // The first row names the columns.
        options={sheets.map(({ name, rows }) => [
          name,
          `${name} (${countOf(Math.max(0, rows - 1), "row")})`,
        ])}
        onChange={(name) => name && readSheet(name)}
      />
    </p>
  );
}
