import { clsx } from "clsx";

import styles from "./offline-notice.module.css";

/** For whoever waits for code: in vain, or until it has come at the second try. */
export function showCodeMissing(isMissing: boolean): void {
  const { dataset } = document.documentElement;
  if (isMissing) dataset["code"] = "missing";
  else delete dataset["code"];
}

/** Stands in each document: a script that does not arrive cannot tell of it. */
export const MISSING_CODE_SCRIPT =
  'addEventListener("error",e=>{e.target.localName=="script"&&/\\/assets\\//.test(e.target.src)&&(document.documentElement.dataset.code="missing")},!0);';

/**
 * A line that is in each document and is shown when its code does not arrive: what the server has
 * rendered can be read, and its buttons do nothing.
 */
export function MissingCodeNotice() {
  return (
    <div role="alert" className={clsx(styles.region, styles.missing)}>
      <p className={styles.line}>
        Part of this page did not load.
        {/* An empty address is this very page: without code only a link can ask for it again. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
        <a href="">Reload</a>
      </p>
    </div>
  );
}
