import { expect, test } from "vitest";

import type { FieldName } from "../../../domain/fields.ts";
import { isMetricFile } from "./field-names.server.ts";
import type { CsvColumn } from "./columns.schema.ts";
import { findUnit } from "./column-unit.server.ts";
import { annotateColumns } from "./describe-columns.server.ts";

test.each<
  [
    header: string,
    field: FieldName,
    samples: string[],
    isMetric: boolean,
    asked?: "unit" | "currency" | "sprint",
  ]
>([
  ["Price", "price", ["345700"], false],
  ["Price", "price", ["45700"], true, "currency"],
  ["Price ($)", "price", ["345700"], true, "currency"],
  ["Price (USD)", "price", ["45700"], true],
  ["Price", "price", ["$45,700"], true, "currency"],
  ["MSRP", "price", ["$45,990", "US$ 51,000"], true],
  ["MSRP", "price", ["45990"], true, "currency"],
  ["Cost", "price", ["3,457,000"], false, "currency"],
  ["Cost", "price", ["45.9", "-"], false, "currency"],
  ["Base MSRP", "price", ["0", "44450", "0.00"], false],
  ["Cost", "price", ["345 700 zł"], false],
  ["Price [PLN]", "price", ["345700"], false],
  ["Price (moon money)", "price", ["45990"], false, "currency"],
  ["Range_Km", "range", ["500"], true],
  ["Range (WLTP)", "range", ["500"], true, "unit"],
  ["range", "range", ["500"], true, "unit"],
  ["Driving range", "range", ["700"], false, "unit"],
  ["Driving range", "range", ["450 km"], false],
  ["F", "range", ["310"], false, "unit"],
  ["L", "length", ["4695", "4500"], false],
  ["Weight", "curbWeight", ["2275", "2140"], true],
  ["Weight", "curbWeight", ["2275", "2240"], true, "unit"],
  ["Boot", "cargoSpace", ["526/64", "570"], true],
  ["V max", "topSpeed", ["210", "150"], true, "unit"],
  ["Range [leagues]", "range", ["500"], false, "unit"],
  ["consumption", "consumption", ["28"], false],
  ["Consumption", "consumption", ["16.5"], false, "unit"],
  ["Battery", "batteryCapacity", ["77"], true],
  ["Charging (10-80%)", "charging", ["18"], true],
  ["Charge time", "charging", ["0.5"], false, "unit"],
  ["Acceleration", "acceleration", ["5.1"], true, "sprint"],
  ["Acceleration", "acceleration", ["5.1"], false],
  ["0-60 mph (s)", "zeroToSixty", ["5.1"], true],
  ["zeroToHundred", "zeroToSixty", ["5.1"], false, "sprint"],
  ["AC charge 0-100 (7.2 kW)", "homeCharging", ["10.7 hrs", "11.7h"], true],
  ["AC charge 0-100", "homeCharging", ["10.7 hrs"], true],
  ["Charge [kW]", "homeCharging", ["10"], false, "unit"],
])(
  "%s as %s, such as %j, in a metric file: %s, is asked about: %s",
  (header, field, samples, isMetric, asked) => {
    expect(findUnit({ header, samples }, field, isMetric).question).toBe(asked);
  },
);

test("a column is not asked about once its unit is said, or without a field", () => {
  const column: CsvColumn = { header: "F", field: "range", samples: ["310"] };
  const all = [column, { ...column, unit: "km" }, { ...column, field: null }];
  const asked = all.map((each) => annotateColumns([each], { columns: {} })[0]?.question);
  expect(asked).toEqual(["unit", undefined, undefined]);
});

test.each([
  [["45.990,00"], true],
  [["5,1"], true],
  [["77,4"], true],
  [["45,990"], false],
  [["45,990.00"], false],
  [["77.4", "1,5 hours"], false],
])("decimal commas are those of a metric file: %j, %s", (samples, isMetric) => {
  expect(isMetricFile([{ header: "Price", samples }])).toBe(isMetric);
});
