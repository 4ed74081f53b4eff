import { useEffect, useRef, useState } from "react";

import { toastError } from "../../ui/toast.ts";
import { AnswerError } from "../../api/answers.ts";
import { suggestFields } from "./column-suggestions.ts";
import type { BadCell, CsvColumn, RefusalAnswer } from "./import-schemas.server.ts";
import type { ColumnMapping } from "./import-columns.ts";
import type { DecimalSign } from "../../vehicle/ev-cells.ts";
import { failureText, fileRefusal } from "./import-texts.ts";
import { type AddAnswer, type CheckAnswer, checkCsv, importCsv } from "./import.client.ts";

export type ImportStep =
  | { kind: "choose" }
  /** the header has to be mapped, or is shown again */
  | ({ kind: "columns" } & ColumnsStep)
  | { kind: "unreadable"; message: string; issues: readonly BadCell[] }
  | { kind: "checked"; answer: CheckAnswer }
  | { kind: "done"; answer: AddAnswer };

interface ColumnsStep {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  titles: readonly string[];
}

/** `sent`: share of the file, 0 to 1 */
export interface Running {
  kind: "checking" | "adding";
  sent: number;
}

/** Undefined unless the whole file was refused. */
function stepOfRefusal(failure: unknown): ImportStep | undefined {
  if (!(failure instanceof AnswerError) || failure.status !== 422) return undefined;
  // The call's contract (readings 3).
  const { rows = [], columns, titles = [] } = failure.body as Partial<RefusalAnswer>;
  if (columns) return { kind: "columns", columns, issues: rows, titles };
  return { kind: "unreadable", message: failure.sentence, issues: rows };
}

function columnsOf({ columns, invalid, titles = [] }: CheckAnswer) {
  return { kind: "columns", columns, issues: invalid, titles } as const;
}

function suggestedMapping(columns: readonly CsvColumn[], mapping: ColumnMapping): ColumnMapping {
  const unknown = columns.filter(({ field }) => field === "unknown").map(({ header }) => header);
  const taken = new Set(columns.map(({ field }) => field ?? ""));
  const suggested = suggestFields(unknown, taken);
  const proposed = unknown.map((header) => {
    const { field, issue } = suggested.get(header) ?? {};
    return [header, field && !issue ? field : null] as const;
  });
  return { ...Object.fromEntries(proposed), ...mapping };
}

/** Steps: choose, check, map columns if needed, add. */
export function useImport(onImported: () => void) {
  const [file, setFile] = useState<File>();
  const [fileIssue, setFileIssue] = useState<string>();
  const [mapping, setMapping] = useState<ColumnMapping>({});
  const [decimal, setDecimal] = useState<DecimalSign>();
  const [step, setStep] = useState<ImportStep>({ kind: "choose" });
  const [running, setRunning] = useState<Running>();
  const [failure, setFailure] = useState<unknown>();
  const lastName = useRef<string>(undefined);
  const abort = useRef<AbortController>(undefined);

  useEffect(() => () => abort.current?.abort(), []);

  const choose = (chosen: File | undefined) => {
    const issue = chosen && fileRefusal(chosen);
    setFileIssue(issue);
    setFile(issue ? undefined : chosen);
    // A mended file of the same name keeps its mapping.
    if (chosen && chosen.name !== lastName.current) setMapping({});
    // A mended file may have another decimal sign.
    setDecimal(undefined);
    if (chosen) lastName.current = chosen.name;
    setFailure(undefined);
    setStep({ kind: "choose" });
  };

  const show = (next: ImportStep) => {
    setStep(next);
    if (next.kind !== "columns") return;
    setMapping((chosen) => suggestedMapping(next.columns, chosen));
  };

  async function upload(
    kind: Running["kind"],
    work: (signal: AbortSignal, onProgress: (sent: number) => void) => Promise<ImportStep>,
  ): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setFailure(undefined);
    setRunning({ kind, sent: 0 });
    try {
      show(await work(controller.signal, (sent) => setRunning({ kind, sent })));
      if (kind === "adding") onImported();
    } catch (error) {
      const refused = stepOfRefusal(error);
      if (refused) show(refused);
      else if (!controller.signal.aborted) {
        setFailure(error);
        toastError(failureText(error));
      }
      // Who stops an import, or loses the connection, may do so after the server has finished.
      if (kind === "adding" && !(error instanceof AnswerError)) onImported();
    } finally {
      setRunning(undefined);
    }
  }

  const check = (sign = decimal) => {
    if (!file) return;
    setDecimal(sign);
    void upload("checking", async (signal, onProgress) => {
      const checked = await checkCsv({ file, mapping, decimal: sign, signal, onProgress });
      const isHeaderBad = checked.invalid.some(({ row }) => row === 0);
      return isHeaderBad ? columnsOf(checked) : { kind: "checked", answer: checked };
    });
  };

  return {
    file,
    fileIssue,
    mapping,
    decimal,
    step,
    running,
    failure,
    choose,
    mapColumn: (header: string, field: ColumnMapping[string]) =>
      setMapping((chosen) => ({ ...chosen, [header]: field })),
    chooseDecimal: setDecimal,
    check,
    backToColumns: () => step.kind === "checked" && show({ ...columnsOf(step.answer), issues: [] }),
    add: (skipBad: boolean) =>
      file &&
      void upload("adding", async (signal, onProgress) => ({
        kind: "done",
        answer: await importCsv({ file, mapping, decimal, signal, onProgress }, skipBad),
      })),
    cancel: () => abort.current?.abort(),
  };
}
