import { expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { findUnit } from "./column-unit.server.ts";
import { eachFirst } from "../../../../test/each-first.ts";

test.each<[string, FieldName, string | undefined]>(
  eachFirst([
    [["Range_Km", "km"], "range", "km"],
    [["Range (km)"], "seatingCapacity", undefined],
    [["Range (mi)", "mi"], "range", undefined],
    [["Range (km)"], "trim", undefined],
    [["Length (m)"], "length", "metres"],
    [["price", "Top all trims"], "price", undefined],
    [["EUR"], "price", "euros"],
    [["MPGe"], "consumption", "MPGe"],
    [["PS"], "horsepower", "metric hp"],
    [["cm"], "length", "cm"],
    [["Räckvidd (mil)"], "range", "Scandinavian miles"],
    [["Förbrukning (kWh/mil)"], "consumption", "kWh/mil"],
    [["t"], "curbWeight", "tonnes"],
    [["zeroToHundred"], "zeroToSixty", "0-100 km/h"],
  ]),
)("the unit in the header %s for %s must be confirmed: %s", (header, field, unit) => {
  expect(findUnit({ header }, field).stated).toBe(unit);
});

test.each<[string, FieldName, string | undefined]>(
  eachFirst([
    [["Range [leagues]"], "range", "leagues"],
    [["Price (Rs)"], "price", "Rs"],
    [["Price (Ft)", "价格（万元）", "Price UK (GBP)", "Price"], "price", undefined],
    [["Range (EPA est.)", "Range (mi)", "range"], "range", undefined],
    [["Charging (10-80%)"], "charging", undefined],
    [["Trim (leagues)"], "trim", undefined],
    [["Torque (kgm)"], "torque", "kgm"],
    [["UK price"], "price", "UK"],
    [["Price Germany"], "price", "Germany"],
  ]),
)("what %s has in brackets may be a unit that nobody knows, of %s: %s", (header, field, unit) => {
  expect(findUnit({ header }, field).unknown).toBe(unit);
});

test.each(
  eachFirst([
    [["Price (Lakhs)", "Price (100k INR)"], "price", 100_000],
    [["价格（万元）", "価格（万円）", "가격(만원)"], "price", 10_000],
    [["MSRP (10k CNY)", "MSRP (10,000 CNY)"], "price", 10_000],
    [["Prix (milliers d'euros)", "Cena (tys. zł)", "Цена (тыс. руб.)"], "price", 1_000],
    [["Grundpreis (T€)", "Prix TTC (k€)", "Price k$", "Listenpreis [TEUR]"], "price", 1_000],
    [["Precio (miles de euros)", "Preis in 1.000 €", "Price (in 1000's)"], "price", 1_000],
    [["UVP in T-Euro", "Preço (mil €)"], "price", 1_000],
    [["Towing (1000 lb)"], "towing", 1_000],
    [["Curb weight (thousand lbs)"], "curbWeight", 1_000],
    [["Price (M$)", "Price ($m)", "Preis (Mio. €)"], "price", 1_000_000],
    [["Precio (millones de pesos)"], "price", 1_000_000],
    [["Price in $100"], "price", 100],
    [["Range (100 km)"], "range", 100],
    [["Range (miles)", "Range (km)"], "range", 1],
    [["Verbrauch (100 km)", "Consumption (kWh/100 km)"], "consumption", 1],
    [["Price (A$)"], "price", 1],
    [["Trim (thousands)"], "trim", 1],
  ]),
)("%s of %s multiplies its figures by %s", (header, field, multiple) => {
  expect(findUnit({ header }, field).multiple).toBe(multiple);
});
