import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { dismissToast, toastError } from "../../../ui/toast.ts";
import { AnswerError } from "../../../ui/calls/answers.ts";
import { createRetryKeys } from "../../../ui/calls/retry-key.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { BadCell, RefusalAnswer } from "../import.schema.ts";
import type { ColumnMapping } from "../mapping/import-mapping.schema.ts";
import { isNameMapping } from "../mapping/import-mapping.ts";
import {
  changeMapping,
  type ChangeMapping,
  columnMapping,
  EMPTY_DRAFT,
  type FindText,
  type ImportDraft,
  withColumn,
  withSuggestions,
} from "./import-draft.ts";
import { forgetImportDraft, saveImportDraft, readImportDraft } from "./stored-draft.ts";
import { importFailureText, findFileProblem } from "./import-texts.ts";
import type { Book } from "./file-reading.tsx";
import { MAX_BUFFERED_BYTES } from "../limits.ts";
import {
  type AddAnswer,
  type CheckAnswer,
  checkCsv,
  columnsQuery,
  importCsv,
} from "./import.queries.ts";

export type ImportStep =
  | { kind: "choose" }
  /** the header must be mapped, or is shown again */
  | ({ kind: "columns" } & ColumnsStep)
  | {
      kind: "unreadable";
      message: string;
      issues: readonly BadCell[];
      isSideways: boolean;
      book: Book;
    }
  /** `checked`: the draft that was sent */
  | { kind: "checked"; answer: CheckAnswer; checked: ImportDraft }
  | { kind: "done"; answer: AddAnswer };

interface ColumnsStep {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  titles: readonly string[];
  headerless: boolean;
  /** whether its first column seems to name the fields */
  isSideways: boolean;
  book: Book;
}

/** `sent`: share of the file that was sent, 0 to 1 */
export interface Running {
  kind: "checking" | "adding";
  sent: number;
}

/** Undefined unless the whole file was refused. */
function stepOfRefusal(failure: unknown): ImportStep | undefined {
  if (!(failure instanceof AnswerError) || failure.status !== 422) return undefined;
  // The call's contract (importing.md#upload-call).
  const { rows = [], ...facts } = failure.body as Partial<RefusalAnswer>;
  if (facts.columns) return readColumns({ ...facts, columns: facts.columns, invalid: rows });
  const isSideways = facts.sideways ?? false;
  const { sentence: message } = failure;
  return { kind: "unreadable", message, issues: rows, isSideways, book: bookOf(facts) };
}

type ReadColumns = Pick<
  CheckAnswer,
  "columns" | "invalid" | "titles" | "headerless" | "sideways" | keyof Book
>;

function readColumns(answer: ReadColumns) {
  const { columns, invalid: issues, titles = [], headerless = false } = answer;
  const { sideways: isSideways = false } = answer;
  const book = bookOf(answer);
  return { kind: "columns", columns, issues, titles, headerless, isSideways, book } as const;
}

function bookOf({ sheet, sheets }: Book): Book {
  return { ...(sheet !== undefined && { sheet }), ...(sheets && { sheets }) };
}

/** Whether the cells suggest that columns named like fields are, or may be, in other units. */
function isAsked({ columns }: CheckAnswer): boolean {
  return columns.some(
    ({ suggested, question, unit }) => suggested || (question && unit === undefined),
  );
}

const NOTHING_WRITTEN = "Import stopped. Nothing was added.";
const WRITTEN_BEFORE = "The import had already finished. You can undo it from the activity.";

/** Facts about the chosen file, kept while the user moves between the steps. */
interface KnownFile {
  columns?: ImportStep & { kind: "columns" };
  check?: ImportStep & { kind: "checked" };
}

/**
 * The five steps of an import (importing.md#steps, importing.md#drafts-of-an-import). Moving back and forth
 * loses nothing, and the current step is kept until the import is done.
 */
