import { Heart } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";

import { IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy.tsx";
import { onStored, readStored, useStored } from "../../ui/storage.ts";
import styles from "./saved-cars.module.css";
import { SAVED_CARS, savedDialog, showSaved } from "./saved.ts";

const { Dialog: SavedDialog, opener } = lazyDialog(
  async () => (await import("./saved-dialog.tsx")).SavedDialog,
);

/** Does the same as the first script, which counts before the first paint. */
function showCount(): void {
  const { dataset, style } = document.documentElement;
  const count = String(readStored(SAVED_CARS).length);
  // Even the same value on the root would restyle the whole page.
  if (count === (dataset["saved"] ?? "0")) return;
  style.setProperty("--saved", count);
  if (count === "0") delete dataset["saved"];
  else dataset["saved"] = count;
}

/** The number in the header, which opens the list; the style sheet hides it when nothing is saved. */
export function SavedCars() {
  const count = useStored(SAVED_CARS).length;
  const { isOpen } = useStore(savedDialog);
  useEffect(() => {
    showCount();
    return onStored(SAVED_CARS.key, showCount);
  }, []);
  const change = (isStill: boolean) => {
    savedDialog.setState({ isOpen: isStill });
    if (isStill || readStored(SAVED_CARS).length > 0) return;
    // The button disappears with the last car, so move the focus to the page once the dialog has released it.
    setTimeout(() => document.getElementById("main")?.focus({ preventScroll: true }));
  };
  return (
    <>
      <IconButton
        label={count === 0 ? "Saved cars" : `Saved cars: ${count}`}
        {...opener}
        className={styles.button}
        data-open={isOpen || undefined}
        onClick={showSaved}
      >
        <Heart aria-hidden />
        <span aria-hidden className={styles.count} />
      </IconButton>
      <SavedDialog open={isOpen} onOpenChange={change} />
    </>
  );
}
