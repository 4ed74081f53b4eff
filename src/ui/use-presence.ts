import { type RefObject, useEffect, useState } from "react";

/** Stays true after closing until the exit animation has ended. */
export function usePresence(isOpen: boolean, element: RefObject<HTMLElement | null>): boolean {
  const [isPresent, setPresent] = useState(isOpen);
  if (isOpen && !isPresent) setPresent(true);
  useEffect(() => {
    if (isOpen) return;
    let isReopened = false;
    const exits = element.current?.getAnimations().map(({ finished }) => finished) ?? [];
    void Promise.allSettled(exits).then(() => isReopened || setPresent(false));
    return () => {
      isReopened = true;
    };
  }, [isOpen, element]);
  return isPresent;
}
