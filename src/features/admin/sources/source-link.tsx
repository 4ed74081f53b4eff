import { ExternalLink } from "lucide-react";

import styles from "./source-link.module.css";

/** Opens in a new tab without sending a referrer to the other site. */
export function SourceLink({ url, label = url }: { url: string; label?: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      <ExternalLink aria-hidden />
      <bdi>{label}</bdi>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
