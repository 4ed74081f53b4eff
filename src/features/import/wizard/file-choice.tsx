import { clsx } from "clsx";
import { CircleAlert, FileSpreadsheet, Upload } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import styles from "./file-choice.module.css";
import { FIELD_NAMES, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { formatCount } from "../../../domain/format.ts";
import { MAX_FILE_MEGABYTES, MAX_ROWS } from "../limits.ts";

interface FileChoiceProps {
  file: File | undefined;
  /** the name of a file that must be chosen again */
  missing: string | undefined;
  issue: string | undefined;
  onChoose: (file: File | undefined) => void;
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export function FileChoice({ file, missing, issue, onChoose }: FileChoiceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const take = (chosen: File | undefined) => {
    onChoose(chosen);
    // Allows choosing the same file again after correcting it.
    if (input.current) input.current.value = "";
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) take(dropped);
  };

  return (
    <div className={styles.part}>
      <div
        className={clsx(styles.zone, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <span aria-hidden className={styles.icon}>
          {file ? <FileSpreadsheet /> : <Upload />}
        </span>
        <p role="status" className={styles.words}>
          {file ? (
            <>
              <strong>{file.name}</strong>
              <span className={styles.size}>{sizeOf(file.size)}</span>
            </>
          ) : (
            "Drop a CSV file or an Excel workbook here"
          )}
        </p>
        {missing !== undefined && (
          <p className={styles.words}>
            Your settings for {missing} are saved. Choose the file again to continue.
          </p>
        )}
        <Button aria-describedby={`${id}about`} onClick={() => input.current?.click()}>
          {file ? "Choose another file" : "Choose a file"}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          aria-label="CSV file"
          tabIndex={-1}
          className="visually-hidden"
          onChange={(event) => take(event.currentTarget.files?.[0])}
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
      <div id={`${id}about`} className={styles.about}>
        <p>
          A row at the top names the columns, in any order: <b>{REQUIRED_FIELDS.join(", ")}</b> have
          to be there. Also known:{" "}
          {FIELD_NAMES.filter((field) => !REQUIRED_FIELDS.includes(field)).join(", ")}.
        </p>
        <p>
          CSV with commas, semicolons or tabs, or a sheet of an Excel workbook, up to{" "}
          {formatCount(MAX_ROWS)} rows and {MAX_FILE_MEGABYTES} MB. You can match other column names
          and units in the next step. EVs that already exist are skipped, unless you choose to
          update them.
        </p>
      </div>
    </div>
  );
}
