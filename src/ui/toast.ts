/** Notifications, callable from anywhere; shown by toaster.tsx, which may arrive later (§9). */

interface ToastMessage {
  title?: string;
  description: string;
  /** destructive for a failure */
  variant?: "default" | "destructive";
  /** nothing was done and nothing failed: shown without a tick */
  isRefusal?: boolean;
  action?: { label: string } & ({ onClick: () => void } | { href: string });
}

export interface ShownToast extends ToastMessage {
  id: number;
}

let current: ShownToast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a notification in place of the former one (§9); its time runs from when it is seen.
 * @returns its id, for {@link dismissToast}
 */
export function toast(message: ToastMessage): number {
  current = { ...message, id: ++lastId };
  announce();
  return lastId;
}

/** Removes a notification unless it was replaced. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = undefined;
  announce();
}

export function currentToast(): ShownToast | undefined {
  return current;
}

/** Calls back after every change. @returns how to stop */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
