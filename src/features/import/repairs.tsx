import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../vehicle/counts.ts";
import { isNumberField } from "../../vehicle/ev-cells.ts";
import { entryOf, FIELD_LABELS, type FieldName, isFieldName } from "../../vehicle/fields.ts";
import styles from "./checked-file.module.css";
import { draftOf, type ImportDraft, meaningsOf } from "./import-draft.ts";
import type { CsvColumn, Reason } from "./import-schemas.server.ts";
import { MAX_VALUE_CHARACTERS } from "./limits.ts";

interface Repair {
  column: CsvColumn;
  field: FieldName;
  value: string;
  count: number;
}

/** Values of bad cells whose column is a field: each can be said once, for all cells alike. */
function repairsOf(reasons: readonly Reason[], columns: readonly CsvColumn[]): Repair[] {
  return reasons.flatMap(({ column: header, values }) => {
    const column = columns.find((each) => each.header === header);
    const field = column?.field;
    if (!column || !isFieldName(field)) return [];
    return values
      .filter(({ value }) => value.length < MAX_VALUE_CHARACTERS)
      .map((each) => ({ column, field, ...each }));
  });
}

/** In which what is typed is stored, whatever the unit of the column. */
function unitOf({ field }: Repair): string | undefined {
  const entry = entryOf(field);
  return entry.kind === "figure" ? entry.unit : undefined;
}

interface RepairsProps {
  reasons: readonly Reason[];
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onRepair: (draft: ImportDraft) => void;
}

export function Repairs({ reasons, columns, draft, onRepair }: RepairsProps) {
  const repairs = repairsOf(reasons, columns);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const keyOf = ({ column, value }: Repair) => `${column.header}\n${value}`;
  const cellOf = (repair: Repair) =>
    typed[keyOf(repair)] ?? meaningsOf(repair.field)[repair.value.toLowerCase()] ?? "";
  const said = repairs.filter((repair) => cellOf(repair) !== "");
  if (repairs.length === 0) return null;
  const apply = () => {
    const mapped = { ...draft.columns };
    for (const repair of said) {
      const { column, field, value } = repair;
      const before = mapped[column.header] ?? draftOf(draft, column);
      const values = { ...before.values, [value.toLowerCase()]: cellOf(repair) };
      mapped[column.header] = { ...before, field, values };
    }
    onRepair({ ...draft, columns: mapped });
  };
  return (
    <form
      className={styles.repairs}
      aria-label="Repair"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <p>Repair a value here, once for all cells alike. The file itself stays as it is.</p>
      <ul>
        {repairs.map((repair) => (
          <li key={keyOf(repair)}>
            <span>
              {repair.column.header}: <q>{repair.value || "empty"}</q>
              {repair.count > 1 && ` (${formatCount(repair.count)} cells)`}
              {unitOf(repair) && `, in ${unitOf(repair)}`}
            </span>
            <RepairInput
              repair={repair}
              value={cellOf(repair)}
              onChange={(cell) => setTyped({ ...typed, [keyOf(repair)]: cell })}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" size="s" disabled={said.length === 0}>
        Check again with these values
      </Button>
    </form>
  );
}

function RepairInput(props: { repair: Repair; value: string; onChange: (value: string) => void }) {
  const { repair, value, onChange } = props;
  const { column, field } = repair;
  const entry = entryOf(field);
  const label = `${column.header} “${repair.value || "empty"}” is stored as`;
  const options =
    entry.kind === "choice" ? entry.options : entry.kind === "flag" ? ["Yes", "No"] : undefined;
  if (!options) {
    return (
      <input
        aria-label={label}
        placeholder={`${FIELD_LABELS[field]}${entry.required ? "" : ", or - for none"}`}
        inputMode={isNumberField(field) ? "decimal" : "text"}
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">As it is</option>
      {!entry.required && <option value="-">No value</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
