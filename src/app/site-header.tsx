import { clsx } from "clsx";
import { CircleUserRound, LayoutDashboard, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useSignedInHint } from "../features/auth/signed-in-hint.ts";
import { SavedCars } from "../features/saved/saved-cars.tsx";
import { ADMIN, AUTH, HOME, NAVIGATION } from "../domain/routes.ts";
import { IconButton } from "../ui/button.tsx";
import { chooseDistanceUnit, useDistance } from "../ui/use-distance.ts";
import { matchPage } from "./pages.ts";
import styles from "./site-header.module.css";
import { SITE_NAME } from "../pages/site.tsx";
import { onStored, readStored, type Stored, useStored, writeStored } from "../ui/storage.ts";

export function SiteHeader() {
  const [path] = useLocation();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Wordmark />
        <MainNavigation path={path} />
        <div className={styles.aside}>
          <SavedCars />
          <DistanceSwitch />
          <ThemeSwitch />
          <AccountLink path={path} />
        </div>
      </div>
    </header>
  );
}

export function Wordmark() {
  const [badge, ...name] = SITE_NAME.split(" ");
  return (
    <Link href={HOME} className={styles.wordmark} translate="no" aria-label={`${SITE_NAME}, home`}>
      <span className={styles.badge}>{badge}</span> <span>{name.join(" ")}</span>
    </Link>
  );
}

export function MainNavigation({ path }: { path: string }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the current link may be out of view (everywhere.md#navigation).
    const strip = nav.current;
    const link = strip?.querySelector<HTMLElement>("[aria-current]");
    if (strip && link) {
      const left = link.offsetLeft - strip.offsetLeft;
      strip.scrollLeft = left - (strip.clientWidth - link.offsetWidth) / 2;
    }
  }, [path]);
  return (
    <nav ref={nav} aria-label="Main" className={styles.nav}>
      <ul className={styles.links}>
        {NAVIGATION.map(({ label, href }) => {
          const current = currentness(href, path);
          return (
            <li key={href}>
              <Link
                href={href}
                className={clsx(styles.link, current && styles.current)}
                {...(current && { "aria-current": current })}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function AccountLink({ path }: { path: string }) {
  const isSignedIn = useSignedInHint();
  const [href, label, Icon] = isSignedIn
    ? ([ADMIN, "Dashboard", LayoutDashboard] as const)
    : ([AUTH, "Sign in", CircleUserRound] as const);
  const current = currentness(href, path);
  return (
    <Link
      href={href}
      aria-label={label}
      title={label}
      className={clsx(styles.account, current && styles.current)}
      {...(current && { "aria-current": current })}
    >
      <Icon aria-hidden />
      <span className={styles.accountName}>{label}</span>
    </Link>
  );
}

/** `page` for the page itself, `true` for EVs on the pages that belong to it */
function currentness(href: string, path: string): "page" | "true" | undefined {
  const { page } = matchPage(path);
  if ((path.replace(/\/$/, "") || HOME) === href) return "page";
  return href === HOME && page.name === "ev-detail" ? "true" : undefined;
}

const DISTANCE_NAMES = { miles: "miles", km: "kilometers" };
const SHORT = { miles: "mi", km: "km" };

/** everywhere.md#distances */
function DistanceSwitch() {
  const { unit } = useDistance();
  const short = SHORT[unit];
  const next = unit === "miles" ? "km" : "miles";
  return (
    <IconButton
      label={`Distances in ${short} (${DISTANCE_NAMES[unit]}). Switch to: ${DISTANCE_NAMES[next]}`}
      className={styles.switch}
      onClick={() => chooseDistanceUnit(next)}
    >
      {short}
    </IconButton>
  );
}

const THEMES = ["system", "light", "dark"] as const;

type Theme = (typeof THEMES)[number];

const CHOSEN_THEME: Stored<Theme> = {
  key: "theme",
  parse: (text) => (text === "light" || text === "dark" ? text : "system"),
  format: (theme) => (theme === "system" ? null : theme),
};

function applyTheme(): void {
  const theme = readStored(CHOSEN_THEME);
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}

onStored(CHOSEN_THEME.key, applyTheme);

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const THEME_NAMES: Record<Theme, string> = {
  system: "as the system",
  light: "light",
  dark: "dark",
};

function ThemeSwitch() {
  const theme = useStored(CHOSEN_THEME);
  const Icon = ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton
      label={`Theme: ${THEME_NAMES[theme]}. Switch to ${THEME_NAMES[next]}`}
      onClick={() => writeStored(CHOSEN_THEME, next)}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}
