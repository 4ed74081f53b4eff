import { IconButton } from "../ui/icon-button.tsx";
import { chooseDistanceUnit, useDistance } from "../vehicle/use-distance.ts";
import styles from "./distance-switch.module.css";

const NAMES = { miles: "miles", km: "kilometers" };

/** Miles or kilometers (readings 7); it shows the unit that holds. */
export function DistanceSwitch() {
  const { unit, short } = useDistance();
  const next = unit === "miles" ? "km" : "miles";
  return (
    <IconButton
      label={`Distances in ${short} (${NAMES[unit]}). Switch to: ${NAMES[next]}`}
      className={styles.switch}
      onClick={() => chooseDistanceUnit(next)}
    >
      {short}
    </IconButton>
  );
}
