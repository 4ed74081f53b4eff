import { startTransition, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** React asks for the server's snapshot only where a component hydrates served HTML. */
function createServedProbe() {
  let isServed = false;
  return {
    read: () => isServed,
    readOnServer: () => (isServed = true),
  };
}

/**
 * False on the server and while hydrating, then true. A transition makes it so: an external store
 * would make React render half the page again at once.
 */
export function useHydrated(): boolean {
  const [{ read, readOnServer }] = useState(createServedProbe);
  const isServed = useSyncExternalStore(neverChanges, read, readOnServer);
  const [isHydrated, setHydrated] = useState(!isServed);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}

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
    const held = read();
    if (held !== undefined && held !== served) takeOver(held);
  });
}

/** The same for several controls. @param takeOver compares them with what was served */
export function useEarlyInputs(takeOver: () => void): void {
  const takeOverOnce = useEffectEvent(takeOver);
  useEffect(() => takeOverOnce(), []);
}

interface EarlyPress {
  (event: MouseEvent): void;
  pressed: Set<HTMLButtonElement>;
}

declare global {
  /** Set by the document's inline script until the page has hydrated. */
  var earlyPress: EarlyPress | undefined;
}

/**
 * Part of the first script: keeps the buttons that are pressed before hydration. React must not hear
 * such a press too.
 */
export const EARLY_PRESS_SCRIPT =
  '{let p=new Set;addEventListener("click",self.earlyPress=e=>{let b=e.target.closest("button[type=button]");b&&(e.stopPropagation(),p.add(b),document.documentElement.dataset.code||(document.documentElement.dataset.waiting=""))},!0);earlyPress.pressed=p}';

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
