import { useEffect } from "react";

interface EarlyPress {
  (event: MouseEvent): void;
  /** each once, however often it was pressed: nobody had answered */
  pressed: Set<HTMLButtonElement>;
}

declare global {
  /** Made by the document's first script, until the page listens. */
  var earlyPress: EarlyPress | undefined;
}

/**
 * Stands in each document and keeps the buttons that are pressed before their code has come; links,
 * fields and forms do without it. React is not to hear of such a press, which it might just in time.
 */
export const EARLY_PRESS_SCRIPT =
  '{let p=new Set;addEventListener("click",self.earlyPress=e=>{let b=e.target.closest("button[type=button]");b&&(e.stopPropagation(),p.add(b),document.documentElement.dataset.waiting="")},!0);earlyPress.pressed=p}';

/** Presses them, in their order, as soon as the page listens. */
export function useEarlyPresses(): void {
  useEffect(() => {
    const { earlyPress } = globalThis;
    if (!earlyPress) return;
    removeEventListener("click", earlyPress, true);
    globalThis.earlyPress = undefined;
    delete document.documentElement.dataset["waiting"];
    for (const button of earlyPress.pressed) button.click();
  }, []);
}
