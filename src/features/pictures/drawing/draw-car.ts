/** Draws a car's side view as SVG from its measures and its profile; see README.md. */
import { type FrontLamp, frontLamp, type RearLamp, rearLamp } from "./lamps.ts";
import { DRAWING, type Measures } from "./measures.ts";
import { type Outline, outlineOf, type Point, type Profile, steps } from "./outline.ts";
import { isDark, type Paint, PAINTS } from "./paints.ts";
import { n, type Rim, wheelOf } from "./wheel.ts";

/** `slash` is a crease across the doors, `angular` the wheel arches' shape, `dark-pillar` the last pillar. */
export const EXTRAS = [
  "bed",
  "rails",
  "dark-roof",
  "spare",
  "dark-pillar",
  "angular",
  "light-roof",
  "two-tone",
  "spoiler",
  "slash",
] as const;

/** The look of a car, whatever its size. */
export interface CarProfile extends Profile {
  doors: 2 | 4;
  front: FrontLamp;
  rear: RearLamp;
  rim: Rim;
  /** dark plastic along the sill: 0 none, 1 some, 2 around the wheels too */
  cladding: 0 | 1 | 2;
  extras: readonly (typeof EXTRAS)[number][];
  paint: Paint;
}

const { width: WIDTH, height: HEIGHT, ground: GROUND, pixelsPerInch: SCALE } = DRAWING;

/** Outlines a dark body for the dark theme; invisible on a light background. */
const RIM = `<use href="#body" fill="none" stroke="#f4f6fa" stroke-opacity=".45" stroke-width="5.6" stroke-linejoin="round"/>`;
/** Light and shade on the paint. */
const [WHITE, SHADE] = ["#fff", "#05070a"];
/** The second color of a two-tone car. */
const LIGHT = "#dfe1e1";

/**
 * Draws on a transparent background, on the same ground line and at the same scale as all other cars
 * (`DRAWING`, pictures.md#drawings).
 * @param measures in inches
 */
