import type { ReactNode } from "react";

import type { Codec } from "../../ui/page-query.ts";
import { Slider } from "../../ui/slider.tsx";
import { usePageState } from "../../ui/use-page-state.tsx";
import type { DistanceUnit } from "../../domain/distance.ts";
import { formatLength } from "../../domain/shown-formats.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { type Assumption, figureParameters, figuresIn, namesOf } from "../../domain/assumption.ts";
import type { Chosen } from "../compare/compare.ts";
import styles from "./size-panel.module.css";
import { SizeStage } from "./size-stage.tsx";
import { type SizedCar, sizedCars, sizeRows, sizesInWords, unknownInWords } from "./sizes.ts";

/** Opacity of each car, in percent, in the address: `see1=100&see2=40`. */
const OPACITY = { label: "Opacity", unit: "%", min: 0, max: 100, decimals: 0 };

const FIGURES = {
  first: { ...OPACITY, parameter: "see1" },
  second: { ...OPACITY, parameter: "see2" },
  third: { ...OPACITY, parameter: "see3" },
} as const satisfies Record<string, Assumption>;

type Opacities = Readonly<Record<keyof typeof FIGURES, number>>;
const PLACES = namesOf(FIGURES);

const USUAL: Opacities = { first: 100, second: 60, third: 45 };
const PARAMETERS = new Set<string>(PLACES.map((place) => FIGURES[place].parameter));

export const SIZE_CODEC: Codec<Opacities> = {
  isSetting: true,
  owns: (parameter) => PARAMETERS.has(parameter),
  parse: (search) => ({
    ...USUAL,
    ...figuresIn(FIGURES, new URLSearchParams(search)),
  }),
  serialize: (opacities) => figureParameters(FIGURES, opacities, USUAL).join("&"),
};

interface SizePanelProps {
  /** at most three */
  chosen: readonly Chosen[];
  /** shown at the start of the note below */
  children?: ReactNode;
}

/** Draws cars over each other to the same scale (comparing.md#size). */
export function SizePanel({ chosen, children }: SizePanelProps) {
  const { unit } = useDistance();
  const [choice, change] = usePageState(SIZE_CODEC);
  const cars = sizedCars(chosen);
  const opacities = PLACES.map((place) => choice[place]);
  const words = sizesInWords(cars, unit);
  const notes = unknownInWords(cars);
  return (
    <div className={`surface ${styles.size}`}>
      {words && <p className={styles.words}>{words}</p>}
      <SizeStage cars={cars} opacities={opacities} />
      <ul role="list" className={styles.cars}>
        {cars.map((car, at) => {
          const place = PLACES[at];
          return (
            <li key={car.key} data-car={at + 1} className={styles.car}>
              <p aria-hidden translate="no" className={styles.name}>
                {car.name}
              </p>
              <p aria-hidden className={styles.figures}>
                {listSizes(car, unit)}
              </p>
              {place && cars.length > 1 && (
                <div className={styles.opacity} data-scripted>
                  <Slider
                    quiet
                    label={`Opacity of ${car.name}`}
                    min={0}
                    max={100}
                    step={5}
                    value={choice[place]}
                    formatValue={(value) => `${value}%`}
                    onChange={(value) => change((now) => ({ ...now, [place]: value }))}
                  />
                  <span aria-hidden className={styles.percent}>
                    {choice[place]}%
                  </span>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.note}>
        {children}Drawn to scale from their dimensions. Not photos. Each square is{" "}
        {unit === "km" ? "half a meter" : "one foot"}. {notes.join(" ")}
      </p>
      <div className="visually-hidden">
        <SizeTable cars={cars} />
      </div>
    </div>
  );
}

/** `Height 63 in · wheelbase 118.1 in · clearance 6.1 in`, with N/A for unknown figures */
function listSizes(
  { known: { height, wheelbase, groundClearance } }: SizedCar,
  unit: DistanceUnit,
) {
  return [
    `Height ${formatLength(height, { unit })}`,
    `wheelbase ${formatLength(wheelbase, { unit })}`,
    `clearance ${formatLength(groundClearance, { unit })}`,
  ].join(" · ");
}

/** The figures and differences in the picture, for people who cannot see it. */
function SizeTable({ cars }: { cars: readonly SizedCar[] }) {
  const { unit } = useDistance();
  return (
    <table>
      <caption>
        {cars.length > 1 ? `Sizes, and how they differ from ${cars[0]?.name}` : "Size"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {cars.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sizeRows(cars, unit).map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map((cell, at) => (
              <td key={cars[at]?.key}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
