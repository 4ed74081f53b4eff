import { ArrowRight } from "lucide-react";
import { Link, useLocation } from "wouter";

import { COMPARE, HOME } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site.tsx";
import styles from "../message-page.module.css";

const ELSEWHERE = [
  { label: "All EVs", href: HOME },
  { label: "Compare EVs", href: COMPARE },
  { label: "Fastest EVs", href: "/6in60" },
];

/** Shown for an unknown address (everywhere.md#not-found). */
function NotFoundPage() {
  const [, navigate] = useLocation();
  const goBack = () => {
    // A tab opened at this address has no history to go back to.
    if (history.length > 1) history.back();
    else navigate(HOME);
  };
  return (
    <div className={styles.page}>
      <title>{pageTitle("Page Not Found")}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.figure}>404</p>
      <h1 className={styles.title}>Page Not Found</h1>
      <p className={styles.text}>The page you're looking for doesn't exist or has been moved.</p>
      <div className={styles.actions}>
        <Button onClick={goBack}>Go Back</Button>
        <Button href={HOME} variant="primary">
          Return Home
        </Button>
      </div>
      <nav className={styles.elsewhere} aria-labelledby="elsewhere">
        <h2 id="elsewhere" className={styles.question}>
          Looking for electric vehicles?
        </h2>
        <ul className={styles.links}>
          {ELSEWHERE.map(({ label, href }) => (
            <li key={href}>
              <Link href={href} className={styles.link}>
                {label}
                <ArrowRight aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

export const page: PageModule = { Component: NotFoundPage };
