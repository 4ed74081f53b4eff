import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";

import { IconButton } from "../ui/button.tsx";

/** The theme follows the system unless a visitor chose one; a script applies that before paint. */

/** Stands in each document, so that nothing is painted in another theme. */
export const THEME_SCRIPT =
  'try{let t=localStorage.getItem("theme");if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch{}';

/** In the order in which the switch offers them. */
const THEMES = ["system", "light", "dark"] as const;

type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "theme";
const listeners = new Set<() => void>();

/** The theme that holds now, as the document says it. Only in the browser. */
function currentTheme(): Theme {
  return asTheme(document.documentElement.dataset.theme);
}

/** Applies a theme and remembers it; where storage is refused it holds until the page is left. */
function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // §8 Storage failures are ignored.
  }
  for (const listener of listeners) listener();
}

/** The theme that follows another in the switch. */
export function themeAfter(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}

/** Calls back when the theme was chosen, here or in another tab. @returns how to stop */
function onThemeChange(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) chooseTheme(asTheme(event.newValue ?? undefined));
  };
  listeners.add(listener);
  window.addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", follow);
  };
}

function asTheme(text: string | undefined): Theme {
  return text === "light" || text === "dark" ? text : "system";
}

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NAMES: Record<Theme, string> = {
  system: "as the system",
  light: "light",
  dark: "dark",
};

/** One button that goes through the three themes. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, currentTheme, () => "system" as const);
  const Icon = ICONS[theme];
  const next = themeAfter(theme);
  return (
    <IconButton
      label={`Theme: ${NAMES[theme]}. Switch to: ${NAMES[next]}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}
