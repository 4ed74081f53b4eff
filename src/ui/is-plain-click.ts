type Modifiers = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Whether a click asks for no tab, window or download of its own, which the browser opens by itself. */
export function isPlainClick({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}
