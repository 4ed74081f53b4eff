/** Notifications (limits-and-texts.md#notifications), shown by toaster.tsx, which may arrive later. */
import { createStore } from "zustand/vanilla";

import { toastMessage } from "./calls/answers.ts";

export const TOAST_DURATION_MS = 5000; // limits-and-texts.md#notifications

export interface ToastMessage {
  title?: string;
  description: string;
  variant?: "default" | "destructive";
  isRefusal?: boolean;
  /** until it is closed, because nothing else shows its text */
  staysOpen?: boolean;
  /** belongs to the page on which it is offered */
  link?: { label: string; href: string } | undefined;
  action?: { label: string; onClick: () => void } | undefined;
}

export interface ShownToast extends ToastMessage {
  id: number;
}

/** The current notification. */
export const shownToast = createStore<{ current: ShownToast | undefined }>(() => ({
  current: undefined,
}));
let lastId = 0;

/** Replaces the previous notification; its time starts when it becomes visible. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  shownToast.setState({ current: { ...message, id: lastId } });
  return lastId;
}

/** limits-and-texts.md#error-texts */
export function toastError(description: string): number {
  return toast({ title: "Error", description, variant: "destructive" });
}

/** Says why a press does nothing. */
export function toastRefusal(description: string): number {
  return toast({ description, isRefusal: true });
}

export function toastFailure(failure: unknown): void {
  toastError(toastMessage(failure));
}

/** @param id of the notification to dismiss, if it is still there; without it, whichever is there */
export function dismissToast(id = currentToast()?.id): void {
  if (currentToast()?.id === id) shownToast.setState({ current: undefined });
}

export function currentToast(): ShownToast | undefined {
  return shownToast.getState().current;
}
