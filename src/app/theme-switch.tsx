import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";

import { IconButton } from "../ui/icon-button.tsx";
import { chooseTheme, currentTheme, onThemeChange, themeAfter, type Theme } from "./theme.ts";

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
