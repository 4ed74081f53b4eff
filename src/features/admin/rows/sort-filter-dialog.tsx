import { useState } from "react";

import { TextField } from "../../../ui/fields.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { entryOf } from "../../../domain/fields.ts";
import { isFigureField } from "../../claims/claims.ts";
import { Choice } from "../../../ui/choice.tsx";
import {
  columnOf,
  FIELD_COLUMNS,
  type FieldColumn,
  type GridField,
  parseCellText,
} from "../grid/grid-columns.ts";
import {
  type FilterOperator,
  filterOperator,
  type ListChoice,
  type RowFilter,
  type RowSort,
  SEARCH_MAX_CHARACTERS,
} from "./row-filters.ts";

/** The options for a filter; those without a filter of their own take a text or two ends. */
type Option = readonly [value: string, words: string, filter?: RowFilter];

const COMMON_OPTIONS: readonly Option[] = [
  ["", "Any value"],
  ["empty", "Is empty", { empty: true }],
  ["filled", "Is not empty", { empty: false }],
];
const SOURCE_OPTIONS: readonly Option[] = [
  ["unsourced", "Has no source", { sourced: false }],
  ["sourced", "Has a source", { sourced: true }],
];
const OPTIONS: Readonly<Record<FilterOperator, readonly Option[]>> = {
  contains: [["contains", "Contains"]],
  is: [
    ["yes", "Is Yes", { is: true }],
    ["no", "Is No", { is: false }],
  ],
  range: [["range", "From ... to"]],
};

function optionsOf(field: GridField): readonly Option[] {
  return [
    ...COMMON_OPTIONS,
    ...OPTIONS[filterOperator(entryOf(field))],
    ...(isFigureField(field) ? SOURCE_OPTIONS : []),
  ];
}

const ORDERS: Readonly<Record<FilterOperator, Readonly<Record<RowSort["order"], string>>>> = {
  contains: { asc: "A to Z", desc: "Z to A" },
  is: { asc: "No first", desc: "Yes first" },
  range: { asc: "Lowest first", desc: "Highest first" },
};

export function orderWords({ field, order }: RowSort): string {
  return ORDERS[filterOperator(entryOf(field))][order];
}

type Typed = "contains" | "from" | "to";

/** What is typed for an option without a filter of its own. */
const FIELDS_OF_OPTION: Readonly<Record<string, readonly (readonly [Typed, string])[]>> = {
  contains: [["contains", "Text"]],
  range: [
    ["from", "From"],
    ["to", "To"],
  ],
};

interface Draft extends Record<Typed, string> {
  order: RowSort["order"] | "";
  /** empty for any value */
  operator: string;
}

function draftOf({ sort, filters }: ListChoice, field: GridField): Draft {
  const filter = filters[field] ?? {};
  const options = optionsOf(field);
  const text = JSON.stringify(filter);
  const chosen =
    options.find(([, , fixed = {}]) => JSON.stringify(fixed) === text) ??
    options.find(([value, , fixed]) => value !== "" && !fixed);
  return {
    order: sort?.field === field ? sort.order : "",
    operator: chosen?.[0] ?? "",
    contains: filter.contains ?? "",
    from: String(filter.from ?? ""),
    to: String(filter.to ?? ""),
  };
}

/** Chooses the column to sort by and the condition for a column (dashboard.md#sort-and-filter). */
export function SortFilterDialog(props: {
  listState: ListChoice;
  field: GridField;
  /** @param field the chosen column */
  onShow: (choice: Pick<ListChoice, "sort" | "filters">, field: GridField) => void;
  onClose: () => void;
}) {
  const { listState, field: first, onShow, onClose } = props;
  const [field, setField] = useState(first);
  const [draft, setDraft] = useState(() => draftOf(listState, first));
  const [issue, setIssue] = useState<Issue>();
  const column = columnOf(field);
  const operator = filterOperator(entryOf(field));
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setIssue(undefined);
  };
  const submit = () => {
    const parsedDraft = readFilterDraft(column, draft);
    if ("at" in parsedDraft) return setIssue(parsedDraft);
    const { [field]: _before, ...others } = listState.filters;
    const { filter } = parsedDraft;
    const filters = filter ? { ...others, [field]: filter } : others;
    const sort = draft.order ? { field, order: draft.order } : listState.sort;
    onShow({ filters, sort: !draft.order && sort?.field === field ? null : sort }, field);
  };
  const unit = column.unit ? ` (${column.unit})` : "";
  return (
    <MutationDialog
      title="Sort and filter"
      size="s"
      submitLabel="Apply"
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label="Column"
        value={field}
        options={FIELD_COLUMNS.map((each) => [each.field, each.label])}
        onChange={(value = field) => {
          setField(value);
          change(draftOf(listState, value));
        }}
      />
      <Choice
        label="Sort"
        value={draft.order}
        options={[
          ["", "Don’t sort"],
          ["asc", ORDERS[operator].asc],
          ["desc", ORDERS[operator].desc],
        ]}
        onChange={(order = "") => change({ order })}
      />
      <Choice
        label="Filter"
        value={draft.operator}
        options={optionsOf(field).map(([value, words]) => [value, words])}
        onChange={(value = "") => change({ operator: value })}
      />
      {FIELDS_OF_OPTION[draft.operator]?.map(([at, label]) => (
        <TextField
          key={at}
          label={`${label}${unit}`}
          name={at}
          placeholder={entryOf(field).kind === "date" ? "YYYY-MM-DD" : undefined}
          maxLength={SEARCH_MAX_CHARACTERS}
          value={draft[at]}
          issue={issue?.at === at ? issue.message : undefined}
          onChange={(event) => change({ [at]: event.currentTarget.value })}
        />
      ))}
    </MutationDialog>
  );
}

interface Issue {
  at: Typed;
  message: string;
}

/** The filter that was entered, or what is wrong with it; null for any value. */
function readFilterDraft(
  column: FieldColumn,
  { operator, ...typed }: Draft,
): { filter: RowFilter | null } | Issue {
  if (operator === "contains") {
    const contains = typed.contains.trim();
    return contains
      ? { filter: { contains } }
      : { at: "contains", message: "Enter the text to look for" };
  }
  if (operator !== "range") {
    const [, , filter = null] = optionsOf(column.field).find(([value]) => value === operator) ?? [];
    return { filter };
  }
  const ends: Pick<RowFilter, "from" | "to"> = {};
  for (const at of ["from", "to"] as const) {
    if (typed[at].trim() === "") continue;
    const { value, message = "This isn’t a valid value" } = parseCellText(column, typed[at]);
    if (typeof value !== "number" && typeof value !== "string") return { at, message };
    ends[at] = value;
  }
  const { from, to } = ends;
  if (from === undefined && to === undefined) {
    return { at: "from", message: "Enter at least one of the two" };
  }
  if (from !== undefined && to !== undefined && from > to) {
    return { at: "to", message: "“To” can’t be lower than “From”" };
  }
  return { filter: ends };
}
