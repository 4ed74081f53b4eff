import { useEffect, useEffectEvent } from "react";

/**
 * Adopts input from before hydration, for which React fires no event. The control (or the form of a checkbox)
 * needs `autoComplete="off"`: a value restored by the browser after Back would look the same.
 */
export function useEarlyInput<T>(
  read: () => T | undefined,
  served: T,
  takeOver: (value: T) => void,
): void {
  useEarlyInputs(() => {
    const value = read();
    if (value !== undefined && value !== served) takeOver(value);
  });
}

/** For several controls. @param takeOver compares them with what was served */
export function useEarlyInputs(takeOver: () => void): void {
  const takeOverOnce = useEffectEvent(takeOver);
  useEffect(() => takeOverOnce(), []);
}
