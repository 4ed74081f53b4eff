import { type CSSProperties, type ReactNode, useId } from "react";

import { formatLength } from "../../domain/shown-formats.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { ModelTrim } from "../compare/compare.ts";
import styles from "./size-panel.module.css";
import { DRAWING } from "../pictures/drawing/measures.ts";
import { drawingPath, hasTypicalMeasures } from "../pictures/pictures.ts";
import stage from "./size-stage.module.css";
import {
  formatFeet,
  type SizedCar,
  sizedCars,
  sizesInWords,
  SPACE_INCHES,
  unknownInWords,
} from "./sizes.ts";

/** Draws cars over each other to the same scale (comparing.md#size). */
export function SizePanel(props: {
  /** at most three */
  chosen: readonly ModelTrim[];
  /** shown at the start of the note below */
  children?: ReactNode;
}) {
  const { chosen, children } = props;
  const { unit } = useDistance();
  const cars = sizedCars(chosen);
  const words = sizesInWords(cars, unit);
  const notes = unknownInWords(cars);
  const say = (inches: number | null) => formatLength(inches, { unit });
  return (
    <div className={`surface ${styles.size}`}>
      {words && <p className={styles.words}>{words}</p>}
      <SizeStage cars={cars} />
      <ul role="list" className={styles.cars}>
        {cars.map((car, at) => (
          <li key={car.key} data-car={at + 1} className={styles.car}>
            <p translate="no" className={styles.name}>
              {car.name}
            </p>
            <p className={styles.figures}>
              <span className="visually-hidden">{`Length ${say(car.known.length)}, `}</span>
              {`Height ${say(car.known.height)}, wheelbase ${say(car.known.wheelbase)}, `}
              {`clearance ${say(car.known.groundClearance)}`}
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {children}
        {cars.some(({ ev }) => hasTypicalMeasures(ev))
          ? "Drawn from known dimensions."
          : `Drawn to scale from ${cars.length === 1 ? "its" : "their"} dimensions.`}{" "}
        {cars.length === 1 ? "Not a photo." : "Not photos."} Each square is{" "}
        {unit === "km" ? "half a meter" : "one foot"}. {notes.join(" ")}
      </p>
    </div>
  );
}

/** In inches: width of the stage, position of the cars' front ends, space above and below the ground. */
const WIDTH = 270;
const FRONT_END_AT = 32;
const HEADROOM = 86;
const BELOW_GROUND = 10;
const PERSON_AT = 13;
const PERSON_INCHES = 69;
/** The distance between the lines of the grid in inches, the person's height and the length of the space. */
const SCALE = {
  miles: { grid: 12, person: "5 ft 9 in", space: "18 ft" },
  km: { grid: 50 / 2.54, person: "175 cm", space: "5.5 m" },
};

const PERSON =
  "M-1.7-59.6Q-8.4-58.9-8.9-54L-10-33.4Q-10.1-31.2-8.5-31.1-7.1-31-6.9-33.2L-5.9-49-5.5-36-5.3-2.2Q-5.3 0-3.2 0-1.1 0-1-2L-.4-30.5H.4L1-2Q1.1 0 3.2 0 5.3 0 5.3-2.2L5.5-36 5.9-49 6.9-33.2Q7.1-31 8.5-31.1 10.1-31.2 10-33.4L8.9-54Q8.4-58.9 1.7-59.6Z";

const percent = (inches: number, of: number) => `${Math.round((inches / of) * 10_000) / 100}%`;
const digits = (inches: number) => Math.round(inches * 100) / 100;
const across = (inches: number) => percent(inches, WIDTH);

/** The second and third car are translucent, so that all can be seen. */
const OPACITIES = [1, 0.6, 0.45];

/** Draws the cars over each other, front ends aligned, with a grid, a person and a parking space. */
function SizeStage({ cars }: { cars: readonly SizedCar[] }) {
  const outlines = useId();
  const { unit } = useDistance();
  // Nearly all cars get the same height, so that nothing moves when another one appears.
  const ground = Math.max(HEADROOM, ...cars.map(({ drawn }) => drawn.height + 4));
  // The smallest car is in front.
  const layers = cars
    .map((car, at) => ({ car, at }))
    .toSorted((a, b) => b.car.drawn.length - a.car.drawn.length);
  return (
    <div className={stage.frame} aria-hidden>
      <div className={stage.box}>
        <div className={stage.stage} style={{ aspectRatio: `${WIDTH} / ${ground + BELOW_GROUND}` }}>
          <Scenery cars={cars} ground={ground} outlines={outlines} />
          {layers.map(({ car, at }) => (
            <CarPicture
              key={car.key}
              car={car}
              ground={ground}
              style={{ opacity: OPACITIES[at] }}
            />
          ))}
          {layers.map(({ car, at }) => {
            const filter = `url(#${outlines}${at + 1})`;
            return <CarPicture key={car.key} car={car} ground={ground} style={{ filter }} />;
          })}
        </div>
        <div className={stage.labels}>
          {SCALE[unit].person}
          <span className={stage.label} style={{ left: across(FRONT_END_AT + SPACE_INCHES / 2) }}>
            Parking space, {SCALE[unit].space}
          </span>
        </div>
        {cars.map(
          ({ key, known, drawn }, at) =>
            known.length !== null && (
              <div key={key} data-car={at + 1} className={stage.length}>
                <span
                  className={stage.span}
                  style={{ left: across(FRONT_END_AT), width: across(drawn.length) }}
                >
                  <span>
                    {formatLength(known.length, { unit })}
                    <span className={stage.feet}>{formatFeet(known.length, unit)}</span>
                  </span>
                </span>
              </div>
            ),
        )}
      </div>
    </div>
  );
}

function Scenery(props: {
  cars: readonly SizedCar[];
  ground: number;
  /** prefix for the ids of the filters */
  outlines: string;
}) {
  const { cars, ground, outlines } = props;
  const { unit } = useDistance();
  return (
    <svg viewBox={`0 0 ${WIDTH} ${ground + BELOW_GROUND}`} className={stage.scenery}>
      <defs>
        {cars.map(({ key }, at) => (
          <Outline key={key} id={`${outlines}${at + 1}`} car={at + 1} />
        ))}
      </defs>
      <path d={gridPath(SCALE[unit].grid, ground)} className={stage.grid} />
      <path d={`M0 ${ground}H${WIDTH}`} className={stage.ground} />
      <path
        d={`M${FRONT_END_AT} ${ground}v7H${FRONT_END_AT + SPACE_INCHES}v-7`}
        className={stage.space}
      />
      <g transform={`translate(${PERSON_AT} ${ground})`} className={stage.person}>
        <ellipse cy={4.5 - PERSON_INCHES} rx="3.5" ry="4.5" />
        <path d={PERSON} />
      </g>
    </svg>
  );
}

interface PictureProps {
  car: SizedCar;
  ground: number;
  style: CSSProperties;
}

function CarPicture({ car: { ev, stretch, drawn }, ground, style }: PictureProps) {
  const down = (inches: number) => percent(inches, ground + BELOW_GROUND);
  const [x, y] = [stretch.x / DRAWING.pixelsPerInch, stretch.y / DRAWING.pixelsPerInch];
  return (
    <img
      src={drawingPath(ev, "svg")}
      alt=""
      width={DRAWING.width}
      height={DRAWING.height}
      loading="lazy"
      decoding="async"
      className={stage.car}
      style={{
        left: across(FRONT_END_AT + drawn.length / 2 - (DRAWING.width * x) / 2),
        top: down(ground - DRAWING.ground * y),
        width: across(DRAWING.width * x),
        height: down(DRAWING.height * y),
        ...style,
      }}
    />
  );
}

/** Draws a car's outline in its colour, without the shadow. */
function Outline({ id, car }: { id: string; car: number }) {
  return (
    <filter id={id} colorInterpolationFilters="sRGB">
      <feComponentTransfer in="SourceAlpha" result="body">
        <feFuncA type="linear" slope="16" intercept="-15" />
      </feComponentTransfer>
      <feMorphology operator="dilate" radius="1.25" />
      <feComposite in2="body" operator="out" result="edge" />
      <feFlood data-car={car} className={stage.flood} />
      <feComposite in2="edge" operator="in" />
    </filter>
  );
}

function gridPath(step: number, ground: number): string {
  const lines: string[] = [];
  for (let x = FRONT_END_AT % step; x <= WIDTH; x += step) lines.push(`M${digits(x)} 0V${ground}`);
  for (let y = ground - step; y >= 0; y -= step) lines.push(`M0 ${digits(y)}H${WIDTH}`);
  return lines.join("");
}
