import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";

import { dismissToast, toast, toastError } from "../../../ui/toast.ts";
import { ApiError } from "../../../ui/calls/answers.ts";
import { createRetryKeys } from "../../../ui/calls/retry-key.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import type { DryRunAnswer, RefusalAnswer } from "../import.schema.ts";
import {
  draftOfFile,
  EMPTY_DRAFT,
  type FindText,
  forgetImportDraft,
  isSameDraft,
  type ImportDraft,
  readImportDraft,
  saveImportDraft,
  withFoundUnits,
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
  type Upload,
} from "./import.queries.ts";

/** What an answer tells of a file's columns, whether or not its rows were read. */
export type ReadFile = Pick<
  CheckAnswer,
  "columns" | "columnProblem" | "titles" | "headerless" | "sheet" | "sheets"
>;

export type ImportStep =
  | {
      name: "File";
      /** why the file was not taken */
      issue?: string | undefined;
      /** The file is in another encoding than UTF-8, or seems to have been read twice. */
      encodings?: DryRunAnswer["encodings"];
      refusal?: Partial<RefusalAnswer>;
    }
  /** The header must be mapped, or is shown again. */
  | { name: "Columns"; answer: ReadFile }
  | { name: "Check"; answer: CheckAnswer; checked: ImportDraft }
  | { name: "Result"; answer: AddAnswer };
export type StepOf<Name> = Extract<ImportStep, { name: Name }>;

/** `sent`: share of the file that was sent, 0 to 1 */
export interface Running {
  kind: "checking" | "adding";
  sent: number;
}

interface ImportState {
  file?: File | undefined;
  fileName?: string | undefined;
  draft: ImportDraft;
  step: ImportStep;
  /** steps of the chosen file that can be opened again */
  visited: Partial<Record<string, ImportStep>>;
  running: Running | undefined;
  failure: unknown;
}

const FILE_STEP: ImportStep = { name: "File" };
const NOTHING_CHECKED = { visited: { File: FILE_STEP }, running: undefined, failure: undefined };

function withFile(state: ImportState, chosen: File | undefined): ImportState {
  const issue = chosen && findFileProblem(chosen);
  const file = issue ? undefined : chosen;
  return {
    ...NOTHING_CHECKED,
    step: { name: "File", issue },
    file,
    fileName: file?.name ?? state.fileName,
    draft: file ? draftOfFile(file, state.fileName, state.draft) : state.draft,
  };
}

function showStep(state: ImportState, step: ImportStep): ImportState {
  const { draft, visited } = state;
  const mapping =
    step.name === "Check"
      ? withSpellings(draft.mapping, step.answer)
      : step.name === "Columns"
        ? withSuggestions(draft.mapping, step.answer.columns)
        : draft.mapping;
  const columns: ImportStep | undefined =
    step.name === "Check" ? { ...step, name: "Columns" } : undefined;
  return {
    ...state,
    step,
    visited: { ...visited, ...(columns && { Columns: columns }), [step.name]: step },
    draft: { ...draft, mapping },
  };
}

function openImport(userId: number): ImportState {
  return { ...NOTHING_CHECKED, step: FILE_STEP, draft: EMPTY_DRAFT, ...readImportDraft(userId) };
}

/** @returns the step to show when the server refused the whole file */
function stepOfRefusal(failure: unknown): ImportStep | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 422) return undefined;
  // The call's contract (importing.md#upload-call).
  const refusal = failure.body as Partial<RefusalAnswer>;
  const { encodings, columns } = refusal;
  if (columns) return { name: "Columns", answer: { ...refusal, columns } };
  return encodings
    ? { name: "File", encodings }
    : { name: "File", issue: failure.serverMessage, refusal };
}

/** Whether the cells suggest that columns named like fields are, or may be, in other units. */
function hasOpenQuestions({ columns }: CheckAnswer): boolean {
  return columns.some(
    ({ suggested, question, unit }) => suggested || (question && unit === undefined),
  );
}

type UpdateImport = (change: (before: ImportState) => ImportState) => void;

