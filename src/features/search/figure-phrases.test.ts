import { describe, expect, test } from "vitest";
import { KNOWN, readWords } from "../../../test/sample-words.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { BOUNDS } from "../../domain/filters/filters.ts";
import { labelsOf, parseQuery } from "./plain-words.ts";

/** Every word is recognized, except the ones listed last as ignored. */
const PHRASES: [text: string, set: string, ignored?: string][] = [
  ["tows 5000 lb", "towing=5000-"],
  ["tows 5,000 lbs", "towing=5000-"],
  ["can tow up to 5000 pounds", "towing=5000-"],
  ["towing capacity over 7,500 lb", "towing=7500-"],
  ["5000 lb towing", "towing=5000-"],
  ["tow a 3500 lb trailer", "towing=3500-", "trailer"],
  ["tows 2 tons", "towing=4000-"],
  ["tows 1500 kg", "towing=3306.93-"],
  ["awd suv that tows 5k lbs", "drive=AWD&bodyType=SUV&towing=5000-"],
  ["can tow", "towing=1-"],
  ["suv with towing package", "bodyType=SUV&towing=1-"],
  ["best towing", "sort=towing desc"],
  ["highest tow rating", "sort=towing desc"],
  ["under 165 inches", "length=-165"],
  ["under 165 in long", "length=-165"],
  ['under 165"', "length=-165"],
  ["165-inch long", "length=-165"],
  ["under 15 feet long", "length=-180"],
  ["under 4.5 m long", "length=-177.17"],
  ["shorter than 420 cm", "length=-165.35"],
  ["longer than 200 inches", "length=200-"],
  ["length between 165 and 180 inches", "length=165-180"],
  ["over 165 inches under 190 inches", "length=165-190"],
  ["small", "length=-175"],
  ["compact suv", "length=-175&bodyType=SUV"],
  ["shortest", "sort=length asc"],
  ["smallest suv", "sort=length asc&bodyType=SUV"],
  ["under 75 inches wide", "width=-75"],
  ["narrower than 72 in", "width=-72"],
  ["under 60 inches tall", "height=-60"],
  ["tallest", "sort=height desc"],
  ["8 inches of ground clearance", "groundClearance=8-"],
  ["ground clearance over 8 in", "groundClearance=8-"],
  ["wheelbase under 115 inches", "wheelbase=-115"],
  ["under 4000 lb curb weight", "curbWeight=-4000"],
  ["weighs less than 2 tons", "curbWeight=-4000"],
  ["lighter than 4500 lb", "curbWeight=-4500"],
  ["lightest", "sort=curbWeight asc"],
  ["20 cu ft", "cargo=20-"],
  ["cargo over 30", "cargo=30-"],
  ["at least 30 cubic feet of cargo", "cargo=30-"],
  ["trunk 500 liters", "cargo=17.66-"],
  ["20 to 40 cu ft", "cargo=20-40"],
  ["big trunk", "cargo=30-"],
  ["lots of cargo space", "cargo=30-"],
  ["most cargo", "sort=cargo desc"],
  ["most cargo suv under $50k", "sort=cargo desc&bodyType=SUV&maxPrice=50000"],
  ["biggest trunk", "sort=cargo desc"],
  ["frunk", "frunk=1-"],
  ["with a front trunk", "frunk=1-"],
  ["5 cu ft frunk", "frunk=5-"],
  ["biggest frunk", "sort=frunk desc"],
  ["300 hp", "horsepower=300-"],
  ["300+ hp", "horsepower=300-"],
  ["over 400 horsepower", "horsepower=400-"],
  ["under 300 hp", "horsepower=-300"],
  ["300-400 hp", "horsepower=300-400"],
  ["most powerful", "sort=horsepower desc"],
  ["400 lb-ft of torque", "torque=400-"],
  ["most torque", "sort=torque desc"],
  ["top speed over 130 mph", "topSpeed=130-"],
  ["130 mph", "topSpeed=130-"],
  ["highest top speed", "sort=topSpeed desc"],
  ["77 kWh battery", "battery=77-"],
  ["battery over 80", "battery=80-"],
  ["biggest battery", "sort=battery desc"],
  ["charges at 250 kW", "maxChargingSpeed=250-"],
  ["200 kW charging", "maxChargingSpeed=200-"],
  ["charging under 150 kW", "maxChargingSpeed=-150"],
  ["11 kW ac", "acChargingSpeed=11-"],
  ["charges at home in under 8 hours", "homeCharging=-8"],
  ["fastest home charging", "sort=homeCharging asc"],
  ["fastest charging", "sort=charging asc"],
  ["2025", "year=2025"],
  ["2025 models", "year=2025"],
  ["2025 or newer", "year=2025-"],
  ["2025+", "year=2025-"],
  ["since 2024", "year=2024-"],
  ["newer than 2024", "year=2025-"],
  ["before 2025", "year=-2024"],
  ["2024 or older", "year=-2024"],
  ["2024-2025", "year=2024-2025"],
  ["2025 awd suv under 50k", "year=2025&drive=AWD&bodyType=SUV&maxPrice=50000"],
  ["between 30k and 40k", "minPrice=30000&maxPrice=40000"],
  ["$30k-$50k", "minPrice=30000&maxPrice=50000"],
  ["30 to 40k", "minPrice=30000&maxPrice=40000"],
  ["from $45,000 to $60,000", "minPrice=45000&maxPrice=60000"],
  // Swapped bounds are put in the right order.
  ["between 40k and 30k", "minPrice=30000&maxPrice=40000"],
  ["40 to 30k", "minPrice=30000&maxPrice=40000"],
  ["between 300 and 200 miles", "minRange=200&maxRange=300"],
  ["between 40 and 30 cu ft", "cargo=30-40"],
  ["between 2026 and 2024", "year=2024-2026"],
  ["between 200 and 300 miles", "minRange=200&maxRange=300"],
  ["quiet suv between 30k and 40k", "bodyType=SUV&minPrice=30000&maxPrice=40000", "quiet"],
  ["red 2025 suv tows 5000 lb", "year=2025&bodyType=SUV&towing=5000-", "red"],
  ["comfy small car with frunk", "length=-175&frunk=1-", "comfy"],
  ["suv not small", "bodyType=SUV", "not small"],
  ["awd 300 hp, heated seats", "drive=AWD&horsepower=300-", "heated seats"],
];

