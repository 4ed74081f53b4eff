import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowDown, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useStore } from "zustand";

import { comparePath } from "../../domain/routes.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";
import { trimName } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { evQuery } from "../catalogue/catalogue.queries.ts";
import { type Chosen, fullTitle, readsAlone, remove, resolveComparison } from "./compare.ts";
import styles from "./compare-tray.module.css";
import { leftList, useIsAway } from "./left-list.ts";
import { MAX_COMPARED } from "./limits.ts";
import { changeComparison, comparison, useComparison } from "./use-comparison.ts";

export interface CompareTrayProps {
  /** every model, or those that are known */
  evs: readonly Ev[];
  /** wide windows have it where it stands, others at the bottom */
  place: "here" | "bottom";
}

/** The chosen trims and the way on, from the first choice (comparing.md#tray). */
export function CompareTray({ evs, place }: CompareTrayProps) {
  const ids = useComparison()?.ids ?? [];
  const tray = useRef<HTMLElement>(null);
  const { left } = useStore(leftList);
  const saidId = useId();

  // The keyboard goes on where the eye is.
  useEffect(() => {
    if (left) tray.current?.focus({ preventScroll: true });
  }, [left]);
  useEffect(() => () => leftList.setState({ left: null }), []);

  if (ids.length === 0) return null;
  return (
    <section
      ref={tray}
      tabIndex={-1}
      aria-label="Your comparison"
      aria-describedby={saidId}
      data-tray={place}
      className={clsx(styles.tray, place === "here" && styles.here)}
    >
      <div className={styles.inner}>
        <p className={styles.count}>
          <strong>{Math.min(ids.length, MAX_COMPARED)}</strong> of {MAX_COMPARED}
        </p>
        <ul role="list" className={styles.cars}>
          {ids.slice(0, MAX_COMPARED).map((id) => (
            <Car
              key={id}
              id={id}
              ids={ids}
              evs={evs}
              place={place}
              onRemove={() => {
                const next = ids.length > 1 ? tray.current : document.getElementById("main");
                next?.focus({ preventScroll: true });
                changeComparison(remove(id));
                if (left) leftList.setState({ left: { ...left, said: "" } });
              }}
            />
          ))}
        </ul>
        {left && <BackToList {...left} />}
        <Button href={comparePath(ids)} variant="primary" size="s" className={styles.go}>
          Open comparison
        </Button>
      </div>
      <p id={saidId} role="status" className="visually-hidden">
        {left?.said}
      </p>
    </section>
  );
}

interface CarProps extends CompareTrayProps {
  id: number;
  ids: readonly number[];
  onRemove: () => void;
}

function Car({ id, ids, evs, place, onRemove }: CarProps) {
  const chosen = useNamed(id, evs, place === "bottom" || comparison.isOwn());
  if (!chosen) return null;
  const { ev, trim } = chosen;
  const hasSibling = ev.trims.some(({ rowId }) => rowId !== trim.rowId && ids.includes(rowId));
  return (
    <li className={styles.car} data-sibling={hasSibling}>
      <span className={styles.name} title={fullTitle(chosen)}>
        <span className={styles.model}>
          <span className={readsAlone(ev) ? styles.make : undefined}>{ev.make} </span>
          {ev.model}
        </span>
        {/* Its space goes with it where it is hidden: no comma may stand apart. */}
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

/**
 * A page need not have every model: one that it lacks is asked for, and left out when it is gone. The
 * home page's document has all that are known of the cars in its address.
 * @param asks where the document does not say it
 */
function useNamed(id: number, evs: readonly Ev[], asks: boolean): Chosen | undefined {
  const [known] = resolveComparison([id], evs).chosen;
  const { data } = useQuery({ ...evQuery(id), enabled: !known && asks });
  const isGone = !known && data === null;
  useEffect(() => {
    if (!isGone) return;
    const others = comparison.get()?.ids.filter((other) => other !== id) ?? [];
    comparison.settle(others, { unknown: true, beyond: false });
  }, [id, isGone]);
  return known ?? (data ? resolveComparison([id], [data]).chosen[0] : undefined);
}

function BackToList({ top, from }: { top: number; from: HTMLElement }) {
  if (!useIsAway({ top })) return null;
  return (
    <Button
      size="s"
      className={styles.back}
      onClick={() => {
        scrollSmoothly(top);
        const last = from.isConnected ? from : document.getElementById("database");
        last?.focus({ preventScroll: true });
      }}
    >
      <ArrowDown aria-hidden />
      Back <span className={styles.further}>to the list</span>
    </Button>
  );
}
