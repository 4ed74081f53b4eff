import { useEffect, useEffectEvent } from "react";

/**
 * Takes over input from before hydration, which React leaves without an event. The control, of a
 * checkbox its form, needs `autoComplete="off"`: a value restored by the browser after Back would look
 * the same.
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

/** The same for several controls. @param takeOver compares them with what was served */
export function useEarlyInputs(takeOver: () => void): void {
  const takeOverOnce = useEffectEvent(takeOver);
  useEffect(() => takeOverOnce(), []);
}
