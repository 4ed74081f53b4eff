import { Link } from "wouter";

import { adminPath, type AdminView } from "../../routes.ts";
import styles from "./dashboard-views.module.css";

interface DashboardViewsProps {
  /** the views that there are, besides the list of EVs, each with its name */
  views: readonly { view: AdminView; label: string }[];
  /** undefined is the list of EVs */
  current: AdminView | undefined;
}

/** The way between the dashboard's views. */
export function DashboardViews({ views, current }: DashboardViewsProps) {
  const links = [{ view: undefined, label: "EVs" }, ...views];
  return (
    <nav aria-label="Dashboard" className={styles.nav}>
      {links.map(({ view, label }) => (
        <Link
          key={label}
          href={adminPath(view && { view })}
          className={styles.link}
          {...(view === current && { "aria-current": "page" as const })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
