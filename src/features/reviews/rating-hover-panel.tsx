import { PreviewCard } from "@base-ui/react/preview-card";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { Loading } from "../../ui/notice.tsx";
import type { EvSummary } from "../../domain/vehicle.ts";
import { RatingFigures } from "./rating-figures.tsx";
import styles from "./rating-hover-card.module.css";
import { reviewFiguresQuery } from "./reviews.queries.ts";

/** Distance from the rating and from the edges of the window. */
const GAP_PX = 4;
const MARGIN_PX = 16;

export interface RatingHoverPanelProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
  onClose: () => void;
}

/** The open card next to a rating; load it lazily. */
export function RatingHoverPanel({ ev, onClose }: RatingHoverPanelProps) {
  const { data, isError } = useQuery(reviewFiguresQuery(ev.id));
  const name = `${ev.make} ${ev.model}`;
  const anchor = useRef<HTMLSpanElement>(null);

  const onChange = (_isOpen: boolean, { reason }: PreviewCard.Root.ChangeEventDetails) => {
    // The rating itself notices when the pointer leaves both.
    if (reason === "escape-key" || reason === "outside-press") onClose();
  };
  return (
    <>
      <span ref={anchor} aria-hidden className={styles.anchor} />
      <PreviewCard.Root open onOpenChange={onChange}>
        <PreviewCard.Portal>
          <PreviewCard.Positioner
            anchor={anchor}
            sideOffset={GAP_PX}
            collisionPadding={MARGIN_PX}
            className={styles.positioner}
          >
            <PreviewCard.Popup
              role="region"
              aria-label={`Ratings of ${name}`}
              className={`surface ${styles.card}`}
            >
              <p className={styles.name}>{name}</p>
              {data ? (
                <RatingFigures figures={data} />
              ) : isError ? (
                <p className="note">The ratings could not be loaded.</p>
              ) : (
                <Loading text="Loading ratings..." />
              )}
            </PreviewCard.Popup>
          </PreviewCard.Positioner>
        </PreviewCard.Portal>
      </PreviewCard.Root>
    </>
  );
}
