import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";

/** Free space that a list keeps to the edges of the window. */
const MARGIN_PX = 12;
const MIN_WIDTH_PX = 280;
const MAX_HEIGHT_PX = 336;

/**
 * Where a list under a box has to stand to be seen whole: over everything, since the slots scroll
 * sideways on a phone and would cut it off.
 * @returns styles for `position: fixed`; null while closed
 */
export function usePlaceBelow(
  box: RefObject<HTMLElement | null>,
  open: boolean,
): CSSProperties | null {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (!open) return;
    const measure = () => {
      if (!box.current) return;
      const { left, top, bottom, width } = box.current.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      const wide = Math.min(Math.max(width, MIN_WIDTH_PX), clientWidth - 2 * MARGIN_PX);
      const below = clientHeight - bottom - MARGIN_PX;
      const above = top - MARGIN_PX;
      const isBelow = below >= MAX_HEIGHT_PX || below >= above;
      setPlace({
        left: Math.max(MARGIN_PX, Math.min(left, clientWidth - wide - MARGIN_PX)),
        width: wide,
        maxHeight: Math.min(MAX_HEIGHT_PX, isBelow ? below : above),
        ...(isBelow ? { top: bottom + 4 } : { bottom: clientHeight - top + 4 }),
      });
    };
    measure();
    addEventListener("scroll", measure, { capture: true, passive: true });
    addEventListener("resize", measure);
    return () => {
      removeEventListener("scroll", measure, { capture: true });
      removeEventListener("resize", measure);
    };
  }, [box, open]);
  return open ? place : null;
}
