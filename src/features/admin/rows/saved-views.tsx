import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

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
function useViewChange(change: () => Promise<unknown>, onDone: () => void) {
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
                  <NameForm {...{ shown, views, view }} onDone={() => setTask(null)} />
                </li>
              ) : (
                <li key={view.id} className={styles.view}>
                  <button
                    type="button"
                    className={styles.open}
                    aria-current={view.query === shown ? "true" : undefined}
                    onClick={() => onOpen(view.query)}
                  >
                    <bdi>{view.name}</bdi>
                    {view.query === shown && <Check aria-hidden />}
                  </button>
                  <IconButton
                    label={`Rename ${view.name}`}
                    onClick={() => setTask({ kind: "rename", view })}
                  >
                    <Pencil aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Delete ${view.name}`}
                    onClick={() => setTask({ kind: "delete", view })}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </li>
              ),
            )}
          </ul>
        )}
        {views && <NameForm shown={shown} views={views} />}
      </div>
      {task?.kind === "delete" && <DeleteView view={task.view} onDone={() => setTask(null)} />}
    </Dialog>
  );
}

interface NameFormProps extends Pick<ViewsDialogProps, "shown"> {
  views: readonly ListView[];
  /** the view to rename; without one, the current list is saved */
  view?: ListView;
  onDone?: () => void;
}

function NameForm({ shown, views, view, onDone }: NameFormProps) {
  const [name, setName] = useState(view?.name ?? "");
  const { mutate, isPending, error } = useViewChange(
    () => (view ? renameView(view.id, name) : saveView({ name, query: shown })),
    () => {
      if (view) return onDone?.();
      setName("");
      toast({ title: "Success", description: "View saved" });
    },
  );
  const isTaken = views.some((each) => identityKey(each.name) === identityKey(name));
  const saveLabel = isTaken ? "Replace view" : "Save view";
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        mutate();
      }}
    >
      <TextField
        label={view ? `New name for ${view.name}` : "Save the current list as"}
        name="name"
        autoComplete="off"
        dir="auto"
        maxLength={VIEW_NAME_MAX_CHARACTERS}
        value={name}
        issue={
          error ? <span role="alert">{issueOf(error, "name") ?? refusalOf(error)}</span> : null
        }
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        {view && (
          <Button size="s" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button
          size={view ? "s" : "m"}
          variant={view ? "secondary" : "primary"}
          type="submit"
          pending={isPending}
        >
          {view ? "Rename" : saveLabel}
        </Button>
      </div>
    </form>
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
      onSubmit={() => mutate()}
      onClose={onDone}
    />
  );
}
