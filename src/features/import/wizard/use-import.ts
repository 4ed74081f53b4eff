import { useEffect, useRef, useState } from "react";

import { dismissToast, toastError } from "../../../ui/toast.ts";
import { AnswerError } from "../../../api/answers.ts";
import { createRetryKeys } from "../../../api/retry-key.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import type { BadCell, RefusalAnswer } from "../import.schema.ts";
import {
  type ColumnDraft,
  type ImportDraft,
  NOTHING_SAID,
  suggestedColumns,
  withMeanings,
} from "./import-draft.ts";
import { forgetPlace, keepPlace, readPlace } from "./import-place.ts";
import { failureText, fileRefusal } from "./import-texts.ts";
import type { Book } from "./sheet-choice.tsx";
import { MAX_BUFFERED_BYTES } from "../limits.ts";
import { type AddAnswer, type CheckAnswer, checkCsv, importCsv } from "./import.queries.ts";

export type ImportStep =
  | { kind: "choose" }
  /** the header has to be mapped, or is shown again */
  | ({ kind: "columns" } & ColumnsStep)
  | { kind: "unreadable"; message: string; issues: readonly BadCell[]; book: Book }
  /** `said`: with which it was checked */
  | { kind: "checked"; answer: CheckAnswer; said: ImportDraft }
  | { kind: "done"; answer: AddAnswer };

interface ColumnsStep {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  titles: readonly string[];
  headerless: boolean;
  book: Book;
}

/** `sent`: share of the file, 0 to 1 */
export interface Running {
  kind: "checking" | "adding";
  sent: number;
}

/** Undefined unless the whole file was refused. */
function stepOfRefusal(failure: unknown): ImportStep | undefined {
  if (!(failure instanceof AnswerError) || failure.status !== 422) return undefined;
  // The call's contract (importing.md#upload-call).
  const { rows = [], ...facts } = failure.body as Partial<RefusalAnswer>;
  if (facts.columns) return columnsOf({ ...facts, columns: facts.columns, invalid: rows });
  return { kind: "unreadable", message: failure.sentence, issues: rows, book: bookOf(facts) };
}

type ReadColumns = Pick<CheckAnswer, "columns" | "invalid" | "titles" | "headerless" | keyof Book>;

function columnsOf(answer: ReadColumns) {
  const { columns, invalid: issues, titles = [], headerless = false } = answer;
  return { kind: "columns", columns, issues, titles, headerless, book: bookOf(answer) } as const;
}

function bookOf({ sheet, sheets }: Book): Book {
  return { ...(sheet !== undefined && { sheet }), ...(sheets && { sheets }) };
}

const NOTHING_WRITTEN = "Import stopped. Nothing was added.";
const WRITTEN_BEFORE = "The import had already finished. You can undo it from the activity.";

/** What is known of the chosen file, to go back and forth between the steps. */
interface KnownFile {
  columns?: ImportStep & { kind: "columns" };
  check?: ImportStep & { kind: "checked" };
}

/**
 * The five steps of an import (importing.md#steps, importing.md#drafts-of-an-import), forward and back
 * without loss. The place is kept until the import is done.
 */
