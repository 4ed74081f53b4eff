import type { ReactNode } from "react";

import { Kept, type KeptProps } from "../../ui/server-rendering.ts";
import styles from "./home-section.module.css";
import type { HomeSectionId } from "./sections.ts";

interface HomeSectionProps extends Pick<KeptProps, "kept"> {
  id: HomeSectionId;
  /** among them the section's {@link SectionWords} */
  children: ReactNode;
}

/** A section of the home page that the indicator leads to. */
export function HomeSection({ id, kept, children }: HomeSectionProps) {
  return (
    <Kept
      as="section"
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId(id)}
      className={styles.section}
      kept={kept}
    >
      {children}
    </Kept>
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
