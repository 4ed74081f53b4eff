/** Formats a number for a path; a tenth of a pixel is precise enough. */
export const n = (value: number) => String(Math.round(value * 10) / 10);

/** For a rim of radius 40: the path of the first spoke, pointing up, and the number of spokes. */
const SPOKES = {
  spokes: { path: "M-3-8L-2.200-40.500H2.200L3-8Z", count: 10 },
  forks: {
    path: "M-3.800-7.200L-2.600-21.400L-15-39.100L-10.100-40.700L0-26.800L10.100-40.700L15-39.100L2.600-21.400L3.800-7.200Z",
    count: 5,
  },
  blades: { path: "M-5-8L-11-39.500Q-4-41.500 4-40.500L3.500-8Z", count: 5 },
  disc: { path: "M-4.500-8L-17-37.500Q0-42.500 17-37.500L4.500-8Z", count: 6 },
  steel: { path: "M-6-9L-8.500-39Q0-41 8.500-39L6-9Z", count: 6 },
} as const;
export type Rim = keyof typeof SPOKES;

/** The symbol `#wheel` and its parts. @param radius of the tire in pixels */
export function wheelOf(rim: Rim, radius: number): string {
  const { path, count } = SPOKES[rim];
  const others = Array.from(
    { length: count - 1 },
    (_, at) => `<use href="#spoke" transform="rotate(${((at + 1) * 360) / count})"/>`,
  );
  const spokes = `<path id="spoke" d="${path}"/>${others.join("")}`;
  return `<radialGradient id="tyre"><stop offset=".72" stop-color="#1b1d20"/><stop offset=".88" stop-color="#2c2f33"/><stop offset="1" stop-color="#131416"/></radialGradient>
<linearGradient id="alloy" gradientUnits="userSpaceOnUse" x1="-27" y1="-38" x2="27" y2="38"><stop offset="0" stop-color="#f6f7f8"/><stop offset=".45" stop-color="#c5c9ce"/><stop offset="1" stop-color="#83888f"/></linearGradient>
<g id="wheel"><g transform="scale(${Math.round((radius / 54) * 1000) / 1000})"><circle r="54" fill="url(#tyre)"/><circle r="53.2" fill="none" stroke="#4a4d52" stroke-opacity=".55"/><circle r="44.1" fill="#0c0d0f"/><circle r="40.6" fill="#212429"/><circle r="27" fill="#6d7279"/><circle r="15.600" fill="#1d1f23"/><g fill="url(#alloy)" stroke="#23262b" stroke-opacity=".55" stroke-width=".7" stroke-linejoin="round">${spokes}<circle r="10"/></g><circle r="41.700" fill="none" stroke="#b9bec4" stroke-width="2.700"/><circle r="5.600" fill="#25282d"/></g></g>`;
}
