import crossover from "../../../assets/illustrations/crossover.svg?raw";
import hatchback from "../../../assets/illustrations/hatchback.svg?raw";
import minivan from "../../../assets/illustrations/minivan.svg?raw";
import pickupTruck from "../../../assets/illustrations/pickup-truck.svg?raw";
import sedan from "../../../assets/illustrations/sedan.svg?raw";
import sportsCar from "../../../assets/illustrations/sports-car.svg?raw";
import suv from "../../../assets/illustrations/suv.svg?raw";
import type { BodyType } from "../../vehicle/vehicle.ts";
import { type Paint, tonesOf } from "./paints.ts";

const DRAWINGS: Readonly<Record<BodyType, string>> = {
  Sedan: sedan,
  SUV: suv,
  "Pickup Truck": pickupTruck,
  Crossover: crossover,
  "Sports Car": sportsCar,
  Hatchback: hatchback,
  Minivan: minivan,
};

export function paintDrawing(bodyType: BodyType, paint: Paint): string {
  const tones = tonesOf(paint);
  return DRAWINGS[bodyType].replaceAll(/\{\{(\w+)\}\}/g, (_, tone: string) => tones[tone] ?? "");
}
