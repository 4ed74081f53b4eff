import styles from "./site-footer.module.css";
import { SITE_NAME } from "./site-name.ts";

/** What a shopper should know about every figure and picture of the site. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.name}>{SITE_NAME}</p>
        <p className={styles.note}>
          Figures are for the United States. Prices change often and may leave out destination
          charges, taxes and incentives: ask the dealer before you decide. A figure that is not
          known is shown as N/A. Pictures of cars are illustrations unless a photograph is shown.
        </p>
      </div>
    </footer>
  );
}
