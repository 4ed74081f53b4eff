import {
  type ComponentType,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";

import type { EvSummary } from "../../domain/vehicle.ts";
import { HOVER_CLOSE_MS, HOVER_OPEN_MS } from "./limits.ts";
import type { RatingHoverPanelProps } from "./rating-hover-panel.tsx";
import styles from "./rating-hover-card.module.css";

interface RatingHoverCardProps {
  ev: Pick<EvSummary, "id" | "make" | "model" | "reviewCount">;
  children: ReactNode;
}

/**
 * Opens 700 ms after a mouse or the focus came, closes 300 ms after it left (reviews.md#rating-card); its
 * code comes then.
 */
export function RatingHoverCard({ ev, children }: RatingHoverCardProps) {
  const [open, setOpen] = useState(false);
  // React would hold a suspended part back for a while, beyond the 700 ms.
  const [Panel, setPanel] = useState<ComponentType<RatingHoverPanelProps>>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  const arrive = () => {
    if (ev.reviewCount === 0) return;
    // A card that cannot be fetched stays away.
    import("./rating-hover-panel.tsx").then(
      (module) => setPanel(() => module.RatingHoverPanel),
      () => undefined,
    );
    settle(true, HOVER_OPEN_MS);
  };
  const leave = () => settle(false, HOVER_CLOSE_MS);
  const close = () => settle(false, 0);
  const onHover = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    if (event.type === "pointerenter") arrive();
    else leave();
  };

  return (
    <span
      // What can be acted on is inside.
      role="presentation"
      className={styles.place}
      // The card is a child of this place for React, so that moving onto it is no leaving.
      onPointerEnter={onHover}
      onPointerLeave={onHover}
      onFocus={arrive}
      onBlur={leave}
      onPointerDown={close}
    >
      {children}
      {open && Panel && <Panel ev={ev} onClose={close} />}
    </span>
  );
}
