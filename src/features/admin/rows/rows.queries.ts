import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { withBase } from "../../../domain/base-path.ts";
import type { EvInput, RowEdit } from "../../../domain/ev-input.ts";
import { ApiError, readJson, readResponse } from "../../../ui/calls/answers.ts";
import { createRetryKeys, retryHeaders } from "../../../ui/calls/retry-key.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { type ListState, ROWS_PER_PAGE } from "./list-query.ts";
import {
  choiceParameters,
  type ListChoice,
  MOST_ROWS_PER_PAGE,
  WHOLE_LIST,
} from "./row-filters.ts";
import type {
  AddedRows,
  ChangedRows,
  RowPosition,
  RowListAnswer,
  TypicalFigureList,
} from "./rows.schema.ts";
import type {
  ChangedMeanwhile,
  Conflicts,
  DirectEvAnswer,
} from "../../catalogue/catalogue.schema.ts";
import { modelIdentity } from "../../../domain/names.ts";
import { fieldsOf, type DeletionCost, type EvRow } from "../../../domain/vehicle.ts";

/** Includes its request, since the previous page may still be shown. */
export interface RowsPage extends RowListAnswer {
  listState: ListState;
}

/**
 * The previous page stays while the next one loads. The key starts like the public list's, so that catalogue
 * messages invalidate both. @param withGaps also asks which figures have no source
 */
export function rowsQuery(listState: ListState, withGaps = false) {
  const { search, page, pageSize, sort, filters } = listState;
  return queryOptions({
    queryKey: ["evs", "rows", search, page, pageSize, sort, filters, withGaps] as const,
    queryFn: async ({ signal }): Promise<RowsPage> => {
      const part = { page, pageSize, ...(withGaps && { gaps: true }) };
      return { ...(await readList(listState, part, signal)), listState };
    },
    placeholderData: keepPreviousData,
    // Changes by other administrators are only reported while this page is open.
    refetchOnMount: "always",
  });
}

interface ListPart {
  /** starts at 1 */
  page?: number;
  pageSize?: number;
  ids?: string;
  gaps?: boolean;
}

/** @param part by default as many rows as one call can change */
export function readList(
  choice: ListChoice,
  part: ListPart = { page: 1, pageSize: MOST_ROWS_PER_PAGE },
  signal?: AbortSignal,
) {
  const query = new URLSearchParams({ view: "admin" });
  for (const [name, value] of Object.entries(part)) query.set(name, String(value));
  if (choice.search) query.set("search", choice.search);
  for (const [name, value] of choiceParameters(choice)) query.set(name, value);
  return readJson<RowListAnswer>(`/api/evs?${query}`, signal);
}

/** The first row of a model. @throws ApiError */
export async function findHeaderRow(make: string, model: string): Promise<EvRow | undefined> {
  const filters = { make: { contains: make }, model: { contains: model } };
  const { evs } = await readList({ ...WHOLE_LIST, filters });
  const key = modelIdentity({ make, model });
  return evs.find((row) => row.isModelHeader && modelIdentity(row) === key);
}

