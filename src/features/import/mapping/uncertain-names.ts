/** Names that mean a field only if something else in the column confirms it. */
import type { FieldName } from "../../../domain/fields.ts";
import type { Names } from "./column-names.ts";

const COUNTRIES =
  "germany, netherlands, the netherlands, uk, united kingdom, usa, france, spain, poland, norway";
/** `PriceinGermany` splits into two words at its capitals. */
const PRICES_IN = COUNTRIES.split(", ").flatMap((country) => [
  `price in ${country}`,
  `pricein ${country}`,
]);

/** Names that could mean time or power, people or energy, money or a market; only the unit decides. */
export const NAMES_BY_UNIT: Readonly<Partial<Record<FieldName, Names>>> = {
  price: { en: PRICES_IN.join(", ") },
  charging: {
    en: "charging, charge, fast charge, fast charging, dc fast charge",
    de: "ladezeit, ladedauer, schnellladen",
    fr: "temps de charge, temps de recharge, charge rapide",
    es: "tiempo de carga, carga rápida",
    pl: "czas ładowania, szybkie ładowanie",
    no: "ladetid, hurtiglading",
  },
  homeCharging: {
    en: "charging time ac, charge time ac",
    de: "ladezeit, ladedauer",
    fr: "temps de charge, temps de recharge",
    es: "tiempo de carga",
    pl: "czas ładowania",
    no: "ladetid",
  },
  maxChargingSpeed: {
    en: "charging, charge, fast charge, fast charging, dc fast charge, dc charging",
    de: "schnellladen",
    fr: "charge rapide, recharge rapide",
    es: "carga rápida",
    pl: "szybkie ładowanie",
    no: "hurtiglading",
  },
  acChargingSpeed: { en: "ac charging, ac charge" },
  batteryCapacity: { en: "capacity, usable capacity", de: "kapazität", pl: "pojemność" },
  cargoSpace: { en: "volume" },
};

/** Names that other things have too; only matching values decide. */
export const NAMES_BY_VALUE: Readonly<Partial<Record<FieldName, Names>>> = {
  bodyType: {
    en: "vehicle type, car type, type, class, category, segment, shape",
    de: "fahrzeugtyp, fahrzeugart, typ, bauform",
    fr: "type de véhicule, type",
    es: "tipo de vehículo, tipo",
    pl: "typ pojazdu, typ",
    no: "biltype, type",
  },
  driveType: {
    en: "powertrain, power train, traction, transmission",
    de: "antrieb, antriebstyp",
    fr: "transmission, type de transmission, traction",
    es: "tracción, transmisión",
    pl: "napęd",
    no: "drift, hjultrekk",
  },
  chargePort: { en: "charging standard, port", de: "anschluss", fr: "prise", pl: "gniazdo" },
  taxCreditEligible: { en: "eligible" },
};
