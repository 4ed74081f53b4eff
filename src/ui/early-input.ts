import { useEffect, useEffectEvent } from "react";

/**
 * Takes over what a visitor did to a served control before its code had come: React leaves it
 * standing and says nothing. The control has `autoComplete="off"`, or what a browser restores after
 * Back could not be told from it.
 * @param read what the control holds; undefined while there is none
 * @param served what it was served with
 * @param takeOver is told when that differs
 */
export function useEarlyInput<T>(
  read: () => T | undefined,
  served: T,
  takeOver: (value: T) => void,
): void {
  useEarlyInputs(() => {
    const held = read();
    if (held !== undefined && held !== served) takeOver(held);
  });
}

/** The same for several controls at once. @param takeOver compares them with what was served */
export function useEarlyInputs(takeOver: () => void): void {
  const look = useEffectEvent(takeOver);
  useEffect(() => look(), []);
}