export function useImport(userId: number, onImported: () => void) {
  const [place] = useState(() => readPlace(userId));
  const [file, setFile] = useState(place?.file);
  const [fileName, setFileName] = useState(place?.fileName);
  const [fileIssue, setFileIssue] = useState<string>();
  const [draft, setDraft] = useState(place?.draft ?? NOTHING_SAID);
  const [step, setStep] = useState<ImportStep>({ kind: "choose" });
  const [known, setKnown] = useState<KnownFile>({});
  const [running, setRunning] = useState<Running>();
  const [failure, setFailure] = useState<unknown>();
  const [stopped, setStopped] = useState<string>();
  const told = useRef(0);
  const abort = useRef<AbortController>(undefined);
  const [retryKeyOf] = useState(createRetryKeys);

  useEffect(() => () => abort.current?.abort(), []);

  const isDone = step.kind === "done";
  useEffect(() => {
    if (isDone) forgetPlace();
    else if (fileName !== undefined) keepPlace(userId, { fileName, draft, isOpen: true }, file);
  }, [userId, fileName, draft, file, isDone]);

  const choose = (chosen: File | undefined) => {
    const issue = chosen && fileRefusal(chosen);
    setFileIssue(issue);
    setFile(issue ? undefined : chosen);
    // A mended file of the same name keeps what was said, but may have other rows and decimals.
    const isSame = !chosen || issue !== undefined || chosen.name === fileName;
    setDraft(({ decimal: _decimal, cells: _cells, repeated: _repeated, ...said }) =>
      isSame ? said : NOTHING_SAID,
    );
    if (chosen && !issue) setFileName(chosen.name);
    setKnown({});
    setFailure(undefined);
    setStep({ kind: "choose" });
  };

  const show = (next: ImportStep) => {
    setStep(next);
    if (next.kind === "checked") {
      setDraft((said) => withMeanings(said, next.answer));
      const columns = { ...columnsOf(next.answer), issues: [] };
      return setKnown({ columns, check: next });
    }
    if (next.kind !== "columns") return;
    setKnown((before) => ({ ...before, columns: next }));
    setDraft((said) => {
      return { ...said, columns: { ...suggestedColumns(next.columns), ...said.columns } };
    });
  };

  /** @returns how much of the file was sent when it was stopped; undefined: it was not */
  async function upload(
    kind: Running["kind"],
    work: (signal: AbortSignal, onProgress: (sent: number) => void) => Promise<ImportStep>,
  ): Promise<number | undefined> {
    const controller = new AbortController();
    abort.current = controller;
    let sentSoFar = 0;
    setFailure(undefined);
    dismissToast(told.current);
    setStopped(undefined);
    setRunning({ kind, sent: 0 });
    try {
      const onProgress = (sent: number) => {
        sentSoFar = sent;
        setRunning({ kind, sent });
      };
      show(await work(controller.signal, onProgress));
      if (kind === "adding") onImported();
    } catch (error) {
      const refused = stepOfRefusal(error);
      if (refused) show(refused);
      else if (controller.signal.aborted) return sentSoFar;
      else {
        setFailure(error);
        told.current = toastError(failureText(error));
      }
      // Who loses the connection may do so after the server has finished.
      if (kind === "adding" && !(error instanceof AnswerError)) onImported();
    } finally {
      setRunning(undefined);
    }
    return undefined;
  }

  const check = async (said: ImportDraft = draft, onAnswer?: (answer: CheckAnswer) => void) => {
    if (!file) return;
    setDraft(said);
    await upload("checking", async (signal, onProgress) => {
      const checked = await checkCsv({ file, draft: said, signal, onProgress });
      onAnswer?.(checked);
      const isHeaderBad = checked.invalid.some(({ row }) => row === 0);
      return isHeaderBad ? columnsOf(checked) : { kind: "checked", answer: checked, said };
    });
  };

  /** Another sheet may have other columns, so nothing that was said of this one is kept. */
  const readSheet = async (sheet: string) => {
    if (!file) return;
    const said = { ...NOTHING_SAID, existing: draft.existing, sheet };
    setDraft(said);
    setKnown({});
    await upload("checking", async (signal, onProgress) =>
      columnsOf(await checkCsv({ file, draft: said, signal, onProgress })),
    );
  };

  async function add(checked: CheckAnswer): Promise<void> {
    if (!file) return;
    const { counts } = checked;
    const retryKey = retryKeyOf(checked);
    const sent = await upload("adding", async (signal, onProgress) => ({
      kind: "done",
      answer: await importCsv({ file, draft, signal, onProgress, retryKey }, counts.invalid > 0),
    }));
    if (sent === undefined) return;
    if ((1 - sent) * file.size > MAX_BUFFERED_BYTES) return setStopped(NOTHING_WRITTEN);
    // The server may have finished meanwhile: what is still to be written tells.
    onImported();
    await check(draft, ({ counts: now }) => {
      const isSame = now.added === counts.added && now.updated === counts.updated;
      setStopped(isSame ? NOTHING_WRITTEN : WRITTEN_BEFORE);
    });
  }

  return {
    file,
    fileName,
    fileIssue,
    draft,
    step,
    known,
    running,
    failure,
    stopped,
    choose,
    show,
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
    check: (said: ImportDraft) => void check(said),
    readSheet: (sheet: string) => void readSheet(sheet),
    add: (answer: CheckAnswer) => void add(answer),
    undone: onImported,
    cancel: () => abort.current?.abort(),
    /** What was said stays for another try; the file only until the page is loaded again. */
    close: () =>
      fileName !== undefined &&
      !isDone &&
      keepPlace(userId, { fileName, draft, isOpen: false }, file),
  };
}

export type Import = ReturnType<typeof useImport>;
