import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";

import { VehiclePicture, type VehiclePictureProps } from "../pictures/vehicle-picture.tsx";
import styles from "./car-strip.module.css";

/** Shown in place of the trim. */
export const NO_LONGER_LISTED = "No longer listed";

interface StripCar {
  key: number;
  /** absent when there is nothing left to link to */
  href?: string | undefined;
  pictured: Pick<VehiclePictureProps, "ev" | "trim"> | undefined;
  make: string;
  model: string;
  /** the year and the trim; null when the car is no longer listed */
  trim: string | null;
}

export interface CarStripProps {
  title: string;
  action: ReactNode;
  cars: readonly StripCar[];
  className?: string | undefined;
}

/** One row of cars, whose height pages/home/page.module.css relies on. */
export function CarStrip({ title, action, cars, className }: CarStripProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={clsx(styles.section, className)}>
      <header className={styles.header}>
        <h2 id={heading}>{title}</h2>
        <div>{action}</div>
      </header>
      <ul role="list" className={styles.strip}>
        {cars.map(({ key, href, pictured, make, model, trim }) => {
          const content = (
            <>
              <span className={styles.picture}>
                {pictured && <VehiclePicture {...pictured} width={240} alt="" />}
              </span>
              <span className={styles.name} translate="no">
                <span className="ellipsis">{make}</span> {model}
              </span>
              <span className={`quiet ${styles.line}`} translate={trim === null ? undefined : "no"}>
                {trim ?? NO_LONGER_LISTED}
              </span>
            </>
          );
          return (
            <li key={key} className={styles.item}>
              {href === undefined ? (
                <span className={styles.car}>{content}</span>
              ) : (
                <Link href={href} className={`name-link ${styles.car}`}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
