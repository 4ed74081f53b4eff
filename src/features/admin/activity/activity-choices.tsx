import { useQuery } from "@tanstack/react-query";

import { SelectField, TextField } from "../../../ui/fields.tsx";
import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import { EV_FORM_FIELDS } from "../rows/ev-form.ts";
import styles from "./activity-view.module.css";
import { type ActivityFilters, activityPeopleQuery } from "./activity.queries.ts";

interface ActivityChoicesProps {
  filters: ActivityFilters;
  onFilter: (change: Partial<ActivityFilters>) => void;
}

/** Of which field, by whom and when (dashboard.md#activity). */
export function ActivityChoices({ filters, onFilter }: ActivityChoicesProps) {
  const { data = [] } = useQuery(activityPeopleQuery);
  const { user, field, from, to } = filters;
  const people = user === null || data.includes(user) ? data : [user, ...data];
  return (
    <div role="group" aria-label="Field, person and dates" className={styles.choices}>
      <SelectField
        label="Field"
        value={field ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ field: isFieldName(value) ? value : null })
        }
      >
        <option value="">Any field</option>
        {EV_FORM_FIELDS.map(({ name }) => (
          <option key={name} value={name}>
            {FIELD_LABELS[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Person"
        value={user ?? ""}
        onChange={({ currentTarget: { value } }) => onFilter({ user: value || null })}
      >
        <option value="">Anyone</option>
        {people.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From"
        type="date"
        max={to || undefined}
        value={from}
        onChange={(event) => onFilter({ from: event.currentTarget.value })}
      />
      <TextField
        label="To"
        type="date"
        min={from || undefined}
        value={to}
        onChange={(event) => onFilter({ to: event.currentTarget.value })}
      />
    </div>
  );
}
