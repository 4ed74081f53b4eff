import { useQuery } from "@tanstack/react-query";

import { identityKey } from "../../../domain/names.ts";
import { MOST_OFFERED_NAMES } from "../limits.ts";
import { knownNamesQuery } from "./known-names.queries.ts";

/** Fields whose names the catalogue may have already. */
export type KnownNameField = "make" | "model";

export function hasKnownNames(field: string): field is KnownNameField {
  return field === "make" || field === "model";
}

/** Names that have what was typed in them, those that begin with it first; not what stands there already. */
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
  /** the `list` of its input */
  id: string;
  field: KnownNameField;
  /** whose models are offered */
  make: string;
  typed: string;
}

/** Offers the names of the catalogue while one is typed; any other may be typed as well (grid.md#known-names). */
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
