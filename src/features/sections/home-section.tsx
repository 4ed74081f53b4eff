import type { ReactNode } from "react";

import styles from "./home-section.module.css";
import type { HomeSectionId } from "./sections.ts";

interface HomeSectionProps {
  id: HomeSectionId;
  /** among them the section's {@link SectionWords} */
  children: ReactNode;
}

/** A section of the home page that the indicator leads to. */
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
  /** the sentence that says what to do there */
  children: ReactNode;
}

/** What a section is called and for. */
export function SectionWords({ of, title, children }: SectionWordsProps) {
  return (
    <div className={styles.words}>
      <h2 id={titleId(of)}>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

const titleId = (id: HomeSectionId) => `${id}-title`;
