import { onPlainClick } from "../../ui/plain-click.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { HOME } from "../../domain/routes.ts";
import { isMotionReduced } from "../../ui/device.ts";
import { IconButton } from "../../ui/button.tsx";
import { countOf } from "../../domain/format.ts";
import { BrandLogo } from "../pictures/brand-logo.tsx";
import styles from "./brand-carousel.module.css";
import type { Facet } from "../../domain/filters/facets.ts";
import { selectedOf, toggleMake } from "./filter-selections.ts";
import { scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { useStable } from "../../ui/use-stable.ts";
import { type Filters, useFilters } from "./use-filters.tsx";

/** finding.md#brands: the slides are links, so that they work without JavaScript and in another tab. */
export const BrandCarousel = memo(function BrandCarousel({ makes }: { makes: readonly Facet[] }) {
  const track = useRef<HTMLUListElement>(null);
  const ends = useEnds(track, makes.length);
  const { state, update } = useFilters();
  const chosen = useStable([...selectedOf(makes.map(byName), state)]);

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
            aria-disabled={ends.atStart}
            onClick={() => page(-1)}
          >
            <ChevronLeft aria-hidden size={20} />
          </IconButton>
          <IconButton
            variant="outlined"
            label="Next brands"
            aria-disabled={ends.atEnd}
            onClick={() => page(1)}
          >
            <ChevronRight aria-hidden size={20} />
          </IconButton>
        </div>
      </header>
      <ul ref={track} role="list" className={styles.track}>
        <Slides makes={makes} chosen={chosen} update={update} />
      </ul>
    </section>
  );
});

const byName = ({ name }: Facet) => name;

interface SlidesProps {
  makes: readonly Facet[];
  /** names of the brands that are on */
  chosen: readonly string[];
  update: Filters["update"];
}

/** A separate component, because most changes of the filters do not turn brands on or off. */
const Slides = memo(function Slides({ makes, chosen, update }: SlidesProps) {
  const toggle = (make: string, on: boolean) => {
    update((now) => toggleMake(now, make));
    if (!on) scrollToList();
  };
  return makes.map(({ name, count }) => {
    const on = chosen.includes(name);
    return (
      <li key={name} className={styles.slide}>
        <a
          href={withBase(`${HOME}?make=${encodeURIComponent(name)}`)}
          aria-current={on ? "true" : undefined}
          className={styles.brand}
          onClick={onPlainClick(() => toggle(name, on))}
        >
          <BrandLogo make={name} size={56} />
          <span className={styles.name} translate="no">
            {name}
          </span>
          <span className={styles.count}>{countOf(count, "model")}</span>
        </a>
      </li>
    );
  });
});

function useEnds(track: React.RefObject<HTMLElement | null>, slides: number) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });
  useEffect(() => {
    const strip = track.current;
    if (!strip) return;
    const measure = () => {
      const atStart = strip.scrollLeft <= 1;
      const atEnd = strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 1;
      setEnds((now) => (now.atStart === atStart && now.atEnd === atEnd ? now : { atStart, atEnd }));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(strip);
    strip.addEventListener("scroll", measure, { passive: true });
    // Far from the viewport, the browser has not laid out the slides.
    const { parentElement: carousel } = strip;
    carousel?.addEventListener("contentvisibilityautostatechange", measure);
    return () => {
      watch.disconnect();
      strip.removeEventListener("scroll", measure);
      carousel?.removeEventListener("contentvisibilityautostatechange", measure);
    };
  }, [track, slides]);
  return ends;
}
