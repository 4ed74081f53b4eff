import type { ReactNode } from "react";

import type { Ev, Trim } from "../../vehicle/vehicle.ts";

/** Where the actions of a trim stand. */
interface TrimActionsPlace {
  /** there is room for icons only */
  compact?: boolean;
  /** called after something was done that shows elsewhere on the page */
  onDone?: () => void;
}

/** What can be done with a trim besides opening it; pages bring it, since features meet there. */
export type RenderTrimActions = (ev: Ev, trim: Trim, place: TrimActionsPlace) => ReactNode;
