import { EARLY_PRESS_SCRIPT } from "../ui/hydrated.ts";
import { MISSING_CODE_SCRIPT } from "../ui/lazy.tsx";
import { THEME_SCRIPT } from "./theme.ts";

/** The one inline script of a document, which runs before anything is painted. The policy knows it by its hash. */
export const FIRST_SCRIPT = THEME_SCRIPT + MISSING_CODE_SCRIPT + EARLY_PRESS_SCRIPT;
