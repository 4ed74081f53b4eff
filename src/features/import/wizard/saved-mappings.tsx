import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { Button } from "../../../ui/button.tsx";
import { toast, toastError } from "../../../ui/toast.ts";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { findColumn, headerAmong, normalizeMapping } from "../mapping/import-mapping.ts";
import type {
  ImportMapping,
  ListedMapping,
  MappingEntry,
  SavedMapping,
} from "../mapping/import-mapping.schema.ts";
import styles from "./columns-step.module.css";
import type { ChangeMapping } from "./import-draft.ts";
import { importFailureText } from "./import-texts.ts";
import { MAX_MAPPING_NAME_CHARACTERS } from "../limits.ts";
import { Choice } from "./value-input.tsx";

const PATH = "/api/import-mappings";

/** Sorted by name; refetched at each mount, since others save mappings too. */
const mappingsQuery = queryOptions({
  queryKey: ["import-mappings"] as const,
  queryFn: ({ signal }) => readJson<ListedMapping[]>(PATH, signal),
  refetchOnMount: "always",
});

/** The part of a saved mapping that fits a file with these headers. */
function fitMapping({ columns, rules, ...mapping }: ImportMapping, headers: readonly string[]) {
  const fitting = headers.flatMap((header) => {
    const column = findColumn({ columns }, header);
    return column ? [[header, column] as const] : [];
  });
  const ruled = rules?.flatMap((rule) => {
    const column = headerAmong(headers, rule.column);
    return column === undefined ? [] : [{ ...rule, column }];
  });
  return { ...mapping, rules: ruled, columns: Object.fromEntries(fitting) };
}

/** Among the mappings whose headers are all in the file, the one that maps the most. */
function fittingOf(saved: readonly ListedMapping[], headers: readonly string[]) {
  return saved
    .filter(
      (each) =>
        each.headers.length > 1 &&
        each.headers.every((header) => headerAmong(headers, header.trim()) !== undefined),
    )
    .sort((a, b) => b.headers.length - a.headers.length)[0];
}

/** Uses a mapping that was saved for other files (importing.md#saved-mappings). */
export function SavedMappings(props: {
  headers: readonly string[];
  mapping: ImportMapping;
  onMappingChange: ChangeMapping;
}) {
  const { headers, mapping, onMappingChange } = props;
  const client = useQueryClient();
  const { data: saved = [] } = useQuery(mappingsQuery);
  const [picked, setPicked] = useState<string>();
  const [isQuestionOpen, setAsked] = useState(false);
  const fitting = fittingOf(saved, headers);
  const chosen = picked ?? String(fitting?.id ?? "");
  const { name: chosenName = "" } = saved.find(({ id }) => String(id) === chosen) ?? {};
  const again = () => client.invalidateQueries({ queryKey: mappingsQuery.queryKey });
  const onError = (failure: unknown) => toastError(importFailureText(failure));
  const use = useMutation({
    mutationFn: async () => {
      const { mapping: given } = await readJson<SavedMapping>(`${PATH}/${chosen}`);
      const part = fitMapping(normalizeMapping(given), headers);
      onMappingChange({ ...part, columns: { ...mapping.columns, ...part.columns } });
      const used = Object.values(part.columns);
      const text = `It is used for ${countOf(used.length, "column")} of this file.`;
      return used.some((column) => "rate" in column) ? `${text} Is its rate still right?` : text;
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => sendJson("DELETE", `${PATH}/${chosen}`),
    onSuccess: () => {
      setAsked(false);
      setPicked(undefined);
    },
    onError,
    onSettled: again,
  });
  if (saved.length === 0) return null;
  return (
    <fieldset className={styles.extras}>
      <legend>Saved mappings</legend>
      <p className={styles.inputs}>
        <Choice
          aria-label="Saved mapping"
          value={chosen}
          emptyLabel="Choose one"
          options={saved.map((each) => [String(each.id), each.name])}
          onChange={(id = "") => {
            use.reset();
            setPicked(id);
          }}
        />
        <Button size="s" disabled={!chosen} pending={use.isPending} onClick={() => use.mutate()}>
          Use it
        </Button>
        <Button size="s" disabled={!chosen} onClick={() => setAsked(true)}>
          Delete it
        </Button>
      </p>
      <p role="status">
        {use.data ??
          (fitting &&
            chosen === String(fitting.id) &&
            `“${fitting.name}” fits this file, which has all ${formatCount(fitting.headers.length)} of its columns.`)}
      </p>
      {isQuestionOpen && (
        <MutationDialog
          role="alertdialog"
          title="Delete this saved mapping?"
          description={`“${chosenName}” will be deleted for everyone. Past imports stay as they are.`}
          submitLabel={remove.isPending ? "Deleting..." : "Delete"}
          pending={remove.isPending}
          onSubmit={() => remove.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </fieldset>
  );
}

/** Saves the mapping of this file under a name, to use it for other files. */
export function SaveMapping({ mapping }: { mapping: ImportMapping }) {
  const client = useQueryClient();
  const { data: saved = [] } = useQuery(mappingsQuery);
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () => sendJson<MappingEntry>("POST", PATH, { name: name.trim(), mapping: general }),
    onSuccess: ({ name: stored }) => {
      setName("");
      toast({
        title: "Saved",
        description: `The mapping “${stored}” can be used for other files.`,
      });
    },
    onError: (failure) => toastError(importFailureText(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: mappingsQuery.queryKey }),
  });
  const isTaken = saved.some((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  // Repaired cells belong to one file only.
  const { cells: _cells, ...general } = mapping;
  return (
    <p className={styles.inputs}>
      <input
        aria-label="Name to save this mapping by"
        placeholder="Mapping name"
        autoComplete="off"
        maxLength={MAX_MAPPING_NAME_CHARACTERS}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Button
        size="s"
        disabled={name.trim() === ""}
        pending={save.isPending}
        onClick={() => save.mutate()}
      >
        {isTaken ? "Replace the saved one" : "Save mapping"}
      </Button>
    </p>
  );
}
