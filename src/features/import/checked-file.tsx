import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./checked-file.module.css";
import type { SkippedRow } from "./import-schemas.server.ts";
import { DecimalQuestion } from "./decimal-question.tsx";
import { FigureTable } from "./figure-table.tsx";
import { TitleNote } from "./title-note.tsx";
import { UnusualList } from "./unusual-list.tsx";
import { countOf, formatCount } from "../../vehicle/counts.ts";
import { failureText, importWords } from "./import-texts.ts";
import { type CheckAnswer, readBadRows, type SaidFile } from "./import.client.ts";
import { ReasonTable } from "./reason-table.tsx";
import type { DecimalSign } from "../../vehicle/ev-cells.ts";
import tableStyles from "./row-table.module.css";

interface CheckedFileProps {
  answer: CheckAnswer;
  said: SaidFile;
  /** says the decimal sign and checks again */
  onDecimal: (sign: DecimalSign) => void;
}

/** What an import would do: new, existing and bad rows, each with its count and the first of them. */
export function CheckedFile({ answer, said, onDecimal }: CheckedFileProps) {
  const { added, skipped, reasons, unusual, columns, titles = [], counts } = answer;
  const unclear = columns.find(({ decimal }) => decimal === "unclear");
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
          !unclear &&
          "Fix these rows and choose the file again, or import the others without them."}
      </p>
      <TitleNote titles={titles} />
      {unclear && <DecimalQuestion column={unclear} onAnswer={onDecimal} />}
      {counts.invalid > 0 && (
        <Rows title={`Bad rows (${formatCount(counts.invalid)})`} isOpen>
          <BadRowsDownload {...said} />
          <ReasonTable reasons={reasons} />
        </Rows>
      )}
      <UnusualList unusual={unusual} />
      {counts.added > 0 && (
        <Rows
          title={`New EVs (${formatCount(counts.added)})`}
          left={counts.added - added.length}
          isOpen={counts.invalid === 0}
        >
          <FigureTable rows={added} columns={columns} unusual={unusual} />
        </Rows>
      )}
      {counts.skipped > 0 && (
        <Rows
          title={`Existing, skipped (${formatCount(counts.skipped)})`}
          left={counts.skipped - skipped.length}
        >
          <NameTable rows={skipped} />
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
  /** how many more there are than are listed */
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

function NameTable({ rows }: { rows: readonly SkippedRow[] }) {
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col" className={tableStyles.number}>
            Row
          </th>
          <th scope="col">Make</th>
          <th scope="col">Model</th>
          <th scope="col">Trim</th>
          <th scope="col" className={tableStyles.number}>
            Year
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, make, model, trim, year }) => (
          <tr key={row}>
            <td className={tableStyles.number}>{row}</td>
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

function BadRowsDownload(said: SaidFile) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => readBadRows(said),
    onSuccess: (csv) => save(csv, said.file.name.replace(/(\.\w+)?$/, "-bad-rows.csv")),
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
