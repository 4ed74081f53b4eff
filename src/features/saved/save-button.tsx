import { Heart } from "lucide-react";

import { Button, IconButton } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { toast } from "../../ui/toast.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import styles from "./save-button.module.css";
import { nameOf, save, savedFrom, SEE_ALL, unsave, useIsSaved } from "./saved.ts";

/** React skips an element that stays the same, and a list has many of these. */
const HEART = <Heart aria-hidden />;

/** A heart on a picture. It takes no space, so the document omits it. */
export function SaveHeart(props: Omit<SaveButtonProps, "compact">) {
  return useHydrated() && <SaveButton {...props} compact />;
}

interface SaveButtonProps {
  ev: Ev;
  trim: Trim;
  /** without text */
  compact?: boolean;
}

export function SaveButton({ ev, trim, compact = false }: SaveButtonProps) {
  const { make, model } = ev;
  const car = { rowId: trim.rowId, make, model, trim: trim.trim, year: trim.year };
  const isSaved = useIsSaved(car);
  const word = isSaved ? "Saved" : "Save";
  const toggle = () => {
    if (isSaved) unsave(car);
    else if (save(savedFrom(ev, trim, new Date().toISOString()))) {
      toast({ description: "Saved", ...SEE_ALL });
    }
  };
  return compact ? (
    <IconButton
      label={`Save ${nameOf(car)}`}
      aria-pressed={isSaved}
      className={styles.heart}
      onClick={toggle}
    >
      {HEART}
    </IconButton>
  ) : (
    <Button aria-label={`${word} ${nameOf(car)}`} className={styles.button} onClick={toggle}>
      <Heart aria-hidden />
      {word}
    </Button>
  );
}