export function drawCar(measures: Measures, profile: CarProfile): string {
  const car = layOut(measures, profile);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<defs>
${gradientsOf(car)}
${shapesOf(car)}
</defs>
${bodyOf(car)}
${windowsOf(car)}
${detailsOf(car)}
</svg>`;
}

type Layout = ReturnType<typeof layOut>;

/** Points are in inches from the nose and above the ground, everything else is in pixels. */
function layOut(measures: Measures, profile: CarProfile) {
  const outline = outlineOf(measures, profile);
  const { frontAxle, rearAxle, tireRadius, topAt } = outline;
  const { length, height, groundClearance } = measures;
  const left = WIDTH / 2 - (length * SCALE) / 2;
  const px = ({ x, y }: Point) => `${n(left + x * SCALE)} ${n(GROUND - y * SCALE)}`;
  const line = (points: readonly Point[]) => `M${points.map(px).join("L")}`;
  const has = (extra: (typeof EXTRAS)[number]) => profile.extras.includes(extra);
  const sill = GROUND - groundClearance * SCALE;
  const axles = [frontAxle, rearAxle].map((x) => left + x * SCALE);
  const radius = tireRadius * SCALE;
  const axleY = GROUND - radius;
  const archCut = (axle: number, by: number) =>
    has("angular")
      ? angularArch(axle, by, axleY, sill)
      : `L${n(axle + across(by, axleY, sill))} ${n(sill)}A${n(by)} ${n(by)} 0 1 0 ${n(axle - across(by, axleY, sill))} ${n(sill)}`;
  return {
    measures,
    profile,
    outline,
    paint: PAINTS[profile.paint],
    left,
    right: left + length * SCALE,
    top: GROUND - height * SCALE,
    sill,
    axles,
    axleY,
    radius,
    arch: radius + (profile.cladding === 2 ? 4 : 5),
    glass: glassOf(outline, profile),
    doors: doorsOf(outline, profile, measures),
    shoulder: shoulderOf(outline, profile),
    rear: has("bed") ? null : rearWindow(outline, profile),
    px,
    line,
    has,
    archCut,
    archesOf: (by: number) =>
      axles.map((axle) => `M${n(axle)} ${n(sill)}${archCut(axle, by)}Z`).join(""),
    /** a band under the roof, `thick` inches high */
    roofBand(from: number, to: number, thick: number) {
      const xs = steps(from, to, 8);
      const upper = xs.map((x) => ({ x, y: topAt(x) + 0.15 }));
      const lower = xs.toReversed().map((x) => ({ x, y: topAt(x) - thick }));
      return `${line([...upper, ...lower])}Z`;
    },
    /** inches from the nose */
    inch: (xPercent: number) => outline.at(xPercent, 0).x,
  };
}

function gradientsOf({ measures, left, right, top, sill }: Layout): string {
  return `<linearGradient id="shade" gradientUnits="userSpaceOnUse" x1="0" y1="${n(top)}" x2="0" y2="${n(sill)}"><stop offset="0" stop-color="${WHITE}" stop-opacity=".22"/><stop offset=".2" stop-color="${WHITE}" stop-opacity="0"/><stop offset=".36" stop-color="${WHITE}" stop-opacity=".22"/><stop offset=".46" stop-color="${WHITE}" stop-opacity="0"/><stop offset=".74" stop-color="${SHADE}" stop-opacity="0"/><stop offset="1" stop-color="${SHADE}" stop-opacity=".62"/></linearGradient>
<linearGradient id="ends" gradientUnits="userSpaceOnUse" x1="${n(left)}" y1="0" x2="${n(right)}" y2="0"><stop offset="0" stop-opacity=".42"/><stop offset=".055" stop-opacity=".16"/><stop offset=".16" stop-opacity="0"/><stop offset=".86" stop-opacity="0"/><stop offset=".955" stop-opacity=".2"/><stop offset="1" stop-opacity=".48"/></linearGradient>
<linearGradient id="glass" gradientUnits="userSpaceOnUse" x1="0" y1="${n(top)}" x2="0" y2="${n(top + measures.height * SCALE * 0.4)}"><stop offset="0" stop-color="#4d5763"/><stop offset=".45" stop-color="#2a313a"/><stop offset="1" stop-color="#14181d"/></linearGradient>
<linearGradient id="rim" x2="0" y2="1"><stop offset=".1" stop-color="#fff" stop-opacity=".45"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="sheen"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset="1" stop-color="#fff" stop-opacity=".04"/></linearGradient>
<linearGradient id="trim" x2="0" y2="1"><stop offset="0" stop-color="#3b3e43"/><stop offset="1" stop-color="#17191c"/></linearGradient>
<radialGradient id="shadow"><stop offset="0" stop-color="#0c0e12" stop-opacity=".62"/><stop offset=".55" stop-color="#0c0e12" stop-opacity=".42"/><stop offset=".82" stop-color="#0c0e12" stop-opacity=".12"/><stop offset="1" stop-color="#0c0e12" stop-opacity="0"/></radialGradient>
<linearGradient id="fold"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".3" stop-color="#fff" stop-opacity=".55"/><stop offset=".65" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
<filter id="soft" color-interpolation-filters="sRGB" x="-20%" y="-100%" width="140%" height="300%"><feGaussianBlur stdDeviation="6"/></filter>`;
}

/** Shapes that are drawn several times. */
function shapesOf({
  profile,
  outline,
  axles,
  arch,
  radius,
  shoulder,
  glass,
  ...car
}: Layout): string {
  const { px, line, archCut } = car;
  const over = outline.bends
    .map(({ from, corner, to }) =>
      px(from) === px(to) ? px(from) : `${px(from)}Q${px(corner)} ${px(to)}`,
    )
    .join("L");
  const arches = axles.toReversed().map((axle) => archCut(axle, arch));
  return `<path id="body" d="M${over}${arches.join("")}Z"/><clipPath id="inBody"><use href="#body"/></clipPath>
<path id="shoulder" d="${line(shoulder)}"/><path id="windows" d="${line(glass)}Z"/><clipPath id="inGlass"><use href="#windows"/></clipPath>
${wheelOf(profile.rim, radius)}`;
}

function bodyOf(car: Layout): string {
  const { measures, profile, outline, paint, left, right, sill, axles, axleY, arch } = car;
  const { doors, shoulder, line, has, archesOf } = car;
  const { frontAxle, rearAxle, tireRadius } = outline;
  const { height, groundClearance } = measures;
  const low = groundClearance + (height - groundClearance) * 0.2;
  const crease = [
    { x: frontAxle + tireRadius * 1.35, y: low },
    { x: rearAxle - tireRadius * 1.35, y: low + 2.2 },
  ];
  return `<ellipse cx="400" cy="${GROUND + 1}" rx="${n(measures.length * SCALE * 0.56)}" ry="17" fill="url(#shadow)"/>
<ellipse cx="400" cy="${GROUND}" rx="${n(measures.length * SCALE * 0.48)}" ry="8" fill="url(#shadow)"/>
${isDark(profile.paint) ? RIM : ""}
<path d="M${n(axles[0] ?? 0)} ${n(axleY)}H${n(axles[1] ?? 0)}V${n(sill + 5)}H${n(axles[0] ?? 0)}Z" fill="#0e0f12"/>
<path d="${archesOf(arch + 1)}" fill="#08090a"/>
${has("spare") ? spareOf(car) : ""}
<use href="#body" fill="${paint}"/><use href="#body" fill="url(#shade)" stroke="#0c0e12" stroke-opacity=".4" stroke-width="2.4"/>
<g clip-path="url(#inBody)">
<use href="#shoulder" y="-5" fill="none" stroke="${WHITE}" stroke-opacity=".35" stroke-width="12" filter="url(#soft)"/>
<use href="#shoulder" y="30" fill="none" stroke="${SHADE}" stroke-opacity=".34" stroke-width="24" filter="url(#soft)"/>
${has("two-tone") ? `<path d="M${n(left)} 0H${n(right)}L${line(shoulder.toReversed()).slice(1)}Z" fill="${LIGHT}"/>` : ""}${has("slash") ? slashOf(car, low) : ""}
<use href="#body" fill="url(#ends)"/>
<use href="#body" fill="none" stroke="url(#rim)" stroke-width="2.4"/>
<use href="#shoulder" fill="none" stroke="url(#fold)" stroke-width="1.3"/><path d="${line(crease)}" fill="none" stroke="url(#fold)" stroke-width="1.3"/>
${claddingOf(car)}
<g fill="none" stroke="#0a0b0d" stroke-opacity=".6" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">${doors.lines.map((door) => `<path d="${line(door)}"/>`).join("")}${has("bed") ? `<path d="${line(bedGap(outline, profile, measures.groundClearance))}"/>` : ""}<path d="${line(hoodGap(outline, profile))}"/></g>
</g>`;
}

function windowsOf(car: Layout): string {
  const { profile, outline, doors, rear, line, has, roofBand, inch } = car;
  const roof = has("dark-roof") ? "#1b1e22" : has("light-roof") ? LIGHT : null;
  const tailBand = rear ? `<path d="${roofBand(...rear, 2.2)}" fill="url(#glass)"/>` : "";
  return `${roof ? `<path d="${line(roofOf(outline, profile, rear?.[0]))}Z" fill="${roof}" clip-path="url(#inBody)"/>` : ""}
<path d="${roofBand(inch(profile.cowlX) + 0.5, inch(profile.roofX), 2.4)}" fill="url(#glass)"/>
${tailBand}
<use href="#windows" fill="#0d0f12" stroke="#0d0f12" stroke-width="3" stroke-linejoin="round"/>
<use href="#windows" fill="url(#glass)"/>
<g clip-path="url(#inGlass)">
${sheensOf(car)}
<g stroke="#0b0d10" stroke-width="${n(3.2 * SCALE)}">${doors.pillars.map((pillar) => `<path d="${line(pillar)}"/>`).join("")}</g>
</g>`;
}

function detailsOf(car: Layout): string {
  const { profile, outline, axles, axleY, doors, px, line, has, inch } = car;
  return `${has("dark-pillar") ? `<path d="${darkPillar(car)}" fill="#15181c"/>` : ""}
<path d="${line(beltOf(outline, profile))}" fill="none" stroke="#cfd4da" stroke-opacity=".7" stroke-width="1.4" stroke-linecap="round"/>
${doors.handles.map((handle) => `<g transform="translate(${px(handle)})"><rect width="26" height="4" rx="2" fill="${SHADE}" fill-opacity=".35"/><rect width="26" height="1.8" rx=".9" fill="${WHITE}" fill-opacity=".5"/></g>`).join("")}
<g clip-path="url(#inBody)">${frontLamp(profile.front, car)}${rearLamp(profile.rear, car)}</g>
${mirrorOf(car)}
${has("spoiler") ? spoilerOf(car) : ""}
${has("rails") ? `<path d="${line(steps(inch(profile.roofX) + 4, inch(profile.backX) - 2, 10).map((x) => ({ x, y: outline.topAt(x) + 1.1 })))}" fill="none" stroke="#1a1c20" stroke-width="3" stroke-linecap="round"/>` : ""}
${axles.map((axle) => `<use href="#wheel" transform="translate(${n(axle)} ${n(axleY)})"/>`).join("")}`;
}

/** Half the chord that a circle of this radius cuts from the sill line. */
function across(radius: number, axleY: number, sill: number): number {
  return Math.sqrt(Math.max(0, radius ** 2 - (sill - axleY) ** 2));
}

function angularArch(axle: number, by: number, axleY: number, sill: number): string {
  const [wide, narrow, high] = [by + 7, by * 0.58, by + 1];
  return `L${n(axle + wide)} ${n(sill)}L${n(axle + narrow)} ${n(axleY - high)}L${n(axle - narrow)} ${n(axleY - high)}L${n(axle - wide)} ${n(sill)}`;
}

function claddingOf({ profile: { cladding }, left, right, sill, arch, archesOf }: Layout): string {
  const high = cladding === 2 ? 17 : cladding === 1 ? 10 : 5;
  const band = `<path d="M${n(left - 5)} ${n(sill - high)}H${n(right + 5)}V${n(sill + 9)}H${n(left - 5)}Z" fill="url(#trim)"/>`;
  return cladding === 2 ? `${band}<path d="${archesOf(arch + 8)}" fill="#26292d"/>` : band;
}

function spareOf({ right, radius }: Layout): string {
  return `<rect x="${n(right - 8)}" y="${n(GROUND - radius * 3.05)}" width="27" height="${n(radius * 1.85)}" rx="8" fill="#1b1d20"/>`;
}

function mirrorOf({ doors, px, paint }: Layout): string {
  const shell = `<path d="M0 4C1-2 8-4.500 17-4.500C23-4.500 26-2 26 3C26 8 23 10 16 10C8 10 1 8.500 0 4Z"`;
  return `<g transform="translate(${px(doors.mirror)}) translate(-6 -6)"><path d="M7 8L13 15L21 15L19 8Z" fill="#14161a"/>${shell} fill="${paint}"/>${shell} fill="${SHADE}" fill-opacity=".35"/><path d="M0 4C1-2 8-4.500 17-4.500C23-4.500 26-2 26 2C20-.5 8 .5 0 4Z" fill="${WHITE}" fill-opacity=".6"/></g>`;
}

/** A crease across both doors and the shade below it. */
function slashOf({ outline, doors: { middle }, px }: Layout, low: number): string {
  const { frontAxle, rearAxle, tireRadius, at } = outline;
  const [from, to] = [frontAxle + tireRadius * 1.5, rearAxle - tireRadius * 1.1];
  const high = at(0, 52).y;
  const points = [
    { x: from, y: low },
    { x: middle + 8, y: high },
    { x: to, y: high - 1 },
    { x: to, y: low },
  ];
  return `<path d="M${points.map(px).join("L")}Z" fill-opacity=".2"/><path d="M${points.slice(0, 3).map(px).join("L")}" fill="none" stroke="url(#fold)" stroke-width="2"/>`;
}

function spoilerOf({ outline: { topAt }, profile, inch, px }: Layout): string {
  const end = inch(profile.backX);
  const y = topAt(end);
  const points = [
    { x: end - 9, y: topAt(end - 9) - 0.2 },
    { x: end + 4, y: y + 0.3 },
    { x: end + 3.4, y: y - 1.5 },
    { x: end - 3, y: y - 2.4 },
  ];
  return `<path d="M${points.map(px).join("L")}Z" fill="#1b1e22"/>`;
}

/** The side windows: below the roof and above the belt, from the windshield to their rear end. */
function glassOf(outline: Outline, profile: Profile): Point[] {
  const { topAt, at } = outline;
  const inset = 4.2;
  const beltY = beltAt(outline, profile);
  const from = at(profile.cowlX, 0).x;
  const topEnd = at(profile.glassTop, 0).x;
  const end = at(profile.glassEnd, 0).x;
  const xs = steps(from, topEnd, 12).filter((x) => topAt(x) - inset > beltY(x) + 0.4);
  const [first = from] = xs;
  return [
    { x: first - 1.2, y: beltY(first) },
    ...xs.map((x) => ({ x, y: topAt(x) - inset })),
    { x: end, y: beltY(end) },
  ];
}

function beltAt({ at }: Outline, profile: Profile): (x: number) => number {
  const front = at(profile.cowlX, profile.beltFront);
  const rear = at(profile.glassEnd, profile.beltRear);
  return (x) => front.y + ((rear.y - front.y) * (x - front.x)) / (rear.x - front.x);
}

function beltOf(outline: Outline, profile: Profile): Point[] {
  const y = beltAt(outline, profile);
  const glass = glassOf(outline, profile);
  const [from, to] = [glass[0]?.x ?? 0, glass.at(-1)?.x ?? 0];
  return [from, to].map((x) => ({ x, y: y(x) - 0.5 }));
}

/** The rear window in profile; a steep one is barely visible. */
function rearWindow(
  outline: Outline,
  { backX, backY, deckX, deckY }: Profile,
): [number, number] | null {
  const [from, to] = [outline.at(backX, backY), outline.at(deckX, deckY)];
  const [run, fall] = [to.x - from.x, from.y - to.y];
  return fall > run * 1.6 ? null : [from.x + run * 0.12, from.x + run * 0.9];
}

function darkPillar({ outline: { at, topAt }, profile, glass, px }: Layout) {
  const end = glass.at(-1) ?? at(profile.glassEnd, profile.beltRear);
  const top = glass.at(-2) ?? end;
  const rear = at(profile.deckX - 1.5, profile.deckY);
  return `M${[
    { x: top.x - 1, y: top.y },
    { x: at(profile.backX, 0).x, y: topAt(at(profile.backX, 0).x) - 3.6 },
    { x: rear.x, y: Math.max(end.y, rear.y - 3) },
    { x: end.x - 1, y: end.y },
  ]
    .map(px)
    .join("L")}Z`;
}

function sheensOf({ glass, px }: Layout): string {
  const [from, to] = [glass[0]?.x ?? 0, glass.at(-1)?.x ?? 0];
  const band = (share: number, wide: number) => {
    const x = from + (to - from) * share;
    const points = [
      { x, y: 0 },
      { x: x + 38, y: 90 },
      { x: x + 38 + wide, y: 90 },
      { x: x + wide, y: 0 },
    ];
    return `<path d="M${points.map(px).join("L")}Z" fill="url(#sheen)" fill-opacity=".55"/>`;
  };
  return [band(-0.12, 12), band(0.34, 6), band(0.62, 5)].join("");
}

/** The part of the body that is roof, up to the rear window or over a steep back. */
function roofOf({ topAt, at }: Outline, profile: Profile, rearWindowFrom?: number): Point[] {
  const [from, back] = [at(profile.roofX, 0).x, at(profile.backX, 0).x];
  const to = rearWindowFrom === undefined ? back : rearWindowFrom + 1;
  const high = at(0, 105).y;
  const end = rearWindowFrom === undefined ? to + 14 : to;
  return [
    { x: from, y: high },
    { x: end, y: high },
    { x: end, y: topAt(to) - 4 },
    ...steps(from, to, 6)
      .toReversed()
      .map((x) => ({ x, y: topAt(x) - 4 })),
  ];
}

function shoulderOf(outline: Outline, profile: Profile): Point[] {
  const y = beltAt(outline, profile);
  const end = outline.at(99, 0).x;
  return steps(outline.at(4, 0).x, end, 8).map((x) => {
    const free = Math.min(y(x) - 4.5, outline.topAt(x) - 3.5);
    return { x, y: free };
  });
}

function doorsOf(
  outline: Outline,
  profile: Profile & { doors: 2 | 4 },
  { groundClearance }: Measures,
) {
  const { frontAxle, rearAxle, tireRadius } = outline;
  const y = beltAt(outline, profile);
  const glass = glassOf(outline, profile);
  const glassFrom = glass[0]?.x ?? 0;
  const from = Math.max(frontAxle + tireRadius + 5, glassFrom - 2);
  const low = groundClearance + 3.5;
  const to = Math.min(rearAxle - tireRadius * 0.35, outline.at(profile.glassEnd, 0).x);
  const middle =
    profile.doors === 4 ? from + (to - from) * 0.5 : from + Math.min(52, (to - from) * 0.72);
  const lean = 1.4;
  const cut = (x: number): Point[] => [
    { x: x - lean, y: y(x) },
    { x: x + 0.3, y: (y(x) + low) / 2 },
    { x, y: low },
  ];
  const isClear = to < rearAxle - tireRadius * 1.4;
  const rearCut: Point[] = isClear
    ? cut(to)
    : [
        { x: to, y: y(to) },
        { x: to - 0.6, y: y(to) - 7 },
        { x: rearAxle - tireRadius * 0.92, y: tireRadius * 1.9 },
        { x: rearAxle - tireRadius * 1.28, y: tireRadius * 1.1 },
        { x: rearAxle - tireRadius * 1.4, y: low },
      ];
  const front = cut(from);
  const pillarAt = (x: number, shift: number): Point[] => [
    { x, y: y(x) - 1 },
    { x: x + shift, y: outline.topAt(x) },
  ];
  const bottom: Point[] = [
    { x: from, y: low },
    { x: profile.doors === 2 ? middle : isClear ? to : rearAxle - tireRadius * 1.4, y: low },
  ];
  const rearQuarter = outline.at(profile.glassEnd, 0).x - to > 9 ? [pillarAt(to, -1.5)] : [];
  return {
    middle,
    lines:
      profile.doors === 4 ? [front, cut(middle), rearCut, bottom] : [front, cut(middle), bottom],
    pillars: [pillarAt(middle - 1, -1), ...rearQuarter],
    handles: (profile.doors === 4 ? [middle - 11, to - 11] : [middle - 12]).map((x) => ({
      x,
      y: y(x) - 4.5,
    })),
    mirror: { x: glassFrom + 4.5, y: y(glassFrom) + 1.2 },
  };
}

function hoodGap(outline: Outline, { hoodX, cowlX }: Profile): Point[] {
  const xs = steps(outline.at(hoodX, 0).x + 2, outline.at(cowlX, 0).x + 3, 8);
  return xs.map((x, step) => ({ x, y: outline.topAt(x) - 3.4 + step * 0.15 }));
}

function bedGap(
  outline: Outline,
  { backX, deckX, deckY, beltRear }: Profile,
  clearance: number,
): Point[] {
  const x = outline.at((backX + deckX) / 2, 0).x + 1.5;
  return [
    { x, y: outline.at(0, Math.min(deckY, beltRear + 5)).y },
    { x, y: clearance + 4 },
  ];
}
