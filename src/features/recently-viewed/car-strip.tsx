import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";

import styles from "./car-strip.module.css";

/** Shown in place of the trim. */
export const NO_LONGER_LISTED = "No longer listed";

export interface StripCar {
  key: number;
  /** absent when there is nothing left to link to */
  href?: string | undefined;
  picture: ReactNode;
  name: string;
  /** shown below the name: the trim, or what has become of the car */
  line: ReactNode;
  /** shown on the picture */
  mark?: ReactNode;
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
        <div className="line">{action}</div>
      </header>
      <ul role="list" className={styles.strip}>
        {cars.map(({ key, href, ...car }) => (
          <li key={key} className={styles.item}>
            {href === undefined ? (
              <span className={styles.car}>{content(car)}</span>
            ) : (
              <Link href={href} className={`name-link ${styles.car}`}>
                {content(car)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function content({ picture, name, line, mark }: Omit<StripCar, "key" | "href">) {
  return (
    <>
      <span className={styles.picture}>
        {picture}
        {mark}
      </span>
      <span className={styles.name} translate="no">
        {name}
      </span>
      <span className={`quiet ${styles.line}`}>{line}</span>
    </>
  );
}
