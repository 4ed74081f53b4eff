import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refusalOf } from "../../api/answers.ts";
import { refreshAccounts } from "./accounts.client.ts";
import { send } from "./auth.client.ts";

/** Something that is about to be taken away. */
export interface Ending {
  /** the call that does it, a DELETE */
  path: string;
  title: string;
  description: string;
  /** the yes, as a verb */
  confirmLabel: string;
  /** what is said when it is done */
  done: string;
}

/** Asks before a session, an invitation or an administrator goes. Mount it to open it. */
export function EndingDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send("DELETE", ending.path),
    onSuccess: () => toast({ title: "Success", description: ending.done }),
    onError: (error) =>
      toast({ title: "Error", description: refusalOf(error), variant: "destructive" }),
    // Also what could not be ended may be gone.
    onSettled: async () => {
      await refreshAccounts(client);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={ending.title}
      description={ending.description}
      confirmLabel={ending.confirmLabel}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