export function useImport(userId: number, onImported: () => void) {
  const [stored] = useState(() => readImportDraft(userId));
  const [file, setFile] = useState(stored?.file);
  const [fileName, setFileName] = useState(stored?.fileName);
  const [fileIssue, setFileIssue] = useState<string>();
  const [draft, setDraft] = useState(stored?.draft ?? EMPTY_DRAFT);
  const [step, setStep] = useState<ImportStep>({ kind: "choose" });
  const [known, setKnown] = useState<KnownFile>({});
  const client = useQueryClient();
  const [running, setRunning] = useState<Running>();
  const [failure, setFailure] = useState<unknown>();
  const [stopped, setStopped] = useState<string>();
  const failureToast = useRef(0);
  const abort = useRef<AbortController>(undefined);
  const [retryKeyOf] = useState(createRetryKeys);

  useEffect(() => () => abort.current?.abort(), []);

  const isDone = step.kind === "done";
  useEffect(() => {
    if (isDone) forgetImportDraft();
    else if (fileName !== undefined)
      saveImportDraft(userId, { fileName, draft, isOpen: true }, file);
  }, [userId, fileName, draft, file, isDone]);

  const choose = (chosen: File | undefined) => {
    const issue = chosen && findFileProblem(chosen);
    setFileIssue(issue);
    setFile(issue ? undefined : chosen);
    // A corrected file of the same name keeps its mapping, but may have other rows and decimals.
    const isSame = !chosen || issue !== undefined || chosen.name === fileName;
    setDraft(({ repeated: _repeated, ...general }) =>
      isSame ? changeMapping(general, { decimal: undefined, cells: undefined }) : EMPTY_DRAFT,
    );
    if (chosen && !issue) setFileName(chosen.name);
    setKnown({});
    setFailure(undefined);
    setStep({ kind: "choose" });
  };

  const show = (next: ImportStep) => {
    setStep(next);
    if (next.kind === "checked") {
      const columns = { ...readColumns(next.answer), issues: [] };
      return setKnown({ columns, check: next });
    }
    if (next.kind !== "columns") return;
    setKnown((before) => ({ ...before, columns: next }));
    setDraft((before) => withSuggestions(before, next.columns));
  };

  /** @returns the share of the file that was sent before it was stopped; undefined if it was not stopped */
  async function upload(
    kind: Running["kind"],
    work: (signal: AbortSignal, onProgress: (sent: number) => void) => Promise<ImportStep>,
  ): Promise<number | undefined> {
    const controller = new AbortController();
    abort.current = controller;
    let sentSoFar = 0;
    setFailure(undefined);
    dismissToast(failureToast.current);
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
        failureToast.current = toastError(importFailureText(error));
      }
      // The connection may have been lost after the server finished.
      if (kind === "adding" && !(error instanceof AnswerError)) onImported();
    } finally {
      setRunning(undefined);
    }
    return undefined;
  }

  const check = async (toCheck: ImportDraft = draft, onAnswer?: (answer: CheckAnswer) => void) => {
    if (!file) return;
    setDraft(toCheck);
    await upload("checking", async (signal, onProgress) => {
      const answer = await checkCsv({ file, draft: toCheck, signal, onProgress });
      onAnswer?.(answer);
      const isHeaderBad = answer.invalid.some(({ row }) => row === 0);
      if (isHeaderBad || isAsked(answer)) return readColumns(answer);
      return { kind: "checked", answer, checked: toCheck };
    });
  };

  /** Reads the file in another way and shows its new columns. */
  const readAgain = async (next: ImportDraft) => {
    if (!file) return;
    setDraft(next);
    setKnown({});
    await upload("checking", async (signal, onProgress) =>
      readColumns(await checkCsv({ file, draft: next, signal, onProgress })),
    );
  };

  const { repeated: _repeated, ...general } = changeMapping(draft, { cells: undefined });
  /**
   * Other sheets may have other columns, so the mapping is kept only if one of the current sheets stays
   * selected.
   */
  const readSheets = (sheets: readonly string[], read: readonly string[]) => {
    const isMore = read.some((name) => sheets.includes(name));
    const { existing, isSideways } = draft;
    const emptied = { ...EMPTY_DRAFT, existing, ...(isSideways && { isSideways }) };
    return readAgain({ ...(isMore ? general : emptied), sheets });
  };
  const turn = (isSideways: boolean) => {
    const { existing, sheets } = draft;
    return readAgain({ ...EMPTY_DRAFT, existing, ...(sheets && { sheets }), isSideways });
  };

  async function add(checked: CheckAnswer): Promise<void> {
    if (!file) return;
    const { counts } = checked;
    const retryKey = retryKeyOf(checked);
    const answer = await upload("adding", async (signal, onProgress) => ({
      kind: "done",
      answer: await importCsv({ file, draft, signal, onProgress, retryKey }, counts.invalid > 0),
    }));
    if (answer === undefined) return;
    if ((1 - answer) * file.size > MAX_BUFFERED_BYTES) return setStopped(NOTHING_WRITTEN);
    // The server may have finished in the meantime; another check shows what is still missing.
    onImported();
    await check(draft, ({ counts: now }) => {
      const isSame = now.added === counts.added && now.updated === counts.updated;
      setStopped(isSame ? NOTHING_WRITTEN : WRITTEN_BEFORE);
    });
  }

  const shown =
    step.kind === "columns" ? step.columns : step.kind === "checked" ? step.answer.columns : [];
  const { data, isPlaceholderData } = useQuery({
    ...columnsQuery(shown, draft.mapping),
    enabled: shown.length > 0,
  });
  // What was wrong before the last change may be right by now; the check finds out.
  const readings = data && {
    ...data,
    columns: data.columns.map((column) => ({
      ...column,
      needsRate: column.needsRate && !isPlaceholderData,
    })),
  };
  const findText: FindText = ({ header, field }, text) =>
    readings?.texts.find(
      (each) => each.text === text && each.column === header && (header || each.field === field),
    );

  const mapColumn = (column: CsvColumn, mapped: ColumnMapping) =>
    setDraft((before) => withColumn(before, column, mapped));

  /** Maps a column to a field, in the unit that its name or cells state. */
  const chooseField = async (column: CsvColumn, mapped: ColumnMapping) => {
    const next = withColumn(draft, column, mapped);
    setDraft(next);
    const { columns } = await client.fetchQuery(columnsQuery(shown, next.mapping));
    const { found } = columns.find(({ header }) => header === column.header) ?? {};
    if (found === undefined || isNameMapping(mapped)) return;
    setDraft((before) =>
      columnMapping(before.mapping, column) === mapped
        ? withColumn(before, column, { ...mapped, unit: found })
        : before,
    );
  };

  return {
    readings,
    findText,
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
    changeMapping: ((part) => setDraft((before) => changeMapping(before, part))) as ChangeMapping,
    mapColumn,
    // Without an answer the unit stays open, and the check asks for it.
    chooseField: (column: CsvColumn, mapped: ColumnMapping) =>
      void chooseField(column, mapped).catch(() => undefined),
    check: (toCheck: ImportDraft) => void check(toCheck),
    readSheets: (sheets: readonly string[], read: readonly string[]) =>
      void readSheets(sheets, read),
    turn: (isSideways: boolean) => void turn(isSideways),
    add: (answer: CheckAnswer) => void add(answer),
    undone: onImported,
    cancel: () => abort.current?.abort(),
    /** The draft is kept for another try, and the file until the page is reloaded. */
    close: () =>
      fileName !== undefined &&
      !isDone &&
      saveImportDraft(userId, { fileName, draft, isOpen: false }, file),
  };
}

export type Import = ReturnType<typeof useImport>;
