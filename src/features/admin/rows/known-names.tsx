import { useQuery } from "@tanstack/react-query";

import { identityKey } from "../../../domain/names.ts";
import { knownNamesQuery } from "./known-names.queries.ts";

const MOST_OFFERED_NAMES = 50;

/** Fields that suggest names from the catalogue. */
export type KnownNameField = "make" | "model";

export function hasKnownNames(field: string): field is KnownNameField {
  return field === "make" || field === "model";
}

/** Names that contain the typed text, those that start with it first; excludes the typed text itself. */
export function findOffered(names: readonly string[], typed: string): string[] {
  const text = identityKey(typed);
  const found = names.filter((name) => {
    const key = identityKey(name);
    return key.includes(text) && key !== text;
  });
  const begin = (name: string) => Number(!identityKey(name).startsWith(text));
  return found.toSorted((a, b) => begin(a) - begin(b)).slice(0, MOST_OFFERED_NAMES);
}

interface KnownNamesListProps {
  /** the `list` attribute of its input */
  id: string;
  field: KnownNameField;
  /** the make whose models are suggested */
  make: string;
  typed: string;
}

/** Suggests names from the catalogue while typing; other names are allowed too (grid.md#known-names). */
export function KnownNamesList({ id, field, make, typed }: KnownNamesListProps) {
  const { data: makes = [] } = useQuery(knownNamesQuery());
  const known = makes.find((each) => identityKey(each) === identityKey(make));
  const models = useQuery({
    ...knownNamesQuery(known),
    enabled: field === "model" && known !== undefined,
  });
  const names = field === "make" ? makes : known === undefined ? [] : (models.data ?? []);
  return (
    <datalist id={id}>
      {findOffered(names, typed).map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}