const NOT_UNDERSTOOD = [
  "towing 99999 lb",
  "5 in",
  "3 ft",
  "long",
  "wide",
  "power",
  "1999",
  "2031",
  "2040 or newer",
  "200",
  "cargo",
];

describe("plain words for figures (finding.md#plain-words)", () => {
  test("are tried on sixty phrases and more", () => {
    expect(PHRASES.length).toBeGreaterThanOrEqual(60);
  });

  test.each(PHRASES)("%o is %s", (...[text, set, ignored = ""]) => {
    expect(readWords(text)).toEqual([set, ""]);
    expect(parseQuery(text, KNOWN).ignored).toBe(ignored);
  });

  test.each(NOT_UNDERSTOOD)("%o asks for no figure", (text) => {
    expect(readWords(text)[0]).toBe("");
  });

  test.each(BOUNDS.filter((name) => name !== "acceleration"))(
    "%s is asked for in words",
    (name) => {
      expect(PHRASES.map(([, set]) => new URLSearchParams(set).has(name))).toContain(true);
    },
  );

  test("become chips with their figures, in the visitor's unit", () => {
    const labels = (text: string, unit: "miles" | "km") =>
      labelsOf(parseQuery(text, KNOWN), DISTANCE_FORMATS[unit]).join(" · ");
    expect(labels("suv tows 5000 lb under 190 inches, 2025 or newer", "miles")).toBe(
      "SUV · Towing: At least 5,000 lb · Length: Up to 190 in · Model year: At least 2025",
    );
    expect(labels("small, big trunk, most powerful", "km")).toBe(
      "Length: Up to 445 cm · Cargo: At least 30 cu ft · power, highest first",
    );
    expect(labels("between 30k and 40k", "miles")).toBe("from $30,000 · up to $40,000");
  });

  test("are read before the test's time is over, whatever the text", () => {
    for (const part of [
      "5000 lb to ",
      "cu ft ",
      "under 1",
      "2025-",
      "1,1 in ",
      "charging at ",
      "tow a ",
    ])
      expect(parseQuery(part.repeat(100), KNOWN)).toBeDefined();
  });
});
