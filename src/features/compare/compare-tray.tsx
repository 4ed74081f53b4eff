import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowDown, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useStore } from "zustand";

import { comparePath } from "../../domain/routes.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { trimName } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { evQuery } from "../catalogue/catalogue.queries.ts";
import {
  type ModelTrim,
  fullTitle,
  removeTrims,
  resolveComparison,
  MAX_COMPARED,
} from "./compare.ts";
import styles from "./compare-tray.module.css";
import { listReturn, returnToList, useIsAway } from "./list-return.ts";
import {
  changeComparison,
  comparedIds,
  comparisonStore,
  settleComparison,
  useComparedIds,
} from "./comparison.ts";

export interface CompareTrayProps {
  /** every model, or the known ones */
  evs: readonly Ev[];
  /** in the page, or at the bottom of the window; phones have the bar instead */
  variant: "here" | "bottom";
}

/** Shows the chosen trims and the link to the comparison, from the first choice on (comparing.md#tray). */
export function CompareTray({ evs, variant }: CompareTrayProps) {
  const ids = useComparedIds() ?? [];
  const tray = useRef<HTMLElement>(null);
  const { position } = useStore(listReturn);
  const isAway = useIsAway();
  const announcementId = useId();

  // Moves the focus to where the user is looking.
  useEffect(() => {
    if (position) tray.current?.focus({ preventScroll: true });
  }, [position]);
  useEffect(() => () => listReturn.setState({ position: null }), []);

  if (ids.length === 0) return null;
  return (
    <section
      ref={tray}
      tabIndex={-1}
      aria-label="Your comparison"
      aria-describedby={announcementId}
      data-tray={variant}
      className={clsx(styles.tray, variant === "here" && styles.here)}
    >
      <div className={styles.inner}>
        <p className={`quiet ${styles.count}`}>
          <strong>{Math.min(ids.length, MAX_COMPARED)}</strong> of {MAX_COMPARED}
        </p>
        <ul role="list" className={styles.cars}>
          {ids.slice(0, MAX_COMPARED).map((id) => (
            <TrayCar
              key={id}
              id={id}
              evs={evs}
              variant={variant}
              onRemove={() => {
                const next = ids.length > 1 ? tray.current : document.getElementById("main");
                next?.focus({ preventScroll: true });
                changeComparison(removeTrims(id));
                if (position) listReturn.setState({ position: { ...position, announcement: "" } });
              }}
            />
          ))}
        </ul>
        {isAway && (
          <Button size="s" className={styles.back} onClick={returnToList}>
            <ArrowDown aria-hidden />
            Back to the list
          </Button>
        )}
        <Button href={comparePath(ids)} variant="primary" size="s" className={styles.go}>
          Full comparison
        </Button>
      </div>
      <p id={announcementId} role="status" className="visually-hidden">
        {position?.announcement}
      </p>
    </section>
  );
}

interface TrayCarProps extends CompareTrayProps {
  id: number;
  onRemove: () => void;
}

function TrayCar({ id, evs, variant, onRemove }: TrayCarProps) {
  const isOwn = useStore(comparisonStore, ({ source }) => source !== "link");
  const chosen = useComparedTrim(id, evs, variant === "bottom" || isOwn);
  if (!chosen) return null;
  const { ev, trim } = chosen;
  return (
    <li className={styles.car}>
      <span className={styles.name} title={fullTitle(chosen)} translate="no">
        <span>
          <span className={styles.make}>{ev.make} </span>
          {ev.model}
        </span>
        <span className={styles.trim}> {trimName(ev, trim)}</span>
      </span>
      <IconButton
        label={`Remove ${fullTitle(chosen)}`}
        className={styles.remove}
        onClick={onRemove}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

/** @param reads whether to request a model that is not among `evs`; one that no longer exists is left out */
function useComparedTrim(id: number, evs: readonly Ev[], reads: boolean): ModelTrim | undefined {
  const [known] = resolveComparison([id], evs).chosen;
  const { data } = useQuery({ ...evQuery(id), enabled: !known && reads });
  const isGone = !known && data === null;
  useEffect(() => {
    if (!isGone) return;
    const others = comparedIds().filter((other) => other !== id);
    settleComparison(others, { unknown: true, beyond: false });
  }, [id, isGone]);
  return known ?? (data ? resolveComparison([id], [data]).chosen[0] : undefined);
}
