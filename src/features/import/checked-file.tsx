import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./checked-file.module.css";
import type { ColumnMapping } from "./import-columns.ts";
import { countOf, formatCount } from "../../vehicle/counts.ts";
import { failureText, importWords } from "./import-texts.ts";
import { type CheckAnswer, readBadRows } from "./import.client.ts";
import { IssueTable } from "./issue-table.tsx";
import tableStyles from "./row-table.module.css";

interface CheckedFileProps {
  answer: CheckAnswer;
  file: File;
  mapping: ColumnMapping;
}

/** What an import would do: new, existing and bad rows, each with its count and the first of them. */
export function CheckedFile({ answer, file, mapping }: CheckedFileProps) {
  const { added, skipped, invalid, counts } = answer;
  const isNothingNew = counts.added === 0 && counts.invalid === 0 && counts.skipped > 0;
  return (
    <div className={styles.part}>
      <dl className={styles.counts}>
        <Count label="New" count={counts.added} isGood />
        <Count label="Existing" count={counts.skipped} />
        <Count label="Bad rows" count={counts.invalid} isBad />
      </dl>
      <p role="status" className={styles.verdict}>
        {isNothingNew && importWords([], counts).title}
        {counts.added + counts.skipped + counts.invalid === 0 &&
          "The file has no rows below its header."}
        {counts.invalid > 0 &&
          "Mend the bad rows and choose the file again, or import the others without them."}
      </p>
      {counts.invalid > 0 && (
        <Rows
          title={`Bad rows (${formatCount(counts.invalid)})`}
          shown={new Set(invalid.map(({ row }) => row)).size}
          all={counts.invalid}
          isOpen
        >
          <BadRowsDownload file={file} mapping={mapping} />
          <IssueTable issues={invalid} />
        </Rows>
      )}
      {counts.added > 0 && (
        <Rows
          title={`New EVs (${formatCount(counts.added)})`}
          shown={added.length}
          all={counts.added}
          isOpen={counts.invalid === 0}
        >
          <NameTable
            rows={added.map((row) => ({ ...row, key: row.make + row.model + row.trim + row.year }))}
          />
        </Rows>
      )}
      {counts.skipped > 0 && (
        <Rows
          title={`Existing, skipped (${formatCount(counts.skipped)})`}
          shown={skipped.length}
          all={counts.skipped}
        >
          <NameTable rows={skipped.map((row) => ({ ...row, key: String(row.row) }))} />
        </Rows>
      )}
    </div>
  );
}

function Count(props: { label: string; count: number; isGood?: boolean; isBad?: boolean }) {
  const { label, count, isGood, isBad } = props;
  const look = count === 0 ? styles.none : isGood ? styles.good : isBad ? styles.bad : undefined;
  return (
    <div className={styles.count}>
      <dt>{label}</dt>
      <dd className={look}>{formatCount(count)}</dd>
    </div>
  );
}

interface RowsProps {
  title: string;
  shown: number;
  all: number;
  isOpen?: boolean;
  children: ReactNode;
}

function Rows({ title, shown, all, isOpen = false, children }: RowsProps) {
  return (
    <details className={styles.rows} open={isOpen}>
      <summary>{title}</summary>
      {children}
      {all > shown && <p className={styles.more}>...and {countOf(all - shown, "more row")}</p>}
    </details>
  );
}

interface NamedRow {
  key: string;
  row?: number;
  year: number;
  make: string;
  model: string;
  trim: string;
}

function NameTable({ rows }: { rows: readonly NamedRow[] }) {
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          {rows[0]?.row !== undefined && (
            <th scope="col" className={tableStyles.number}>
              Row
            </th>
          )}
          <th scope="col">Make</th>
          <th scope="col">Model</th>
          <th scope="col">Trim</th>
          <th scope="col" className={tableStyles.number}>
            Year
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, row, make, model, trim, year }) => (
          <tr key={key}>
            {row !== undefined && <td className={tableStyles.number}>{row}</td>}
            <td>{make}</td>
            <td>{model}</td>
            <td>{trim}</td>
            <td className={tableStyles.number}>{year}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BadRowsDownload({ file, mapping }: Pick<CheckedFileProps, "file" | "mapping">) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => readBadRows(file, mapping),
    onSuccess: (csv) => save(csv, file.name.replace(/(\.csv)?$/i, "-bad-rows.csv")),
    onError: (failure) => {
      toast({ title: "Error", description: failureText(failure), variant: "destructive" }); // §8
    },
  });
  return (
    <Button size="s" className={styles.download} pending={isPending} onClick={() => mutate()}>
      <Download aria-hidden />
      Download bad rows
    </Button>
  );
}

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
