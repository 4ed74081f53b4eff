/** What a visitor does with the served page before its code has come, and when it has come. */
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
 * False on the server and until a component has hydrated served HTML; true from the start where
 * there was none. For what appears only with JavaScript. The change to true is a transition: a store
 * that changed would make React render half the page again in the task that commits it.
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
 * Takes over what a visitor entered into a served control before hydration, which React leaves as
 * it is without an event. The control needs `autoComplete="off"`: a value that the browser restores
 * after Back would look the same.
 * @param read what the control holds; undefined while there is none
 * @param served what it was served with
 * @param takeOver is called when they differ
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
  const takeOverOnce = useEffectEvent(takeOver);
  useEffect(() => takeOverOnce(), []);
}

interface EarlyPress {
  (event: MouseEvent): void;
  /** each button once, however often it was pressed */
  pressed: Set<HTMLButtonElement>;
}

declare global {
  /** Set by the document's inline script until the page has hydrated. */
  var earlyPress: EarlyPress | undefined;
}

/**
 * Part of each document's inline script: keeps the buttons that are pressed before hydration. Links,
 * fields and forms work without code. React must not hear such a press, which it might just in time.
 */
export const EARLY_PRESS_SCRIPT =
  '{let p=new Set;addEventListener("click",self.earlyPress=e=>{let b=e.target.closest("button[type=button]");b&&(e.stopPropagation(),p.add(b),document.documentElement.dataset.waiting="")},!0);earlyPress.pressed=p}';

/** Presses the kept buttons, in their order, once the page has hydrated. */
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