/** Sends the file; the answer becomes the next step. */
function useUpload(file: File | undefined, update: UpdateImport, onImported: () => void) {
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const set = (part: Partial<ImportState>) => update((before) => ({ ...before, ...part }));

  async function upload(
    kind: Running["kind"],
    work: (sending: Omit<Upload, "draft">) => Promise<ImportStep>,
  ): Promise<void> {
    if (!file) return;
    const { signal } = (abort.current = new AbortController());
    dismissToast();
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
        const description = "If it had already finished, the activity lists it.";
        if (kind === "adding") toast({ title: "Import stopped", description });
      } else {
        set({ failure });
        toastError(importFailureText(failure));
      }
      // The connection may have been lost after the server finished.
      if (kind === "adding" && !(failure instanceof ApiError)) onImported();
    } finally {
      set({ running: undefined });
    }
  }
  return { upload, cancel: () => abort.current?.abort() };
}

/** How the server reads the columns by the draft; undefined until it has answered. */
function useReadings({ step, draft }: ImportState, setDraft: (draft: ImportDraft) => void) {
  const columns = step.name === "Columns" || step.name === "Check" ? step.answer.columns : [];
  const { data, isPlaceholderData, isPending } = useQuery({
    ...columnsQuery(columns, draft.mapping),
    enabled: columns.length > 0,
  });
  const readings = data && { ...data, isCurrent: !isPlaceholderData };
  const findText: FindText = ({ header, field }, text) =>
    readings?.texts.find(
      (each) => each.text === text && each.column === header && (header || each.field === field),
    );
  if (readings?.isCurrent && step.name === "Columns") {
    const next = withFoundUnits(draft.mapping, columns, readings.columns);
    if (next !== draft.mapping) setDraft({ ...draft, mapping: next });
  }
  return {
    /** of the file, once they are known */
    columns,
    readings,
    isReading: isPending,
    findText,
  };
}

/** The five steps (importing.md#steps). Going back and forth loses nothing (importing.md#drafts-of-an-import). */
export function useImport(userId: number, onImported: () => void) {
  const [state, update] = useState(() => openImport(userId));
  const { file, fileName, draft, step, visited } = state;
  const checked = visited["Check"];
  const { upload, cancel } = useUpload(file, update, onImported);
  const isDone = step.name === "Result";
  useEffect(() => {
    if (isDone) forgetImportDraft();
    else if (fileName !== undefined) saveImportDraft(userId, { fileName, draft, file });
  }, [userId, fileName, draft, file, isDone]);
  // Another press repeats a finished import's answer and adds nothing twice.
  const [retryKeyOf] = useState(createRetryKeys);
  const setDraft = (next: ImportDraft) => update((before) => ({ ...before, draft: next }));

  /** @param showsColumns whether the columns are shown even if nothing is open there */
  const check = (toCheck: ImportDraft, showsColumns = false) => {
    setDraft(toCheck);
    void upload("checking", async (sending) => {
      const answer = await checkCsv({ draft: toCheck, ...sending });
      const { encodings } = answer;
      if (encodings) return { name: "File", encodings };
      const isHeaderBad = answer.invalid.some(({ row }) => row === 0);
      if (showsColumns || isHeaderBad || hasOpenQuestions(answer))
        return { name: "Columns", answer };
      return { name: "Check", answer, checked: toCheck };
    });
  };
  const add = (answer: CheckAnswer) =>
    void upload("adding", async (sending) => ({
      name: "Result",
      answer: await importCsv(
        { draft, retryKey: retryKeyOf(answer), ...sending },
        answer.counts.invalid > 0,
      ),
    }));

  return {
    ...state,
    ...useReadings(state, setDraft),
    /** whether answers wait for another check */
    isChanged: checked?.name === "Check" && !isSameDraft(checked.checked, draft),
    chooseFile: (chosen?: File) => update((before) => withFile(before, chosen)),
    show: (next: ImportStep) => update((before) => showStep(before, next)),
    setDraft,
    setMapping: (mapping: ImportMapping) => setDraft({ ...draft, mapping }),
    check,
    /** Another sheet may have other columns and is shown without the present mapping. */
    readSheet: (sheet: string) => {
      update((before) => ({ ...before, ...NOTHING_CHECKED }));
      const { repeated: _repeated, ...general } = draft;
      check({ ...general, mapping: EMPTY_DRAFT.mapping, sheet }, true);
    },
    add,
    onUndone: onImported,
    cancel,
  };
}

/** What the open dialog knows and can do, for its components. */
export const WizardContext = createContext<ReturnType<typeof useImport> | undefined>(undefined);

export function useWizard() {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error("This component belongs in the import dialog");
  return wizard;
}
