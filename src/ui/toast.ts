/** Notifications (limits-and-texts.md#notifications), shown by toaster.tsx, which may arrive later. */

interface ToastMessage {
  title?: string;
  description: string;
  variant?: "default" | "destructive";
  isRefusal?: boolean;
  action?: { label: string } & ({ onClick: () => void } | { href: string });
}

export interface ShownToast extends ToastMessage {
  id: number;
}

let current: ShownToast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** Replaces the former notification; its time runs from when it is seen. */
export function toast(message: ToastMessage): number {
  current = { ...message, id: ++lastId };
  announce();
  return lastId;
}

/** limits-and-texts.md#error-texts */
export function toastError(description: string): number {
  return toast({ title: "Error", description, variant: "destructive" });
}

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = undefined;
  announce();
}

export function currentToast(): ShownToast | undefined {
  return current;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
