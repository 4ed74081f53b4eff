import { describe, expect, test } from "vitest";

import { FILTER_NAMES } from "../../domain/filters/filters.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { parseFilters } from "../filters/filter-address.ts";
import { sampleEv, sampleTrim } from "../../../test/sample-cars.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { cellText, COLUMNS, NAME_COLUMNS, unitOf } from "./columns.ts";
import { shadesOf } from "./market-table.tsx";
import {
  csvPath,
  parseTableView,
  readTablePage,
  serializeTableView,
  shownColumns,
  tablePath,
} from "./table-address.ts";

const USUAL =
  "price,range,charging,zeroToSixty,seatingCapacity,cargoSpace,consumption,chargePort".split(",");

describe("the address of the table", () => {
  test.each([
    ["", "", USUAL],
    ["?columns=towing,price", "columns=price,towing", ["price", "towing"]],
    ["?columns=price,colour,make", "columns=price", ["price"]],
    ["?columns=colour", "", USUAL],
    ["?columns=score,price", "columns=price", ["price"]],
    ["?shade=true", "shade=true", USUAL],
    ["?shade=yes", "", USUAL],
    ["?rank=range:5", "rank=range:5", ["score", ...USUAL]],
    ["?rank=price:3,range:5&columns=price", "columns=price&rank=range:5,price:3", ["price"]],
    ["?rank=range:9", "", USUAL],
    ["?rank=range:5&sort=price", "", USUAL],
  ])("%s", (search, canonical, columns) => {
    const view = parseTableView(search);
    expect(view.columns).toEqual(columns);
    expect(serializeTableView(view)).toBe(canonical);
    expect(parseTableView(canonical)).toEqual(view);
  });

  test("names a page of rows that there is", () => {
    expect(
      ["?page=2", "?page=7", "?page=0", "?page=x", ""].map((one) => readTablePage(one, 292)),
    ).toEqual([2, 1, 1, 1, 1]);
    expect(tablePath("make=Kia", parseTableView("?shade=true"), 2)).toBe(
      "/table?make=Kia&shade=true&page=2",
    );
    expect(tablePath("", parseTableView(""))).toBe("/table");
  });

  test("of its file says what is seen in the call's own words", () => {
    const pathOf = (search: string) =>
      csvPath(parseFilters(search), ["Kia", "Tesla"], parseTableView(search));
    expect(pathOf("?columns=price&search=kia&sort=price&maxPrice=475000&towing=5000-")).toBe(
      "/api/evs.csv?make=Kia&towing=5000-&sort=price&order=desc&columns=make%2Cmodel%2Ctrim%2Cyear%2Cprice&values=shown",
    );
    // Only the ranking can be sorted by votes: table and file are sorted by range.
    expect(pathOf("?columns=price&sort=votes")).toBe(
      "/api/evs.csv?sort=range&order=desc&columns=make%2Cmodel%2Ctrim%2Cyear%2Cprice&values=shown",
    );
    expect(pathOf("?columns=price,trip&sort=trip")).toBe(
      "/api/evs.csv?sort=trip&order=asc&columns=make%2Cmodel%2Ctrim%2Cyear%2Cprice%2Ctrip&values=shown",
    );
    expect(pathOf("?columns=price,score&rank=range:5&quick=maxrange")).toBe(
      "/api/evs.csv?quick=maxrange&columns=make%2Cmodel%2Ctrim%2Cyear%2Cscore%2Cprice&values=shown&rank=range:5",
    );
  });
});

describe("the columns", () => {
  test("are all fields of a row that shoppers read, each by its name there", () => {
    const hidden = ["acceleration", "image", "source", "checkedOn"];
    const shown = [...Object.keys(NAME_COLUMNS), ...COLUMNS.map(({ name }) => name)];
    expect(shown.toSorted()).toEqual(
      [...FIELD_NAMES.filter((name) => !hidden.includes(name)), "score", "trip"].toSorted(),
    );
  });

  test("open every filter", () => {
    const opened = [...Object.values(NAME_COLUMNS), ...COLUMNS].flatMap(({ filters }) => filters);
    expect(opened.toSorted()).toEqual(FILTER_NAMES.toSorted());
  });
});

test("cells have their units in the heading", () => {
  const { miles, km } = DISTANCE_FORMATS;
  const unitsOf = (names: string, distance: DistanceFormats) =>
    shownColumns(parseTableView(`columns=${names}`)).map((one) => unitOf(one, distance));
  const units = unitsOf("price,range,zeroToSixty,seatingCapacity,chargePort,trip", miles);
  expect(units).toEqual(["", "mi", "s", "", "", ""]);
  expect(unitsOf("range,consumption,length", km)).toEqual(["km", "kWh/100 km", "cm"]);

  const trim = sampleTrim({ range: 305, charging: 18, batteryWarranty: "10 yr / 100,000 mi" });
  const row = { ev: sampleEv({ id: 1 }), shown: trim, score: null };
  const columns = shownColumns(parseTableView("columns=range,trip,batteryWarranty,towing"));
  // 600 miles at 70 mph (costs.md#long-drives)
  const texts = columns.map((one) => cellText(row, one, miles));
  expect(texts).toEqual(["305", "9 h 14 min", "10 yr / 100,000 mi", "N/A"]);
});

test("shades go from the worst to the best of what is shown", () => {
  expect([...shadesOf([300, 200, 400, 300], "higher")]).toEqual([
    [200, 0],
    [300, 0.5],
    [400, 1],
  ]);
  expect(shadesOf([10, 20], "lower").get(10)).toBe(1);
  expect(shadesOf([5, 5], "higher").size + shadesOf([], "higher").size).toBe(0);
});
