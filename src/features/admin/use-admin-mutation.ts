/** Changes that administrators send, their notifications and what these undo. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { toast, toastFailure, type ToastMessage } from "../../ui/toast.ts";
import { undoneText } from "../import/wizard/import-texts.ts";
import { undoImport } from "../import/wizard/import.queries.ts";

/** Undoes something from its notification. @param undo resolves with what it did */
export async function undoFromToast(
  client: QueryClient,
  undo: () => Promise<string>,
): Promise<void> {
  try {
    const description = await undo();
    await client.invalidateQueries();
    toast({ description });
  } catch (failure) {
    toastFailure(failure);
  }
}

/** Offers to undo an import that wrote something. @param noun what it added */
export function undoImportAction(client: QueryClient, importId: number | null, noun: string) {
  if (importId === null) return {};
  const undo = async () => undoneText(await undoImport(importId), noun);
  return { action: { label: "Undo", onClick: () => void undoFromToast(client, undo) } };
}

export interface AdminMutationOptions<Sent, Result> {
  mutationFn: (sent: Sent) => Promise<Result>;
  /** title and text of the notification */
  successTitle?: string;
  successMessage: (result: Result, sent: Sent) => string;
  /** what the notification offers */
  successActions?: (result: Result) => Pick<ToastMessage, "link" | "action">;
  /** called when everything has been refetched */
  onSuccess?: () => void;
  /** instead of a notification; null if the dialog shows the error */
  onError?: ((failure: unknown) => void) | null;
  /** called in the end either way */
  onSettled?: () => void;
}

/** Sends a change, refetches everything and reports the result. */
export function useAdminMutation<Result, Sent = void>({
  mutationFn,
  successTitle = "Success",
  successMessage,
  successActions,
  onSuccess,
  onError = toastFailure,
  onSettled,
}: AdminMutationOptions<Sent, Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (result, sent) => {
      await client.invalidateQueries();
      onSuccess?.();
      onSettled?.();
      toast({
        title: successTitle,
        description: successMessage(result, sent),
        ...successActions?.(result),
      });
    },
    onError: (failure) => {
      onError?.(failure);
      onSettled?.();
      // Another user may have changed or deleted it.
      void client.invalidateQueries();
    },
  });
}
