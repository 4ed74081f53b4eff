import { useEffect, useEffectEvent } from "react";

/**
 * Looks for what a visitor did to a served control before its code had come: React leaves it
 * standing and says nothing. The control has `autoComplete="off"`, or what a browser restores after
 * Back could not be told from it.
 * @param takeOver compares the control with what it was served with
 */
export function useEarlyInput(takeOver: () => void): void {
  const look = useEffectEvent(takeOver);
  useEffect(() => look(), []);
}
