import { expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { listed } from "../../../../test/listed.ts";
import { findUnit } from "./column-unit.server.ts";

test.each<[string, FieldName, string | undefined]>([
  ["Range_Km", "range", "km"],
  ["Range (km)", "seatingCapacity", undefined],
  ["Range (mi)", "range", undefined],
  ["Range (km)", "trim", undefined],
  ["Length (m)", "length", "metres"],
  ["price", "price", undefined],
  ["Top all trims", "price", undefined],
  ["EUR", "price", "euros"],
  ["km", "range", "km"],
  ["MPGe", "consumption", "MPGe"],
  ["PS", "horsepower", "metric hp"],
  ["cm", "length", "cm"],
  ["mi", "range", undefined],
  ["t", "curbWeight", "tonnes"],
  ["zeroToHundred", "zeroToSixty", "0-100 km/h"],
])("the unit in the header %s for %s must be confirmed: %s", (header, field, unit) => {
  expect(findUnit({ header }, field).stated).toBe(unit);
});

test.each<[string, FieldName, string | undefined]>([
  ["Range [leagues]", "range", "leagues"],
  ["Price (Rs)", "price", "Rs"],
  ["Price (Ft)", "price", undefined],
  ["Range (EPA est.)", "range", undefined],
  ["Range (mi)", "range", undefined],
  ["Charging (10-80%)", "charging", undefined],
  ["Trim (leagues)", "trim", undefined],
  ["Torque (kgm)", "torque", "kgm"],
  ["价格（万元）", "price", undefined],
  ["UK price", "price", "UK"],
  ["Price Germany", "price", "Germany"],
  ["Price UK (GBP)", "price", undefined],
  ["Price", "price", undefined],
  ["range", "range", undefined],
])("what %s has in brackets may be a unit that nobody knows, of %s: %s", (header, field, unit) => {
  expect(findUnit({ header }, field).unknown).toBe(unit);
});

const MULTIPLES: readonly [multiple: number, field: FieldName, headers: string][] = [
  [100, "price", "Price in $100"],
  [100, "range", "Range (100 km)"],
  [
    1_000,
    "price",
    `Prix (milliers d'euros) | Cena (tys. zł) | Цена (тыс. руб.) | Grundpreis (T€) | Prix TTC (k€)
    Price k$ | Listenpreis [TEUR] | Precio (miles de euros) | Preis in 1.000 € | Price (in 1000's)
    UVP in T-Euro | Preço (mil €)`,
  ],
  [1_000, "towing", "Towing (1000 lb)"],
  [1_000, "curbWeight", "Curb weight (thousand lbs)"],
  [
    10_000,
    "price",
    "价格（万元） | 価格（万円） | 가격(만원) | MSRP (10k CNY) | MSRP (10,000 CNY)",
  ],
  [100_000, "price", "Price (Lakhs) | Price (100k INR)"],
  [1_000_000, "price", "Price (M$) | Price ($m) | Preis (Mio. €) | Precio (millones de pesos)"],
  [1, "range", "Range (miles) | Range (km)"],
  [1, "consumption", "Verbrauch (100 km) | Consumption (kWh/100 km)"],
  [1, "price", "Price (A$)"],
  [1, "trim", "Trim (thousands)"],
];
test.each(
  MULTIPLES.flatMap(([multiple, field, headers]) =>
    listed(headers).map((header) => [header, field, multiple] as const),
  ),
)("%s of %s multiplies its figures by %s", (header, field, multiple) => {
  expect(findUnit({ header }, field).multiple).toBe(multiple);
});
