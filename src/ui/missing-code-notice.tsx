import { clsx } from "clsx";

import styles from "./notice.module.css";

/**
 * Hidden in each document until code is missing, for instance after a new release. Base UI leaves what is
 * `aria-live` to screen readers while a dialog is open.
 */
export function MissingCodeNotice() {
  return (
    <div role="alert" aria-live="assertive" className={clsx(styles.region, styles.missing)}>
      <p className={styles.line}>
        Part of this page did not load.
        {/* An empty address is the page itself: without code only a link can load it again. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
        <a href="">Reload</a>
      </p>
    </div>
  );
}
