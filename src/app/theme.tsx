import { Monitor, Moon, Sun } from "lucide-react";

import { IconButton } from "../ui/button.tsx";
import { createStoredState, useStoredState } from "../ui/stored-state.ts";

/** The themes, in the order of the switch. */
const THEMES = ["system", "light", "dark"] as const;

type Theme = (typeof THEMES)[number];

const chosenTheme = createStoredState<Theme>(
  "theme",
  (text) => (text === "light" || text === "dark" ? text : "system"),
  (theme) => (theme === "system" ? null : theme),
);

function applyTheme(): void {
  const theme = chosenTheme.getState().value;
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}

chosenTheme.subscribe(applyTheme);

export function themeAfter(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NAMES: Record<Theme, string> = {
  system: "as the system",
  light: "light",
  dark: "dark",
};

export function ThemeSwitch() {
  const theme = useStoredState(chosenTheme);
  const Icon = ICONS[theme];
  const next = themeAfter(theme);
  return (
    <IconButton
      label={`Theme: ${NAMES[theme]}. Switch to ${NAMES[next]}`}
      onClick={() => chosenTheme.setState({ value: next })}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}
