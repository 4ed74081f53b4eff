import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { readJson } from "../../../ui/calls/answers.ts";
import { brandKey } from "../../../domain/brands.ts";
import { joinLetters } from "../../../domain/filters/search.ts";
import { identityKey } from "../../../domain/names.ts";
import type { KnownNames as KnownNamesAnswer } from "./rows.schema.ts";
import styles from "./known-names.module.css";

const MOST_OFFERED_NAMES = 50;

/** Makes, or the models of one make. The key starts like the public list's: catalogue messages invalidate both. */
function knownNamesQuery(make?: string) {
  return queryOptions({
    queryKey: ["evs", "names", make ?? null] as const,
    queryFn: async ({ signal }) => {
      const query = make === undefined ? "" : `?${new URLSearchParams({ make })}`;
      return (await readJson<KnownNamesAnswer>(`/api/evs/names${query}`, signal)).names;
    },
  });
}

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

/** Names with equal keys are the same, however they are spelled: `Ioniq5` and `IONIQ-5`. */
function nameKey(field: KnownNameField, name: string): string {
  return field === "make" ? brandKey(name) : joinLetters(name);
}

/** The name of the catalogue that is only spelled differently. */
export function findSimilar(
  names: readonly string[],
  field: KnownNameField,
  typed: string,
): string | undefined {
  if (names.some((name) => identityKey(name) === identityKey(typed))) return undefined;
  const key = nameKey(field, typed);
  return key === "" ? undefined : names.find((name) => nameKey(field, name) === key);
}

/** Returns the name to ask about, once, before a second spelling is added (grid.md#similar-names). */
export function useSpellingCheck() {
  const client = useQueryClient();
  const askedFor = useRef<string>(null);
  return async ({ make, model }: Record<KnownNameField, string>) => {
    const names = `${make} ${model}`;
    if (names === askedFor.current) return null;
    askedFor.current = names;
    const makes = await client.ensureQueryData(knownNamesQuery());
    if (findSimilar(makes, "make", make) !== undefined) return "make";
    const models = await client.ensureQueryData(knownNamesQuery(make));
    return findSimilar(models, "model", model) === undefined ? null : "model";
  };
}

/** Suggests names from the catalogue while typing; other names are allowed too (grid.md#known-names). */
export function KnownNames(props: {
  /** the `list` attribute of its input */
  id: string;
  field: KnownNameField;
  /** the make whose models are suggested */
  make: string;
  /** the present name, which may be spelled otherwise */
  current: string | undefined;
  typed: string;
  onUse: (name: string) => void;
}) {
  const { id, field, make, current, typed, onUse } = props;
  const { data: makes = [] } = useQuery(knownNamesQuery());
  const known = makes.find((each) => brandKey(each) === brandKey(make));
  const models = useQuery({
    ...knownNamesQuery(known),
    enabled: field === "model" && known !== undefined,
  });
  const modelNames = known === undefined ? [] : (models.data ?? []);
  const names = field === "make" ? makes : modelNames;
  const similar = findSimilar(names, field, typed);
  return (
    <>
      <datalist id={id}>
        {findOffered(names, typed).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {similar !== undefined && similar !== current && (
        <p role="status" className={styles.similar}>
          <bdi translate="no">{similar}</bdi> is in the catalogue.
          <button
            type="button"
            // Pressing it would end the editing of a cell.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onUse(similar)}
          >
            Use <bdi translate="no">{similar}</bdi>
          </button>
        </p>
      )}
    </>
  );
}
