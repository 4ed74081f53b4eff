import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";

import { dismissToast, toast, toastError } from "../../../ui/toast.ts";
import { ApiError } from "../../../ui/calls/answers.ts";
import { createRetryKeys } from "../../../ui/calls/retry-key.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { DryRunAnswer, RefusalAnswer } from "../import.schema.ts";
import type { ColumnMapping } from "../mapping/import-mapping.schema.ts";
import { columnMapping, isNameMapping } from "../mapping/import-mapping.ts";
import {
  changeMapping,
  type ChangeMapping,
  EMPTY_DRAFT,
  type FindText,
  forgetImportDraft,
  type ImportDraft,
  readImportDraft,
  saveImportDraft,
  withColumn,
  withSpellings,
  withSuggestions,
} from "./import-draft.ts";
import { importFailureText, findFileProblem } from "./import-texts.ts";
import {
  type AddAnswer,
  type CheckAnswer,
  checkCsv,
  columnsQuery,
  importCsv,
  type Sending,
} from "./import.queries.ts";

/** What an answer tells of a file's columns, whether or not its rows were read. */
export type ReadFile = Pick<
  CheckAnswer,
  "columns" | "columnProblem" | "titles" | "headerless" | "sheet" | "sheets"
>;

export type ImportStep =
  /** `issue`: why a file was not taken */
  | { kind: "choose"; issue?: string | undefined }
  /** The header must be mapped, or is shown again. */
  | { kind: "columns"; answer: ReadFile }
  /** The file is in another encoding than UTF-8, or seems to have been read twice. */
  | { kind: "encoding"; encodings: NonNullable<DryRunAnswer["encodings"]> }
  | { kind: "unreadable"; message: string; refusal: Partial<RefusalAnswer> }
  | { kind: "checked"; answer: CheckAnswer; checked: ImportDraft }
  | { kind: "done"; answer: AddAnswer };
type StepOf<Kind> = Extract<ImportStep, { kind: Kind }>;

/** `sent`: share of the file that was sent, 0 to 1 */
export interface Running {
  kind: "checking" | "adding";
  sent: number;
}

interface ImportState {
  file: File | undefined;
  fileName: string | undefined;
  draft: ImportDraft;
  step: ImportStep;
  /** steps of the chosen file that can be opened again */
  visited: { columns?: StepOf<"columns">; check?: StepOf<"checked"> };
  running: Running | undefined;
  failure: unknown;
}

const UNREAD = { visited: {}, running: undefined, failure: undefined };

function chooseFile(state: ImportState, chosen: File | undefined): ImportState {
  const issue = chosen && findFileProblem(chosen);
  const file = issue ? undefined : chosen;
  const { repeated: _repeated, encoding: _encoding, ...general } = state.draft;
  // A corrected file of the same name keeps its mapping, but may have other rows.
  const isSame = !file || file.name === state.fileName;
  return {
    ...UNREAD,
    step: { kind: "choose", issue },
    file,
    fileName: file?.name ?? state.fileName,
    draft: isSame ? changeMapping(general, { cells: undefined }) : EMPTY_DRAFT,
  };
}

function showStep(state: ImportState, step: ImportStep): ImportState {
  if (step.kind === "checked") {
    const { answer } = step;
    return {
      ...state,
      step,
      visited: { columns: { kind: "columns", answer }, check: step },
      draft: withSpellings(state.draft, answer),
    };
  }
  if (step.kind !== "columns") return { ...state, step };
  return {
    ...state,
    step,
    visited: { ...state.visited, columns: step },
    draft: withSuggestions(state.draft, step.answer.columns),
  };
}

function openImport(userId: number): ImportState {
  const { file, fileName, draft = EMPTY_DRAFT } = readImportDraft(userId) ?? {};
  return { ...UNREAD, step: { kind: "choose" }, file, fileName, draft };
}

/** Undefined unless the whole file was refused. */
function stepOfRefusal(failure: unknown): ImportStep | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 422) return undefined;
  // The call's contract (importing.md#upload-call).
  const refusal = failure.body as Partial<RefusalAnswer>;
  const { encodings, columns } = refusal;
  if (encodings) return { kind: "encoding", encodings };
  if (columns) return { kind: "columns", answer: { ...refusal, columns } };
  return { kind: "unreadable", message: failure.serverMessage, refusal };
}

/** Whether the cells suggest that columns named like fields are, or may be, in other units. */
function hasOpenQuestions({ columns }: CheckAnswer): boolean {
  return columns.some(
    ({ suggested, question, unit }) => suggested || (question && unit === undefined),
  );
}

/** Another press repeats a finished import's answer and adds nothing twice. */
const STOPPED = {
  title: "Import stopped",
  description: "If it had already finished, the activity lists it.",
};

type UpdateImport = (change: (before: ImportState) => ImportState) => void;

