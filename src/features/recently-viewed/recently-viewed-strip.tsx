import { clsx } from "clsx";
import { useId } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import type { ViewedModel } from "./recently-viewed.ts";
import styles from "./recently-viewed-strip.module.css";
import { clearViewed } from "./recently-viewed.ts";

export interface RecentlyViewedStripProps {
  viewed: readonly ViewedModel[];
  className?: string | undefined;
}

export function RecentlyViewedStrip({ viewed, className }: RecentlyViewedStripProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={clsx(styles.section, className)}>
      <header className={styles.header}>
        <h2 id={heading}>Recently viewed</h2>
        <Button
          variant="quiet"
          size="s"
          aria-label="Clear recently viewed"
          onClick={() => {
            clearViewed();
            // The button goes with the strip; the keyboard stays on the page.
            document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
          }}
        >
          Clear
        </Button>
      </header>
      <ul role="list" className={styles.strip}>
        {viewed.map((model) => (
          <li key={model.id} className={styles.item}>
            <Link href={evPath(model.id, model.trim, "top")} className={styles.link}>
              <span className={styles.picture}>
                <VehiclePicture ev={model} trim={{ trim: model.trim.trim, image: null }} alt="" />
              </span>
              <span className={styles.name}>
                {model.make} {model.model}
              </span>
              <span className={styles.trim}>
                {[model.trim.year || null, model.trim.trim].filter(Boolean).join(" ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
