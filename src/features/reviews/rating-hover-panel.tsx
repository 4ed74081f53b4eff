import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

import { Loading } from "../../ui/notice.tsx";
import type { EvSummary } from "../../vehicle/vehicle.ts";
import { RatingFigures } from "./rating-figures.tsx";
import styles from "./rating-hover-card.module.css";
import { reviewFiguresQuery } from "./reviews.client.ts";

/** Distance to the rating, and to the edges of the window. */
const GAP_PX = 4;
const MARGIN_PX = 16;

export interface RatingHoverPanelProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
  onClose: () => void;
}

/** The open card beside a rating; load it lazily. */
export function RatingHoverPanel({ ev, onClose }: RatingHoverPanelProps) {
  const { data, isError } = useQuery(reviewFiguresQuery(ev.id));
  const name = `${ev.make} ${ev.model}`;
  const anchor = useRef<HTMLSpanElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => place(anchor.current, card.current));
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const follow = () => place(anchor.current, card.current);
    addEventListener("scroll", follow, { capture: true, passive: true, signal });
    addEventListener("resize", follow, { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && close(), { signal });
    addEventListener(
      "pointerdown",
      ({ target }) => target instanceof Node && !card.current?.contains(target) && close(),
      { signal },
    );
    return () => listeners.abort();
  }, []);

  return (
    <>
      <span ref={anchor} aria-hidden className={styles.anchor} />
      {createPortal(
        <div ref={card} role="region" aria-label={`Ratings of ${name}`} className={styles.card}>
          <p className={styles.name}>{name}</p>
          {data ? (
            <RatingFigures figures={data} />
          ) : isError ? (
            <p className={styles.failed}>The ratings could not be loaded.</p>
          ) : (
            <Loading text="Loading ratings..." />
          )}
        </div>,
        document.body,
      )}
    </>
  );
}

/** Below the rating and in its middle; above it where there is more room. */
function place(anchor: HTMLElement | null, card: HTMLElement | null): void {
  if (!anchor || !card) return;
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = card;
  const fitsBelow = bottom + GAP_PX + height + MARGIN_PX <= clientHeight;
  const isBelow = fitsBelow || clientHeight - bottom >= top;
  const most = clientWidth - width - MARGIN_PX;
  const x = Math.max(MARGIN_PX, Math.min((left + right - width) / 2, most));
  card.style.left = `${x}px`;
  card.style.top = `${isBelow ? bottom + GAP_PX : top - GAP_PX - height}px`;
}
