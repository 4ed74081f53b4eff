import { z } from "zod";

import profilesFile from "../../../assets/cars/profiles.csv?raw";
import { type BodyType, type Ev } from "../../vehicle/vehicle.ts";
import { FRONT_LAMPS, frontLamp, REAR_LAMPS, rearLamp } from "./car-lamps.ts";
import { DRAWING, measuresOf } from "./car-measures.ts";
import { type Outline, outlineOf, type Point, steps } from "./car-outline.ts";
import { n, RIMS, wheelOf } from "./car-wheel.ts";
import {
  bedGap,
  beltOf,
  darkPillar,
  doorsOf,
  glassOf,
  hoodGap,
  rearWindow,
  roofOf,
  sheens,
  shoulderOf,
} from "./car-windows.ts";
import { modelKey } from "./images.ts";
import { type Paint, PAINTS, paintOf, tonesOf } from "./paints.ts";

/** `slash` is a crease over the doors, `angular` the shape of the wheel arches, `dark-pillar` the last. */
const EXTRAS = [
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

const figure = z.coerce.number<string>();
const percent = figure.min(0).max(100);

/** A line of `assets/cars/profiles.csv`; its columns are told in car-outline.ts. */
const ProfileLine = z.strictObject({
  make: z.string(),
  model: z.string(),
  axle: percent,
  tire: figure.min(22).max(37),
  noseY: percent,
  hoodX: percent,
  hoodY: percent,
  cowlX: percent,
  cowlY: percent,
  roofX: percent,
  roofY: percent,
  peakX: percent,
  backX: percent,
  backY: percent,
  deckX: percent,
  deckY: percent,
  tailX: percent,
  tailY: percent,
  rearY: percent,
  round: figure.min(0).max(10),
  beltFront: percent,
  beltRear: percent,
  glassTop: percent,
  glassEnd: percent,
  doors: z.coerce.number<string>().pipe(z.literal([2, 4])),
  front: z.enum(FRONT_LAMPS),
  rear: z.enum(REAR_LAMPS),
  rim: z.enum(RIMS),
  cladding: z.coerce.number<string>().pipe(z.literal([0, 1, 2])),
  extras: z
    .string()
    .transform((names) => names.split(" ").filter(Boolean))
    .pipe(z.array(z.enum(EXTRAS))),
  paint: z.enum(["", ...(Object.keys(PAINTS) as Paint[])]), // the keys of a literal that nothing adds to
});
type ProfileLine = z.output<typeof ProfileLine>;

/** The make of the lines that hold a body type's usual profile. */
const ANY_MAKE = "*";

const [header = "", ...lines] = profilesFile.trim().split("\n");
const columns = header.split(",");
/** By model or body type; read when a car is drawn, since all of them would delay the start. */
const profileCells: ReadonlyMap<string, readonly string[]> = new Map(
  lines.map((line) => {
    const cells = line.split(",");
    const [make = "", model = ""] = cells;
    return [make === ANY_MAKE ? model : modelKey(make, model), cells];
  }),
);

function cellsOf(make: string, model: string, bodyType: BodyType): readonly string[] {
  const own = profileCells.get(modelKey(make, model)) ?? profileCells.get(bodyType);
  if (!own) throw new Error(`There is no profile of a ${bodyType}.`);
  return own;
}

/** Differs where `profileOf` does, and costs less. */
export function looksOf(make: string, model: string, bodyType: BodyType): string {
  const [, , ...looks] = cellsOf(make, model, bodyType);
  return [...looks, paintOf(make, model)].join();
}

export type ModelProfile = Omit<ProfileLine, "make" | "model" | "paint"> & { paint: Paint };

/**
 * How a model is drawn: by its line in `assets/cars/profiles.csv`, else as its body type
 * (pictures.md#drawings).
 */
export function profileOf(make: string, model: string, bodyType: BodyType): ModelProfile {
  const cells = cellsOf(make, model, bodyType);
  const line = ProfileLine.parse(Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
  const { make: _make, model: _model, paint, ...profile } = line;
  return { ...profile, paint: paint || paintOf(make, model) };
}

type Tones = Readonly<Record<string, string>>;

const { width: WIDTH, height: HEIGHT, ground: GROUND, pixelsPerInch: SCALE } = DRAWING;

/** The second paint of a car in two. */
const LIGHT = "#dfe1e1";

/**
 * A model's side view as SVG, transparent around it: on one ground line and in one scale with all
 * others, as in `DRAWING` (pictures.md#drawings).
 */
export function drawModel(ev: Pick<Ev, "make" | "model" | "bodyType" | "trims">): string {
  const { measures } = measuresOf(ev);
  const profile = profileOf(ev.make, ev.model, ev.bodyType);
  const tones = tonesOf(profile.paint);
  const outline = outlineOf(measures, profile);
  const left = WIDTH / 2 - (measures.length * SCALE) / 2;
  const px = ({ x, y }: Point) => `${n(left + x * SCALE)} ${n(GROUND - y * SCALE)}`;
  const has = (extra: (typeof EXTRAS)[number]) => profile.extras.includes(extra);
  const line = (points: readonly Point[]) => `M${points.map(px).join("L")}`;
  const { length, height, groundClearance } = measures;
  const { frontAxle, rearAxle, tireRadius, topAt, at } = outline;
  const [x0, x1] = [left, left + length * SCALE];
  const [top, sill] = [GROUND - height * SCALE, GROUND - groundClearance * SCALE];
  const axles = [frontAxle, rearAxle].map((x) => left + x * SCALE);
  const radius = tireRadius * SCALE;
  const axleY = GROUND - radius;
  const arch = radius + (profile.cladding === 2 ? 4 : 5);

  const over = outline.bends
    .map(({ from, corner, to }) =>
      px(from) === px(to) ? px(from) : `${px(from)}Q${px(corner)} ${px(to)}`,
    )
    .join("L");
  const archCut = (axle: number, by: number) =>
    has("angular")
      ? angularArch(axle, by, axleY, sill)
      : `L${n(axle + across(by, axleY, sill))} ${n(sill)}A${n(by)} ${n(by)} 0 1 0 ${n(axle - across(by, axleY, sill))} ${n(sill)}`;
  const body = `M${over}${axles
    .toReversed()
    .map((axle) => archCut(axle, arch))
    .join("")}Z`;

  const archesOf = (by: number) =>
    axles.map((axle) => `M${n(axle)} ${n(sill)}${archCut(axle, by)}Z`).join("");

  const glass = glassOf(outline, profile);
  const belt = beltOf(outline, profile);
  const doors = doorsOf(outline, profile, measures);
  const roofBand = (from: number, to: number, thick: number) => {
    const xs = steps(from, to, 8);
    const upper = xs.map((x) => ({ x, y: topAt(x) + 0.15 }));
    const lower = xs.toReversed().map((x) => ({ x, y: topAt(x) - thick }));
    return `${line([...upper, ...lower])}Z`;
  };
  const inch = (xPercent: number) => at(xPercent, 0).x;
  const roof = has("dark-roof") ? "#1b1e22" : has("light-roof") ? LIGHT : null;
  const rear = has("bed") ? null : rearWindow(outline, profile);
  const tailBand = rear ? `<path d="${roofBand(...rear, 2.2)}" fill="url(#glass)"/>` : "";
  const shoulder = shoulderOf(outline, profile);
  const low = groundClearance + (height - groundClearance) * 0.2;
  const crease = [
    { x: frontAxle + tireRadius * 1.35, y: low },
    { x: rearAxle - tireRadius * 1.35, y: low + 2.2 },
  ];
  const lampBox = { outline, px, profile };

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<defs>
<linearGradient id="paint" gradientUnits="userSpaceOnUse" x1="0" y1="${n(top)}" x2="0" y2="${n(sill)}"><stop offset="0" stop-color="${tones["paintLight"]}"/><stop offset=".2" stop-color="${tones["paint"]}"/><stop offset=".36" stop-color="${tones["paintLight"]}"/><stop offset=".46" stop-color="${tones["paint"]}"/><stop offset=".74" stop-color="${tones["paint"]}"/><stop offset="1" stop-color="${tones["paintDeep"]}"/></linearGradient>
<linearGradient id="ends" gradientUnits="userSpaceOnUse" x1="${n(x0)}" y1="0" x2="${n(x1)}" y2="0"><stop offset="0" stop-opacity=".42"/><stop offset=".055" stop-opacity=".16"/><stop offset=".16" stop-opacity="0"/><stop offset=".86" stop-opacity="0"/><stop offset=".955" stop-opacity=".2"/><stop offset="1" stop-opacity=".48"/></linearGradient>
<linearGradient id="glass" gradientUnits="userSpaceOnUse" x1="0" y1="${n(top)}" x2="0" y2="${n(top + height * SCALE * 0.4)}"><stop offset="0" stop-color="#4d5763"/><stop offset=".45" stop-color="#2a313a"/><stop offset="1" stop-color="#14181d"/></linearGradient>
<linearGradient id="rim" x2="0" y2="1"><stop offset=".1" stop-color="#fff" stop-opacity=".45"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="sheen"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset="1" stop-color="#fff" stop-opacity=".04"/></linearGradient>
<linearGradient id="trim" x2="0" y2="1"><stop offset="0" stop-color="#3b3e43"/><stop offset="1" stop-color="#17191c"/></linearGradient>
<radialGradient id="shadow"><stop offset="0" stop-color="#0c0e12" stop-opacity=".62"/><stop offset=".55" stop-color="#0c0e12" stop-opacity=".42"/><stop offset=".82" stop-color="#0c0e12" stop-opacity=".12"/><stop offset="1" stop-color="#0c0e12" stop-opacity="0"/></radialGradient>
<linearGradient id="fold"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".3" stop-color="#fff" stop-opacity=".55"/><stop offset=".65" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
<filter id="soft" color-interpolation-filters="sRGB" x="-20%" y="-100%" width="140%" height="300%"><feGaussianBlur stdDeviation="6"/></filter>
<path id="body" d="${body}"/><clipPath id="inBody"><use href="#body"/></clipPath>
<path id="shoulder" d="${line(shoulder)}"/><path id="windows" d="${line(glass)}Z"/><clipPath id="inGlass"><use href="#windows"/></clipPath>
${wheelOf(profile.rim, radius)}
</defs>
<ellipse cx="400" cy="${GROUND + 1}" rx="${n(length * SCALE * 0.56)}" ry="17" fill="url(#shadow)"/>
<ellipse cx="400" cy="${GROUND}" rx="${n(length * SCALE * 0.48)}" ry="8" fill="url(#shadow)"/>
<path d="M${n(axles[0] ?? 0)} ${n(axleY)}H${n(axles[1] ?? 0)}V${n(sill + 5)}H${n(axles[0] ?? 0)}Z" fill="#0e0f12"/>
<path d="${archesOf(arch + 1)}" fill="#08090a"/>
${has("spare") ? spareOf(outline, left, radius) : ""}
<use href="#body" fill="url(#paint)" stroke="#0c0e12" stroke-opacity=".4" stroke-width="2.4"/>
<g clip-path="url(#inBody)">
<use href="#shoulder" y="-5" fill="none" stroke="${tones["paintGlow"]}" stroke-opacity=".7" stroke-width="12" filter="url(#soft)"/>
<use href="#shoulder" y="30" fill="none" stroke="${tones["paintDeep"]}" stroke-opacity=".55" stroke-width="24" filter="url(#soft)"/>
${has("two-tone") ? `<path d="M${n(x0)} 0H${n(x1)}L${line(shoulder.toReversed()).slice(1)}Z" fill="${LIGHT}"/>` : ""}${has("slash") ? slashOf(outline, doors.middle, low, px) : ""}
<use href="#body" fill="url(#ends)"/>
<use href="#body" fill="none" stroke="url(#rim)" stroke-width="2.4"/>
<use href="#shoulder" fill="none" stroke="url(#fold)" stroke-width="1.3"/><path d="${line(crease)}" fill="none" stroke="url(#fold)" stroke-width="1.3"/>
${claddingOf(profile, { x0, x1, sill, wheelArches: archesOf(arch + 8) })}
<g fill="none" stroke="#0a0b0d" stroke-opacity=".6" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">${doors.lines.map((door) => `<path d="${line(door)}"/>`).join("")}${has("bed") ? `<path d="${line(bedGap(outline, profile, groundClearance))}"/>` : ""}<path d="${line(hoodGap(outline, profile))}"/></g>
</g>
${roof ? `<path d="${line(roofOf(outline, profile, rear?.[0]))}Z" fill="${roof}" clip-path="url(#inBody)"/>` : ""}
<path d="${roofBand(inch(profile.cowlX) + 0.5, inch(profile.roofX), 2.4)}" fill="url(#glass)"/>
${tailBand}
<use href="#windows" fill="#0d0f12" stroke="#0d0f12" stroke-width="3" stroke-linejoin="round"/>
<use href="#windows" fill="url(#glass)"/>
<g clip-path="url(#inGlass)">
${sheens(glass, px)}
<g stroke="#0b0d10" stroke-width="${n(3.2 * SCALE)}">${doors.pillars.map((pillar) => `<path d="${line(pillar)}"/>`).join("")}</g>
</g>
${has("dark-pillar") ? `<path d="${darkPillar(outline, profile, glass, px)}" fill="#15181c"/>` : ""}
<path d="${line(belt)}" fill="none" stroke="#cfd4da" stroke-opacity=".7" stroke-width="1.4" stroke-linecap="round"/>
${doors.handles.map((handle) => `<g transform="translate(${px(handle)})"><rect width="26" height="4" rx="2" fill="${tones["paintDark"]}"/><rect width="26" height="1.8" rx=".9" fill="${tones["paintGlow"]}" fill-opacity=".9"/></g>`).join("")}
<g clip-path="url(#inBody)">${frontLamp(profile.front, lampBox)}${rearLamp(profile.rear, lampBox)}</g>
${mirrorAt(doors.mirror, px, tones)}
${has("spoiler") ? spoilerOf(outline, inch(profile.backX), px) : ""}
${has("rails") ? `<path d="${line(steps(inch(profile.roofX) + 4, inch(profile.backX) - 2, 10).map((x) => ({ x, y: topAt(x) + 1.1 })))}" fill="none" stroke="#1a1c20" stroke-width="3" stroke-linecap="round"/>` : ""}
${axles.map((axle) => `<use href="#wheel" transform="translate(${n(axle)} ${n(axleY)})"/>`).join("")}
</svg>`;
}

/** Half of the chord that a circle of this radius cuts out of the sill. */
function across(radius: number, axleY: number, sill: number): number {
  return Math.sqrt(Math.max(0, radius ** 2 - (sill - axleY) ** 2));
}

function angularArch(axle: number, by: number, axleY: number, sill: number): string {
  const [wide, narrow, high] = [by + 7, by * 0.58, by + 1];
  return `L${n(axle + wide)} ${n(sill)}L${n(axle + narrow)} ${n(axleY - high)}L${n(axle - narrow)} ${n(axleY - high)}L${n(axle - wide)} ${n(sill)}`;
}

interface Lower {
  x0: number;
  x1: number;
  sill: number;
  /** a path */
  wheelArches: string;
}

function claddingOf({ cladding }: ModelProfile, { x0, x1, sill, wheelArches }: Lower): string {
  const high = cladding === 2 ? 17 : cladding === 1 ? 10 : 5;
  const band = `<path d="M${n(x0 - 5)} ${n(sill - high)}H${n(x1 + 5)}V${n(sill + 9)}H${n(x0 - 5)}Z" fill="url(#trim)"/>`;
  return cladding === 2 ? `${band}<path d="${wheelArches}" fill="#26292d"/>` : band;
}

function spareOf({ points }: Outline, left: number, radius: number): string {
  const back = Math.max(...points.map(({ x }) => x));
  const x = left + back * SCALE;
  return `<rect x="${n(x - 8)}" y="${n(GROUND - radius * 3.05)}" width="27" height="${n(radius * 1.85)}" rx="8" fill="#1b1d20"/>`;
}

function mirrorAt(at: Point, px: (p: Point) => string, tones: Tones): string {
  return `<g transform="translate(${px(at)}) translate(-6 -6)"><path d="M7 8L13 15L21 15L19 8Z" fill="#14161a"/><path d="M0 4C1-2 8-4.500 17-4.500C23-4.500 26-2 26 3C26 8 23 10 16 10C8 10 1 8.500 0 4Z" fill="${tones["paintDark"]}"/><path d="M0 4C1-2 8-4.500 17-4.500C23-4.500 26-2 26 2C20-.5 8 .5 0 4Z" fill="${tones["paintGlow"]}"/></g>`;
}

/** A crease over both doors, and the shade under it. */
function slashOf(
  { frontAxle, rearAxle, tireRadius, at }: Outline,
  middle: number,
  low: number,
  px: (p: Point) => string,
): string {
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

function spoilerOf({ topAt }: Outline, end: number, px: (p: Point) => string): string {
  const y = topAt(end);
  const points = [
    { x: end - 9, y: topAt(end - 9) - 0.2 },
    { x: end + 4, y: y + 0.3 },
    { x: end + 3.4, y: y - 1.5 },
    { x: end - 3, y: y - 2.4 },
  ];
  return `<path d="M${points.map(px).join("L")}Z" fill="#1b1e22"/>`;
}
