import { clsx } from "clsx";
import { Calculator } from "lucide-react";

import { CompareToggle } from "../../features/compare/compare-button.tsx";
import { VoteButton } from "../../features/ranking/vote-button.tsx";
import { SaveButton } from "../../features/saved/save-button.tsx";
import { CompareShortcut, SearchShortcut } from "../../features/shortcuts/shortcuts.tsx";
import { costPath } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import bar from "../../ui/bottom-bar.module.css";
import { lazyOptional } from "../../ui/lazy-optional.tsx";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import styles from "./ev-actions.module.css";

const CompareTray = lazyOptional(
  async () => (await import("../../features/compare/compare-tray.tsx")).CompareTray,
);

/** Actions for this car; on a phone they are at the bottom (one-car.md#actions). */
export function EvActions({ ev, trim }: { ev: Ev; trim: Trim }) {
  return (
    <>
      <div
        role="group"
        aria-label="Actions"
        data-actions
        data-bottom-bar
        data-scripted
        className={clsx(bar.bar, styles.actions)}
      >
        <span className={bar.onlyInBar}>
          <SearchShortcut />
        </span>
        <VoteButton ev={ev} />
        <SaveButton ev={ev} trim={trim} />
        <CompareToggle ev={ev} trim={trim} />
        <Button href={costPath(trim.rowId)}>
          <Calculator aria-hidden />
          Cost to own
        </Button>
        <span className={bar.onlyInBar}>
          <CompareShortcut isOwn />
        </span>
      </div>
      <CompareTray evs={[ev]} place="bottom" />
    </>
  );
}