/** The page of the whole list that contains the row; an ApiError 404 if the row does not exist. */
export function pageOfRowQuery(id: number, pageSize = ROWS_PER_PAGE) {
  return queryOptions({
    queryKey: ["page of row", id, pageSize] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/evs/${id}/position`;
      const { position } = await readJson<RowPosition>(path, signal);
      return Math.floor(position / pageSize) + 1;
    },
    gcTime: 0,
  });
}

/** Leaves out rows that no longer exist. @param ids at most MOST_ROWS_PER_CHANGE @throws ApiError */
export async function findRows(ids: readonly number[]): Promise<EvRow[]> {
  return (await readList(WHOLE_LIST, { ids: ids.join() })).evs;
}

export function isRowMissing(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.status === 404;
}

/** They hardly change, so they are read once. */
export const typicalFiguresQuery = queryOptions({
  queryKey: ["typical figures"] as const,
  queryFn: async ({ signal }) =>
    (await readJson<TypicalFigureList>("/api/evs/usual", signal)).figures,
  gcTime: Infinity,
});

/** Counted once, because the row is gone when everything else is read again. */
export function deletionCostQuery(id: number) {
  return queryOptions({
    queryKey: ["deletion cost", id] as const,
    queryFn: ({ signal }) => readJson<DeletionCost>(`/api/evs/${id}/deletion`, signal),
    gcTime: 0,
    staleTime: "static",
  });
}

const NO_CACHE_HEADERS = { "cache-control": "no-cache", pragma: "no-cache" } as const; // calls.md#write-a-row

/** A row in the format of the add and edit calls: `zeroToSixty` is sent as text (dashboard.md#form). */
function toPayload({ zeroToSixty, ...fields }: EvInput) {
  return { ...fields, zeroToSixty: zeroToSixty === null ? null : String(zeroToSixty) };
}

const retryKeyOf = createRetryKeys();

/** Adds something only once, even if it is sent again because the answer was lost. @throws ApiError */
async function sendOnce<Answer>(path: string, payload: object): Promise<Answer> {
  const headers = retryHeaders(retryKeyOf(JSON.stringify(payload)));
  const answer = await sendJson<Answer>("POST", path, payload, headers);
  retryKeyOf(null); // allows adding the same again later
  return answer;
}

/** @throws ApiError with issues by field */
export function addRow(input: EvInput): Promise<EvRow> {
  return sendOnce("/api/evs", toPayload(input));
}

/** Sends all fields, as specified. @throws ChangedMeanwhileError when the version has changed; ApiError otherwise */
export async function saveRow(
  row: EvRow,
  changes: Partial<EvInput>,
  isUndo = false,
): Promise<EvRow> {
  const path = `/api/evs/${row.id}?_=${Date.now()}${isUndo ? "&undo=true" : ""}`;
  const headers = { ...NO_CACHE_HEADERS, ...ifMatchHeader(row) };
  const body = toPayload({ ...fieldsOf(row), ...changes });
  const saved = await rejectConflicts(sendJson<EvRow>("PUT", path, body, headers));
  void verifySaved(saved.id);
  return saved;
}

export function ifMatchHeader({ version }: EvRow) {
  return { "if-match": `"${version}"` };
}

/** @throws ChangedMeanwhileError, ApiError */
export async function rejectConflicts<T>(saving: Promise<T>): Promise<T> {
  try {
    return await saving;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const changed = readChanged(error);
    throw changed.length > 0 ? new ChangedMeanwhileError(changed) : error;
  }
}

/** The contract of the calls: one row (calls.md#if-match), or several (calls.md#many-rows). */
function readChanged({ body }: ApiError): ChangedRow[] {
  if ("conflicts" in body) {
    const { conflicts = [], changedBy } = body as Partial<Conflicts>;
    return conflicts.map((row) => ({ current: row, changedBy: changedBy?.[row.id] ?? null }));
  }
  const { current, changedBy = null } = body as Partial<ChangedMeanwhile>;
  return current ? [{ current, changedBy }] : [];
}

/** A row as somebody has changed it, and their username; null if it is not known. */
export interface ChangedRow {
  current: EvRow;
  changedBy: string | null;
}

export class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
  readonly changed: readonly ChangedRow[];

  constructor(changed: readonly ChangedRow[]) {
    super("The row has been changed in the meantime.");
    this.changed = changed;
  }
}

/** Reads back the saved row past every cache; the result is only logged (calls.md#write-a-row). */
async function verifySaved(id: number): Promise<void> {
  try {
    const response = await fetch(withBase(`/api/evs/${id}/direct?_=${Date.now()}`), {
      credentials: "include",
      headers: NO_CACHE_HEADERS,
    });
    const stored = await readResponse<DirectEvAnswer>(response);
    console.debug("Saved and read again:", stored.zeroToSixty, stored.dbValues);
  } catch (error) {
    console.debug("What was saved could not be read again.", error);
  }
}

/** Deletes the row if its version has not changed. @throws ApiError with the server's message */
export function deleteRow(row: EvRow): Promise<void> {
  return sendJson("DELETE", `/api/evs/${row.id}`, undefined, ifMatchHeader(row));
}

/** Changes rows, all or none (calls.md#many-rows). @throws ChangedMeanwhileError, ApiError */
export async function patchRows(rows: readonly RowEdit[], isUndo = false): Promise<EvRow[]> {
  const path = `/api/evs${isUndo ? "?undo=true" : ""}`;
  const saving = sendJson<ChangedRows>("PATCH", path, { rows });
  return (await rejectConflicts(saving)).updated;
}

/** The calls for a single figure (calls.md#small-updates). @throws ChangedMeanwhileError, ApiError */
export function postFigure(row: EvRow, call: string, body: object): Promise<EvRow> {
  const path = `/api/evs/${row.id}/${call}`;
  return rejectConflicts(sendJson<EvRow>("POST", path, body, ifMatchHeader(row)));
}

/**
 * Adds copies of the rows for the following year as one import, which can be undone (calls.md#many-rows). They
 * have no source, since nobody has checked their figures yet; rows that exist already stay as they are.
 * @param years those of the copies @throws ApiError
 */
export function addNextYear(rows: readonly EvRow[], years: readonly number[]): Promise<AddedRows> {
  const copies = rows.map((row) => ({
    ...fieldsOf(row),
    year: row.year + 1,
    source: null,
    checkedOn: null,
  }));
  const subject = `New model year ${years.join(", ")}`;
  return sendOnce("/api/evs/rows", { subject, rows: copies.map(toPayload) });
}
