import { Heart } from "lucide-react";
import { useEffect, useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useStoredState } from "../../ui/stored-state.ts";
import { currentToast, dismissToast } from "../../ui/toast.ts";
import styles from "./saved-cars.module.css";
import { savedCars, SHOW_SAVED } from "./saved.ts";

const { Dialog: SavedDialog, fetchAhead } = lazyDialog(
  async () => (await import("./saved-dialog.tsx")).SavedDialog,
);

/** As the first script does, which counts before the first paint. */
function showCount(): void {
  const { dataset, style } = document.documentElement;
  const count = String(savedCars.getState().value.length);
  style.setProperty("--saved", count);
  if (count === "0") delete dataset["saved"];
  else dataset["saved"] = count;
}

/** The header's number, which opens the list; the style sheet hides it where nothing is saved. */
export function SavedCars() {
  const count = useStoredState(savedCars).length;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    addEventListener(SHOW_SAVED, open);
    showCount();
    const stop = savedCars.subscribe(showCount);
    return () => {
      stop();
      removeEventListener(SHOW_SAVED, open);
    };
  }, []);
  useEffect(() => {
    // On a phone a notification would lie over the list.
    const told = isOpen && currentToast();
    if (told) dismissToast(told.id);
  }, [isOpen]);
  const change = (isStill: boolean) => {
    setOpen(isStill);
    if (isStill || savedCars.getState().value.length > 0) return;
    // The button goes with the last car; the keyboard stays on the page, once it may be used again.
    setTimeout(() => document.getElementById("main")?.focus({ preventScroll: true }));
  };
  return (
    <>
      <IconButton
        label={count === 0 ? "Saved cars" : `Saved cars: ${count}`}
        aria-haspopup="dialog"
        className={styles.button}
        data-open={isOpen || undefined}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      >
        <Heart aria-hidden />
        <span aria-hidden className={styles.count} />
      </IconButton>
      <SavedDialog open={isOpen} onOpenChange={change} />
    </>
  );
}
