import { queryOptions, useQuery } from "@tanstack/react-query";
import { Check, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import { fieldIssue, readJson, toastMessage } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { identityKey } from "../../../domain/names.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { ListDialog } from "../list-dialog.tsx";
import { VIEW_NAME_MAX_CHARACTERS } from "./list-query.ts";
import type { ListView, NewView } from "./list-views.schema.ts";
import { useAdminMutation } from "./rows.queries.ts";
import styles from "./saved-views.module.css";

const PATH = "/api/list-views";

/** The administrator's own views, sorted by name. */
export const listViewsQuery = queryOptions({
  queryKey: ["list-views"] as const,
  queryFn: ({ signal }) => readJson<ListView[]>(PATH, signal),
});

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
  const { data: views } = query;
  const [task, setTask] = useState<Task>(null);
  return (
    <ListDialog
      size="s"
      {...{ query, onClose }}
      name="views"
      title="Saved views"
      description="A view keeps search, filters, sort, rows per page and columns. Only you see yours."
    >
      <div className="stack">
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
      {task?.kind === "delete" && (
        <ConfirmDialog
          title="Delete this view?"
          description={
            <>
              “<bdi>{task.view.name}</bdi>” will be deleted. The EVs stay as they are.
            </>
          }
          label="Delete"
          send={() => sendJson("DELETE", `${PATH}/${task.view.id}`)}
          successMessage={() => "View deleted"}
          onClose={() => setTask(null)}
        />
      )}
    </ListDialog>
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
  const { mutate, isPending, error } = useAdminMutation({
    mutationFn: () =>
      view
        ? sendJson("PUT", `${PATH}/${view.id}`, { name })
        : sendJson("POST", PATH, { name, query: shown } satisfies NewView),
    successMessage: () => (view ? "View renamed" : "View saved"),
    onSuccess: onDone ?? (() => setName("")),
    onError: null,
  });
  const isTaken = views.some((each) => identityKey(each.name) === identityKey(name));
  const saveLabel = isTaken ? "Replace view" : "Save view";
  return (
    <form
      noValidate
      className="stack"
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
          error ? (
            <span role="alert">{fieldIssue(error, "name") ?? toastMessage(error)}</span>
          ) : null
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
