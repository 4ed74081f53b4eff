import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";

import { issueOf, refusalBeside, refusalOf } from "../../../ui/calls/answers.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { identityKey } from "../../../domain/names.ts";
import { VIEW_NAME_MAX_CHARACTERS } from "../limits.ts";
import { deleteView, listViewsQuery, renameView, saveView } from "./list-views.queries.ts";
import type { ListView } from "./list-views.schema.ts";
import styles from "./saved-views.module.css";

/** Changes the views and refetches them. */
function useViewChange<Sent>(change: (sent: Sent) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: listViewsQuery.queryKey }),
  });
}

type Task = { kind: "rename" | "delete"; view: ListView } | null;

interface ViewsDialogProps {
  /** the current state of the list, in the format of a saved view */
  shown: string;
  onOpen: (query: string) => void;
  onClose: () => void;
}

/** Lists the administrator's own views and saves the current one (dashboard.md#saved-views). */
export function ViewsDialog({ shown, onOpen, onClose }: ViewsDialogProps) {
  const query = useQuery(listViewsQuery);
  const { data: views, error } = query;
  const [task, setTask] = useState<Task>(null);
  return (
    <Dialog
      open
      size="s"
      onOpenChange={(stays) => !stays && onClose()}
      title="Saved views"
      description="A view keeps search, filters, sort, rows per page and columns. Only you see yours."
    >
      <div className={styles.body}>
        {error && <QueryError title="Your views could not be loaded." query={query} />}
        {!views && !error && <Loading text="Loading views..." />}
        {views && views.length > 0 && (
          <ul className={styles.views}>
            {views.map((view) =>
              task?.kind === "rename" && task.view.id === view.id ? (
                <li key={view.id}>
                  <RenameForm view={view} onDone={() => setTask(null)} />
                </li>
              ) : (
                <li key={view.id} className={styles.view}>
                  <ViewButtons
                    view={view}
                    isShown={view.query === shown}
                    onOpen={() => onOpen(view.query)}
                    onTask={(kind) => setTask({ kind, view })}
                  />
                </li>
              ),
            )}
          </ul>
        )}
        {views && <SaveForm shown={shown} views={views} />}
      </div>
      {task?.kind === "delete" && <DeleteView view={task.view} onDone={() => setTask(null)} />}
    </Dialog>
  );
}

interface ViewButtonsProps {
  view: ListView;
  isShown: boolean;
  onOpen: () => void;
  onTask: (kind: "rename" | "delete") => void;
}

function ViewButtons({ view: { name }, isShown, onOpen, onTask }: ViewButtonsProps) {
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-current={isShown ? "true" : undefined}
        onClick={onOpen}
      >
        <bdi>{name}</bdi>
        {isShown && <Check aria-hidden />}
      </button>
      <IconButton label={`Rename ${name}`} onClick={() => onTask("rename")}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${name}`} onClick={() => onTask("delete")}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}

interface NameFormProps {
  label: string;
  name: string;
  error: unknown;
  onType: (name: string) => void;
  onSubmit: () => void;
  children: ReactNode;
}

function NameForm({ label, name, error, onType, onSubmit, children }: NameFormProps) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField
        label={label}
        name="name"
        autoComplete="off"
        dir="auto"
        maxLength={VIEW_NAME_MAX_CHARACTERS}
        value={name}
        issue={
          error ? <span role="alert">{issueOf(error, "name") ?? refusalOf(error)}</span> : null
        }
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <div className={styles.buttons}>{children}</div>
    </form>
  );
}

function RenameForm({ view, onDone }: { view: ListView; onDone: () => void }) {
  const [name, setName] = useState(view.name);
  const { mutate, isPending, error } = useViewChange(
    (typed: string) => renameView(view.id, typed),
    onDone,
  );
  return (
    <NameForm
      label={`New name for ${view.name}`}
      name={name}
      error={error}
      onType={setName}
      onSubmit={() => mutate(name)}
    >
      <Button size="s" onClick={onDone}>
        Cancel
      </Button>
      <Button size="s" type="submit" pending={isPending}>
        Rename
      </Button>
    </NameForm>
  );
}

interface SaveFormProps {
  shown: string;
  views: readonly ListView[];
}

function SaveForm({ shown, views }: SaveFormProps) {
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useViewChange(
    (typed: string) => saveView({ name: typed, query: shown }),
    () => {
      setName("");
      toast({ title: "Success", description: "View saved" });
    },
  );
  const isTaken = views.some((view) => identityKey(view.name) === identityKey(name));
  return (
    <NameForm
      label="Save the current list as"
      name={name}
      error={error}
      onType={setName}
      onSubmit={() => mutate(name)}
    >
      <Button variant="primary" type="submit" pending={isPending}>
        {isTaken ? "Replace view" : "Save view"}
      </Button>
    </NameForm>
  );
}

function DeleteView({ view, onDone }: { view: ListView; onDone: () => void }) {
  const { mutate, isPending, error } = useViewChange(() => deleteView(view.id), onDone);
  return (
    <MutationDialog
      role="alertdialog"
      title="Delete this view?"
      description={
        <>
          “<bdi>{view.name}</bdi>” will be deleted. The EVs stay as they are.
        </>
      }
      submitLabel={isPending ? "Deleting..." : "Delete"}
      pending={isPending}
      error={refusalBeside(error)}
      onSubmit={() => mutate(undefined)}
      onClose={onDone}
    />
  );
}
