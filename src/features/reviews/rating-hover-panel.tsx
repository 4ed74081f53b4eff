import { useQuery } from "@tanstack/react-query";
import { HoverCard } from "radix-ui";
import type { PointerEvent } from "react";

import { Loading } from "../../ui/skeleton.tsx";
import type { EvSummary } from "../../vehicle/vehicle.ts";
import { RatingFigures } from "./rating-figures.tsx";
import styles from "./rating-hover-card.module.css";
import { reviewFiguresQuery } from "./reviews.client.ts";

export interface RatingHoverPanelProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
  /** Escape was pressed, or something else on the page */
  onClose: () => void;
}

/** Radix's own delays would count from when this code had arrived; the place keeps the time. */
const keepOpen = (event: PointerEvent) => event.preventDefault();

/** The open card beside a rating; load it lazily. */
export function RatingHoverPanel({ ev, onClose }: RatingHoverPanelProps) {
  const { data, isError } = useQuery(reviewFiguresQuery(ev.id));
  const name = `${ev.make} ${ev.model}`;
  return (
    <HoverCard.Root open onOpenChange={(open) => !open && onClose()}>
      <HoverCard.Trigger asChild>
        <span aria-hidden className={styles.anchor} />
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          role="region"
          aria-label={`Ratings of ${name}`}
          className={styles.card}
          sideOffset={4}
          collisionPadding={16}
          onPointerEnter={keepOpen}
          onPointerLeave={keepOpen}
        >
          <p className={styles.name}>{name}</p>
          {data ? (
            <RatingFigures figures={data} />
          ) : isError ? (
            <p className={styles.failed}>The ratings could not be loaded.</p>
          ) : (
            <Loading text="Loading ratings..." />
          )}
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}
