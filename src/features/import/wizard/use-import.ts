import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";

import { dismissToast, toast, toastError } from "../../../ui/toast.ts";
import { ApiError } from "../../../ui/calls/answers.ts";
import { createRetryKeys } from "../../../ui/calls/retry-key.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import type { RefusalAnswer } from "../import.schema.ts";
import {
  draftOfFile,
  EMPTY_DRAFT,
  type FindPreview,
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

interface ImportState {
  file?: File | undefined;
  fileName?: string | undefined;
  draft: ImportDraft;
  step: "File" | "Columns" | "Check" | "Result";
  /** why the file as a whole was not read, if it was not */
  refusal?: Partial<RefusalAnswer>;
  /** the columns of the file, once they are known */
  readFile?: ReadFile | undefined;
  /** the last check, and what was checked */
  checked?: { answer: CheckAnswer; draft: ImportDraft };
  result?: AddAnswer;
  running?: "checking" | "adding" | undefined;
  failure?: unknown;
}
type ImportUpdate = (before: ImportState) => ImportState;

function withFile({ fileName, draft }: ImportState, chosen: File | undefined): ImportState {
  const error = chosen && findFileProblem(chosen);
  if (error !== undefined) return { step: "File", fileName, draft, refusal: { error } };
  return {
    step: "File",
    file: chosen,
    fileName: chosen?.name ?? fileName,
    draft: chosen ? draftOfFile(chosen, fileName, draft) : draft,
  };
}

function showColumns(state: ImportState, readFile: ReadFile): ImportState {
  const { draft } = state;
  const mapping = withSuggestions(draft.mapping, readFile.columns);
  return { ...state, step: "Columns", readFile, draft: { ...draft, mapping } };
}

function showCheck(state: ImportState, checked: NonNullable<ImportState["checked"]>): ImportState {
  const { answer, draft } = checked;
  const mapping = withSpellings(draft.mapping, answer);
  return { ...state, step: "Check", readFile: answer, checked, draft: { ...draft, mapping } };
}

/** @returns how to show why the server refused the whole file, if that is the failure */
function showRefusal(failure: unknown): ImportUpdate | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 422) return undefined;
  // The call's contract (importing.md#upload-call).
  const refusal = failure.body as Partial<RefusalAnswer>;
  const { columns } = refusal;
  return (before) =>
    columns ? showColumns(before, { ...refusal, columns }) : { ...before, step: "File", refusal };
}

/** Whether the cells suggest that columns named like fields are, or may be, in other units. */
function hasOpenQuestions({ columns }: CheckAnswer): boolean {
  return columns.some(
    ({ suggested, question, unit }) => suggested || (question && unit === undefined),
  );
}

/** Sends the file, and shows the answer. */
function useUpload(
  file: File | undefined,
  update: (change: ImportUpdate) => void,
  onImported: () => void,
) {
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const set = (part: Partial<ImportState>) => update((before) => ({ ...before, ...part }));

  async function upload(
    kind: NonNullable<ImportState["running"]>,
    send: (upload: Omit<Upload, "draft">) => Promise<ImportUpdate>,
  ): Promise<void> {
    if (!file) return;
    const { signal } = (abort.current = new AbortController());
    dismissToast();
    set({ running: kind, failure: undefined });
    try {
      update(await send({ file, signal }));
      if (kind === "adding") onImported();
    } catch (failure) {
      const showAnswer = showRefusal(failure);
      if (showAnswer) update(showAnswer);
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
function useColumnPreview(
  { step, readFile, draft }: ImportState,
  setDraft: (draft: ImportDraft) => void,
) {
  const columns = readFile?.columns ?? [];
  const { data, isPlaceholderData, isPending } = useQuery({
    ...columnsQuery(columns, draft.mapping),
    enabled: columns.length > 0,
  });
  const preview = data && { ...data, isCurrent: !isPlaceholderData };
  const findPreview: FindPreview = ({ header, field }, text) =>
    preview?.texts.find(
      (each) => each.text === text && each.column === header && (header || each.field === field),
    );
  if (preview?.isCurrent && step === "Columns") {
    const next = withFoundUnits(draft.mapping, columns, preview.columns);
    if (next !== draft.mapping) setDraft({ ...draft, mapping: next });
  }
  return { columns, preview, isPreviewPending: isPending, findPreview };
}

/** The five steps (importing.md#steps). Going back and forth loses nothing (importing.md#drafts-of-an-import). */
export function useImport(userId: number, onImported: () => void) {
  const [state, update] = useState((): ImportState => ({
    step: "File",
    draft: EMPTY_DRAFT,
    ...readImportDraft(userId),
  }));
  const { file, fileName, draft, step, checked } = state;
  const { upload, cancel } = useUpload(file, update, onImported);
  const isDone = step === "Result";
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
      const { encodings, invalid } = answer;
      if (encodings) return (before) => ({ ...before, step: "File", refusal: { encodings } });
      const isHeaderBad = invalid.some(({ row }) => row === 0);
      return (before) =>
        showsColumns || isHeaderBad || hasOpenQuestions(answer)
          ? showColumns(before, answer)
          : showCheck(before, { answer, draft: toCheck });
    });
  };
  const add = (answer: CheckAnswer) =>
    void upload("adding", async (sending) => {
      const retryKey = retryKeyOf(answer);
      const skipsBad = answer.counts.invalid > 0;
      const result = await importCsv({ draft, retryKey, ...sending }, skipsBad);
      return (before) => ({ ...before, step: "Result", result });
    });

  return {
    ...state,
    ...useColumnPreview(state, setDraft),
    /** whether answers wait for another check */
    isChanged: checked !== undefined && !isSameDraft(checked.draft, draft),
    chooseFile: (chosen?: File) => update((before) => withFile(before, chosen)),
    show: (next: ImportState["step"]) => update((before) => ({ ...before, step: next })),
    setDraft,
    setMapping: (mapping: ImportMapping) => setDraft({ ...draft, mapping }),
    check,
    /** Another sheet may have other columns and is shown without the present mapping. */
    readSheet: (sheet: string) => {
      update((before) => {
        return { step: before.step, file, fileName, draft, readFile: before.readFile };
      });
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
