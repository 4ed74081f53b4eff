import {
  type ComponentType,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";

import type { EvSummary } from "../../domain/vehicle.ts";
import type { RatingHoverPanelProps } from "./rating-hover-panel.tsx";
import styles from "./rating-hover-card.module.css";

const HOVER_OPEN_MS = 700; // reviews.md#rating-card
const HOVER_CLOSE_MS = 300; // reviews.md#rating-card

/** Opens 700 ms after the mouse or focus enters, closes 300 ms after it leaves (reviews.md#rating-card). */
export function RatingHoverCard(props: {
  ev: Pick<EvSummary, "id" | "make" | "model" | "reviewCount">;
  children: ReactNode;
}) {
  const { ev, children } = props;
  const [open, setOpen] = useState(false);
  // Not `lazy`: React would delay a suspended part beyond the 700 ms.
  const [Panel, setPanel] = useState<ComponentType<RatingHoverPanelProps>>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  const arrive = () => {
    if (ev.reviewCount === 0) return;
    // If the code cannot be loaded, show no card.
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
      // The interactive elements are inside.
      role="presentation"
      className={styles.place}
      // In React's tree the card is a child of this element, so moving onto the card does not count as
      // leaving.
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
