import { useEffect, useEffectEvent } from "react";

import { ListDialog } from "../list-dialog.tsx";
import { isQuestionMark } from "./grid-keys.ts";
import styles from "./keys-dialog.module.css";

const KEYS: Readonly<Record<string, readonly (readonly [keys: string, does: string])[]>> = {
  Move: [
    ["Arrow keys, Tab, Shift+Tab", "Next cell"],
    ["Ctrl+Arrow keys", "To the edge of the table"],
    ["Home, End", "To the row's first or last cell"],
    ["Ctrl+Home, Ctrl+End", "To the table's first or last cell"],
    ["Page Up, Page Down", "To the previous or next page"],
  ],
  "Edit a cell": [
    ["Enter, F2, Space", "Edit, or toggle Yes/No"],
    ["Typing", "Replace the value"],
    ["Backspace", "Clear the cell and start typing"],
    ["Enter, Shift+Enter", "Save and go down or up"],
    ["Tab, Shift+Tab", "Save and go right or left"],
    ["Ctrl+Enter", "Save and name the source"],
    ["Esc", "Cancel the edit"],
    ["Delete", "Clear the selected cells"],
  ],
  "Many cells and rows": [
    ["Shift+Arrow keys", "Select cells"],
    ["Ctrl+C, Ctrl+V", "Copy and paste"],
    ["Ctrl+D", "Fill down from the first one, or from the row above"],
    ["Ctrl+Z", "Undo"],
    ["Ctrl+Y, Ctrl+Shift+Z", "Redo"],
    ["Space in the # column", "Select the rows"],
  ],
  "The list": [
    ["Alt+Down", "Sort and filter by the cell's column"],
    ["Shift+F2", "Sources of the cell"],
    ["Menu key, Shift+F10", "Menu of the cell"],
    ["?", "Show these keys"],
  ],
};

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select");
}

/** Calls the function when ? is pressed outside text fields and dialogs. */
export function useQuestionMark(onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isQuestionMark(event.key) || event.defaultPrevented || takesText(event.target)) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      event.preventDefault();
      press();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <ListDialog
      size="l"
      onClose={onClose}
      title="Keyboard shortcuts"
      description="These work while a cell is focused. On a Mac, use Command instead of Ctrl."
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll by keyboard, too */}
      <div role="region" aria-label="Keys" tabIndex={0} className={styles.groups}>
        {Object.entries(KEYS).map(([group, keys]) => (
          <section key={group} aria-label={group} className={styles.group}>
            <h3>{group}</h3>
            <dl>
              {keys.map(([names, does]) => (
                <div key={names}>
                  <dt>{names}</dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ListDialog>
  );
}
