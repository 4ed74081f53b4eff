/** The paint colors of the drawings, `#rrggbb`. */
export const PAINTS = {
  pearl: "#dfe1e3",
  silver: "#a9b0b8",
  graphite: "#4d555f",
  black: "#2b2f36",
  midnight: "#27406b",
  ocean: "#2f6ea3",
  teal: "#27717a",
  forest: "#285a48",
  crimson: "#a8202e",
  copper: "#a4633a",
  sand: "#b7a381",
  sky: "#7fa6c4",
  sage: "#8b9a83",
  burgundy: "#641c2b",
  amber: "#d9a326",
  orange: "#c9591f",
  violet: "#665f86",
} as const;

export type Paint = keyof typeof PAINTS;

/** Whether the edge of this paint disappears on a dark background. */
export function isDark(paint: Paint): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(PAINTS[paint].slice(at, at + 2), 16),
  );
  return red * 0.3 + green * 0.6 + blue * 0.1 < DARK_BELOW;
}

/** out of 255 */
const DARK_BELOW = 110;
