type Modifiers = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Whether a click is without modifiers, with which the browser opens a tab or window or downloads. */
export function isPlainClick({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}

/** Handles clicks on a link, except those that open a tab or window or download. */
export function onPlainClick(act: () => void) {
  return (event: Modifiers & Pick<MouseEvent, "preventDefault">): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    act();
  };
}
