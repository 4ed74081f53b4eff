import { startTransition } from "react";

/**
 * Lets cards be drawn one after the other, so that a key pressed meanwhile waits for one only. React
 * draws them, so the next one waits until the page has it, and not for a clock as `inTurns` does.
 */
export interface CardTurns {
  /**
   * @param draw called in a transition when it is its turn
   * @returns to be called when the card is drawn or gone; the next one follows
   */
  wait: (draw: () => void) => () => void;
}

export function createCardTurns(): CardTurns {
  const waiting = new Set<() => void>();
  let current: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function turn(): void {
    timer = null;
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    current = next;
    startTransition(next);
  }

  function goOn(): void {
    if (current === null && waiting.size > 0) timer ??= setTimeout(turn, 0);
  }

  return {
    wait(draw) {
      waiting.add(draw);
      goOn();
      return () => {
        waiting.delete(draw);
        if (current === draw) current = null;
        goOn();
      };
    },
  };
}
