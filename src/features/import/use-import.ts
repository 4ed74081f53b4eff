import { useEffect, useRef, useState } from "react";

import { toastError } from "../../ui/toast.ts";
import { AnswerError } from "../../api/answers.ts";
import type { BadCell, CsvColumn, RefusalAnswer } from "./import-schemas.server.ts";
import {
  type ColumnDraft,
  type ImportDraft,
  NOTHING_SAID,
  suggestedColumns,
} from "./import-draft.ts";
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

/** Steps: choose, check, map columns if needed, add. */
export function useImport(onImported: () => void) {
  const [file, setFile] = useState<File>();
  const [fileIssue, setFileIssue] = useState<string>();
  const [draft, setDraft] = useState(NOTHING_SAID);
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
    // A mended file of the same name keeps what was said, but may have another decimal sign.
    const isSame = !chosen || chosen.name === lastName.current;
    setDraft(({ decimal: _decimal, ...said }) => (isSame ? said : NOTHING_SAID));
    if (chosen) lastName.current = chosen.name;
    setFailure(undefined);
    setStep({ kind: "choose" });
  };

  const show = (next: ImportStep) => {
    setStep(next);
    if (next.kind !== "columns") return;
    setDraft((said) => {
      return { ...said, columns: { ...suggestedColumns(next.columns), ...said.columns } };
    });
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

  const check = (said: ImportDraft = draft) => {
    if (!file) return;
    setDraft(said);
    void upload("checking", async (signal, onProgress) => {
      const checked = await checkCsv({ file, draft: said, signal, onProgress });
      const isHeaderBad = checked.invalid.some(({ row }) => row === 0);
      return isHeaderBad ? columnsOf(checked) : { kind: "checked", answer: checked };
    });
  };

  return {
    file,
    fileIssue,
    draft,
    step,
    running,
    failure,
    choose,
    say: (part: Partial<ImportDraft>) => setDraft((said) => ({ ...said, ...part })),
    mapColumn: (header: string, column: ColumnDraft) =>
      setDraft((said) => {
        // A field with a column has no value for all rows.
        const constants = Object.entries(said.constants).filter(
          ([field]) => field !== column.field,
        );
        const columns = { ...said.columns, [header]: column };
        return { ...said, columns, constants: Object.fromEntries(constants) };
      }),
    check,
    backToColumns: () => step.kind === "checked" && show({ ...columnsOf(step.answer), issues: [] }),
    add: (skipBad: boolean) =>
      file &&
      void upload("adding", async (signal, onProgress) => ({
        kind: "done",
        answer: await importCsv({ file, draft, signal, onProgress }, skipBad),
      })),
    undone: onImported,
    cancel: () => abort.current?.abort(),
  };
}
