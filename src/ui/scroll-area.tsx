import { clsx } from "clsx";
import { type HTMLAttributes, type Ref, useEffect, useRef } from "react";

import { SCROLLBAR_HIDE_DELAY_MS } from "./limits.ts";
import styles from "./scroll-area.module.css";

interface ScrollAreaProps extends HTMLAttributes<HTMLDivElement> {
  ref?: Ref<HTMLDivElement>;
}

/** A box whose thin scrollbar shows only while it scrolls and shortly after (§9). */
export function ScrollArea({ className, onScroll, ...rest }: ScrollAreaProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div
      {...rest}
      className={clsx(styles.area, className)}
      onScroll={(event) => {
        // Straight to the element: a rendering for each scroll would cost frames.
        const { dataset } = event.currentTarget;
        dataset.scrolling = "";
        clearTimeout(timer.current);
        timer.current = setTimeout(() => delete dataset.scrolling, SCROLLBAR_HIDE_DELAY_MS);
        onScroll?.(event);
      }}
    />
  );
}