/** Sends the file; the answer becomes the next step. */
function useUpload(file: File | undefined, update: UpdateImport, onImported: () => void) {
  const failureToast = useRef(0);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const set = (part: Partial<ImportState>) => update((before) => ({ ...before, ...part }));

  async function upload(
    kind: Running["kind"],
    work: (sending: Sending) => Promise<ImportStep>,
  ): Promise<void> {
    if (!file) return;
    const { signal } = (abort.current = new AbortController());
    dismissToast(failureToast.current);
    set({ running: { kind, sent: 0 }, failure: undefined });
    try {
      const onProgress = (sent: number) => set({ running: { kind, sent } });
      const step = await work({ file, signal, onProgress });
      update((before) => showStep(before, step));
      if (kind === "adding") onImported();
    } catch (failure) {
      const step = stepOfRefusal(failure);
      if (step) update((before) => showStep(before, step));
      else if (signal.aborted) {
        if (kind === "adding") toast(STOPPED);
      } else {
        set({ failure });
        failureToast.current = toastError(importFailureText(failure));
      }
      // The connection may have been lost after the server finished.
      if (kind === "adding" && !(failure instanceof ApiError)) onImported();
    } finally {
      set({ running: undefined });
    }
  }
  return { upload, cancel: () => abort.current?.abort() };
}

const NO_COLUMNS: Pick<ReadFile, "columns"> = { columns: [] };

type EditDraft = (change: (before: ImportDraft) => ImportDraft) => void;

/** How the server reads the columns by the draft; undefined until it has answered. */
function useReadings({ step, draft }: ImportState, edit: EditDraft) {
  const client = useQueryClient();
  const { columns } = step.kind === "columns" || step.kind === "checked" ? step.answer : NO_COLUMNS;
  const mapping = useDeferredValue(draft.mapping);
  const { data, isPlaceholderData } = useQuery({
    ...columnsQuery(columns, mapping),
    enabled: columns.length > 0,
  });
  const isCurrent = !isPlaceholderData && mapping === draft.mapping;
  const readings = data && { ...data, isCurrent };
  const findText: FindText = ({ header, field }, text) =>
    readings?.texts.find(
      (each) => each.text === text && each.column === header && (header || each.field === field),
    );

  /** Maps a column to a field, in the unit that its name or cells state. */
  const chooseField = async (column: CsvColumn, mapped: ColumnMapping) => {
    const next = withColumn(draft, column, mapped);
    edit(() => next);
    const { columns: read } = await client.fetchQuery(columnsQuery(columns, next.mapping));
    const { found } = read.find(({ header }) => header === column.header) ?? {};
    if (found === undefined || isNameMapping(mapped)) return;
    edit((before) =>
      columnMapping(before.mapping, column) === mapped
        ? withColumn(before, column, { ...mapped, unit: found })
        : before,
    );
  };
  return {
    /** of the file, once they are known */
    columns,
    readings,
    findText,
    // Without an answer the unit stays open, and the check asks for it.
    chooseField: (column: CsvColumn, mapped: ColumnMapping) =>
      void chooseField(column, mapped).catch(() => undefined),
  };
}

/**
 * Keeps the draft until the import is done, and the file until the page is reloaded.
 * @returns keeps both for another try when the dialog is closed
 */
function useStoredDraft(userId: number, { step, fileName, draft, file }: ImportState) {
  const isDone = step.kind === "done";
  useEffect(() => {
    if (isDone) forgetImportDraft();
    else if (fileName !== undefined)
      saveImportDraft(userId, { fileName, draft, isOpen: true }, file);
  }, [userId, fileName, draft, file, isDone]);
  return () => {
    if (isDone || fileName === undefined) return;
    saveImportDraft(userId, { fileName, draft, isOpen: false }, file);
  };
}

/** The five steps (importing.md#steps). Going back and forth loses nothing (importing.md#drafts-of-an-import). */
export function useImport(userId: number, onImported: () => void) {
  const [state, update] = useState(() => openImport(userId));
  const { file, draft } = state;
  const { upload, cancel } = useUpload(file, update, onImported);
  const [retryKeyOf] = useState(createRetryKeys);
  const edit: EditDraft = (change) =>
    update((before) => ({ ...before, draft: change(before.draft) }));

  /** @param showsColumns whether the columns are shown even if nothing is open there */
  const check = (toCheck: ImportDraft, showsColumns = false) => {
    edit(() => toCheck);
    void upload("checking", async (sending) => {
      const answer = await checkCsv({ draft: toCheck, ...sending });
      const { encodings } = answer;
      if (encodings) return { kind: "encoding", encodings };
      const isHeaderBad = answer.invalid.some(({ row }) => row === 0);
      if (showsColumns || isHeaderBad || hasOpenQuestions(answer))
        return { kind: "columns", answer };
      return { kind: "checked", answer, checked: toCheck };
    });
  };
  const add = (answer: CheckAnswer) =>
    void upload("adding", async (sending) => ({
      kind: "done",
      answer: await importCsv(
        { draft, retryKey: retryKeyOf(answer), ...sending },
        answer.counts.invalid > 0,
      ),
    }));

  return {
    ...state,
    ...useReadings(state, edit),
    choose: (chosen?: File) => update((before) => chooseFile(before, chosen)),
    show: (step: ImportStep) => update((before) => showStep(before, step)),
    change: (next: ImportDraft) => edit(() => next),
    changeMapping: ((part) => edit((before) => changeMapping(before, part))) as ChangeMapping,
    check,
    /** Another sheet may have other columns and is shown without the present mapping. */
    readSheet: (sheet: string) => {
      update((before) => ({ ...before, visited: {} }));
      const { existing, encoding } = draft;
      check({ ...EMPTY_DRAFT, existing, ...(encoding && { encoding }), sheet }, true);
    },
    add,
    undone: onImported,
    cancel,
    close: useStoredDraft(userId, state),
  };
}

export type Import = ReturnType<typeof useImport>;
