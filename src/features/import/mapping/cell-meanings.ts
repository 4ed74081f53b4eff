/** Meanings of words from other catalogues and languages, by field and in lowercase. */
import type { FieldName } from "../../../domain/fields.ts";

export type Meanings = Readonly<Record<string, string>>;

const words = (value: string, texts: string): Meanings =>
  Object.fromEntries(texts.split(", ").map((text) => [text, value]));

const MEANINGS: Readonly<Partial<Record<FieldName, Meanings>>> = {
  bodyType: {
    ...words("Sedan", "saloon, limousine, berline, berlina"),
    ...words("Hatchback", "hatch, small hatchback, schrägheck, citadine, kombikupé"),
    ...words("Hatchback", "halvkombi, due volumi, hatchbak"),
    ...words("SUV", "geländewagen, todoterreno, terenowy"),
    ...words("Pickup Truck", "pickup, pick-up, truck, ute, pritsche"),
    ...words("Minivan", "van, minibus, monospace, monovolumen, flerbruksbil"),
    ...words("Crossover", "station wagon, cuv"),
    ...words("Sports Car", "coupe, coupé, roadster, cabriolet, cabrio, convertible, kabriolet"),
  },
  driveType: {
    ...words("AWD", "4wd, 4x4, all wheel drive, all-wheel drive, four wheel drive, allrad"),
    ...words("AWD", "allradantrieb, intégrale, transmission intégrale, quatre roues motrices"),
    ...words("AWD", "total, tracción total, integral, na cztery koła, napęd na cztery koła"),
    ...words("AWD", "firehjulsdrift, firehjulstrekk, firehjul"),
    ...words("AWD", "integrale, trazione integrale, vierwielaandrijving, fyrhjulsdrift"),
    ...words("AWD", "firehjulstræk, tração integral, tração total, 4motion, quattro, 4matic"),
    ...words("FWD", "front wheel drive, front-wheel drive, front, frontantrieb, vorderrad"),
    ...words("FWD", "vorderradantrieb, traction, traction avant, delantera, tracción delantera"),
    ...words("FWD", "przedni, przód, na przednie koła, forhjulsdrift, forhjulstrekk"),
    ...words("FWD", "anteriore, trazione anteriore, voorwielaandrijving, framhjulsdrift"),
    ...words("FWD", "forhjulstræk, dianteira, tração dianteira, 2wd (front)"),
    ...words("RWD", "rear wheel drive, rear-wheel drive, rear, heckantrieb, hinterrad"),
    ...words("RWD", "hinterradantrieb, propulsion, trasera, tracción trasera, tylny, tył"),
    ...words("RWD", "na tylne koła, bakhjulsdrift, bakhjulstrekk"),
    ...words("RWD", "posteriore, trazione posteriore, achterwielaandrijving, baghjulstræk"),
    ...words("RWD", "traseira, tração traseira, 2wd (rear)"),
  },
  chargePort: {
    ...words("CCS", "ccs combo, ccs combo 2, ccs1, ccs2, ccs 1, ccs 2, type 2 ccs, combo 2"),
    ...words("NACS", "tesla, j3400"),
    ...words("CHAdeMO", "type 1 chademo, type 2 chademo"),
  },
};

export function meaningsOfField(field: FieldName): Meanings {
  return MEANINGS[field] ?? {};
}
