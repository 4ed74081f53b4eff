import { onPlainClick } from "../../ui/plain-click.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo, useRef, useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { HOME } from "../../domain/routes.ts";
import { isMotionReduced } from "../../ui/device.ts";
import { IconButton } from "../../ui/button.tsx";
import { countOf } from "../../domain/format.ts";
import { BrandLogo } from "../pictures/brand-logo.tsx";
import styles from "./brand-carousel.module.css";
import type { Facet } from "../../domain/filters/facets.ts";
import { selectedMakeNames, toggleMake } from "./filter-selections.ts";
import { scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { useFilters } from "./use-filters.tsx";

/** finding.md#brands: the slides are links, so that they work without JavaScript and in another tab. */
export const BrandCarousel = memo(function BrandCarousel({ makes }: { makes: readonly Facet[] }) {
  const track = useRef<HTMLUListElement>(null);
  const [{ atStart, atEnd }, setEnds] = useState({ atStart: true, atEnd: false });
  const { state, update } = useFilters();
  const chosen = selectedMakeNames(
    state,
    makes.map(({ name }) => name),
  );

  const page = (direction: 1 | -1) => {
    const strip = track.current;
    // Scroll by the visible width plus one gap; snapping does the rest.
    const behavior = isMotionReduced() ? "instant" : "smooth";
    strip?.scrollBy({ left: direction * strip.clientWidth, behavior });
  };

  return (
    <section aria-labelledby="brand-carousel-title" className={styles.carousel} data-late>
      <header className={styles.header}>
        <h3 id="brand-carousel-title" className={styles.title}>
          Browse by brand
        </h3>
        <div className="line">
          <IconButton
            variant="outlined"
            label="Previous brands"
            aria-disabled={atStart}
            onClick={() => page(-1)}
          >
            <ChevronLeft aria-hidden size={20} />
          </IconButton>
          <IconButton
            variant="outlined"
            label="Next brands"
            aria-disabled={atEnd}
            onClick={() => page(1)}
          >
            <ChevronRight aria-hidden size={20} />
          </IconButton>
        </div>
      </header>
      <ul
        ref={track}
        role="list"
        className={styles.track}
        onScroll={({ currentTarget: strip }) => {
          const isAtStart = strip.scrollLeft <= 1;
          const isAtEnd = strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 1;
          if (isAtStart !== atStart || isAtEnd !== atEnd)
            setEnds({ atStart: isAtStart, atEnd: isAtEnd });
        }}
      >
        {makes.map(({ name, count }) => {
          const on = chosen.has(name);
          return (
            <li key={name} className={styles.slide}>
              <a
                href={withBase(`${HOME}?make=${encodeURIComponent(name)}`)}
                aria-current={on ? "true" : undefined}
                className={styles.brand}
                onClick={onPlainClick(() => {
                  update((now) => toggleMake(now, name));
                  if (!on) scrollToList();
                })}
              >
                <BrandLogo make={name} size={56} />
                <span className={styles.name} translate="no">
                  {name}
                </span>
                <span className={styles.count}>{countOf(count, "model")}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
});
