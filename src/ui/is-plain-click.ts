type Modifiers = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Whether a click is without modifiers, with which the browser opens a tab or window or downloads. */
export function isPlainClick({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}
