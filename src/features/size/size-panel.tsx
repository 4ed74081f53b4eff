import type { ReactNode } from "react";

import { formatLength } from "../../domain/shown-formats.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Chosen } from "../compare/compare.ts";
import styles from "./size-panel.module.css";
import { SizeStage } from "./size-stage.tsx";
import { hasTypicalMeasures } from "../pictures/pictures.ts";
import { sizedCars, sizesInWords, unknownInWords } from "./sizes.ts";

interface SizePanelProps {
  /** at most three */
  chosen: readonly Chosen[];
  /** shown at the start of the note below */
  children?: ReactNode;
}

/** Draws cars over each other to the same scale (comparing.md#size). */
export function SizePanel({ chosen, children }: SizePanelProps) {
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
