import type { ReactNode } from "react";

import styles from "./home-section.module.css";
import type { HomeSectionId } from "./sections.ts";

interface HomeSectionProps {
  id: HomeSectionId;
  /** among them the {@link SectionWords} */
  children: ReactNode;
}

/** A target of the indicator. */
export function HomeSection({ id, children }: HomeSectionProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={titleId(id)} className={styles.section}>
      {children}
    </section>
  );
}

interface SectionWordsProps {
  of: HomeSectionId;
  title: string;
  /** what to do there */
  children: ReactNode;
}

export function SectionWords({ of, title, children }: SectionWordsProps) {
  return (
    <div className={styles.words}>
      <h2 id={titleId(of)}>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

const titleId = (id: HomeSectionId) => `${id}-title`;
