import { knownNames } from "../src/features/search/known-names.ts";
import { parseQuery } from "../src/features/search/plain-words.ts";
import { sampleEv } from "./sample-cars.ts";

const NAMES = [
  ["Acura", "ZDX"],
  ["Audi", "Q6 e-tron"],
  ["BMW", "i4"],
  ["Chevrolet", "Equinox EV"],
  ["Fiat", "500e"],
  ["Ford", "F-150 Lightning"],
  ["GMC", "Hummer EV Pickup"],
  ["Genesis", "GV60"],
  ["Hyundai", "Ioniq 5"],
  ["Kia", "EV6"],
  ["Mercedes-Benz", "EQS SUV"],
  ["Polestar", "2"],
  ["Rivian", "R1T"],
  ["Tesla", "Model 3"],
  ["Tesla", "Model Y"],
  ["Volkswagen", "ID.4"],
];
export const EVS = NAMES.map(([make = "", model = ""], id) =>
  sampleEv({ id, make, model }, { trim: make === "Acura" ? "A-Spec" : "Base", range: 500 }),
);
export const KNOWN = knownNames(EVS);

/** Parses a text. @returns the filters as in an address, and the remaining words */
export function readWords(text: string): [string, string] {
  const { tokens, rest } = parseQuery(text, KNOWN);
  return [tokens.map(({ parameter, value }) => `${parameter}=${value}`).join("&"), rest];
}
