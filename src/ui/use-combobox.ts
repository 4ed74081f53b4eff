import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";

/** A text field with a list; the library's own combobox is 42 KiB (docs/decisions/006-libraries.md). */
export function useCombobox<Option>(combobox: {
  options: readonly Option[];
  isOpen: boolean;
  /** called when an arrow key opens the list */
  onOpen: () => void;
  /** called when Escape closes the list */
  onClose: () => void;
  /** Handles Enter. @param marked undefined when no option is marked */
  onEnter: (marked: Option | undefined) => void;
}) {
  const { options, isOpen, onOpen, onClose, onEnter } = combobox;
  const listId = useId();
  const [marked, setMarked] = useState(-1);
  const optionId = (at: number) => `${listId}-${at}`;

  const last = options.length - 1;
  const markedId = isOpen && options[marked] ? optionId(marked) : undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: marked >= last ? 0 : marked + 1,
      ArrowUp: marked <= 0 ? last : marked - 1,
    };
    const next = moves[event.key];
    const isForList = isOpen && (event.key === "Enter" || event.key === "Escape");
    if (next === undefined && !isForList) return;
    event.preventDefault();
    if (next !== undefined) {
      setMarked(isOpen ? next : 0);
      if (!isOpen) onOpen();
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      onEnter(options[marked]);
    } else {
      onClose();
    }
  };

  return {
    marked,
    /** call it when the text, and so the options, have changed */
    unmark: () => setMarked(-1),
    inputProps: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": isOpen && options.length > 0,
      "aria-controls": listId,
      "aria-activedescendant": markedId,
      autoComplete: "off",
      spellCheck: false,
      maxLength: 100,
      onKeyDown,
    },
    listProps: { role: "listbox", id: listId },
    optionProps: (at: number) => ({
      id: optionId(at),
      "data-active": at === marked,
      // Losing the focus would close the list before the click.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    }),
  } as const;
}
