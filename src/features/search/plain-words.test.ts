import { describe, expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import { EVS, KNOWN, readWords } from "../../../test/sample-words.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { parseFilters, serializeFilters } from "../filters/filter-address.ts";
import { DEFAULT_FILTERS } from "../filters/filter-state.ts";
import {
  applyParsedQuery,
  explainMisfits,
  labelsOf,
  previewSearch,
  parseQuery,
  planSearch,
} from "./plain-words.ts";

/** Every word is recognized. */
const WHOLE: readonly (readonly [string, string])[] = [
  ["under 50k", "maxPrice=50000"],
  ["Under $50K", "maxPrice=50000"],
  ["below $45,000", "maxPrice=45000"],
  ["less than 40000", "maxPrice=40000"],
  ["no more than $35,000", "maxPrice=35000"],
  ["up to 60 thousand dollars", "maxPrice=60000"],
  ["max 42.5k", "maxPrice=42500"],
  ["sub-30k", "maxPrice=30000"],
  ["<50k", "maxPrice=50000"],
  ["under   50k", "maxPrice=50000"],
  ["45k or less", "maxPrice=45000"],
  ["40k budget", "maxPrice=40000"],
  ["$40k", "maxPrice=40000"],
  ["over $50k", "minPrice=50000"],
  ["at least 40k", "minPrice=40000"],
  ["$50k+", "minPrice=50000"],
  ["awd min price 50k", "drive=AWD&minPrice=50000"],
  ["suv over 40k under 60k", "bodyType=SUV&minPrice=40000&maxPrice=60000"],
  ["300 miles", "minRange=300"],
  ["over 300 mi", "minRange=300"],
  ["300+ miles", "minRange=300"],
  ["300-mile range", "minRange=300"],
  ["at least 250 miles of range", "minRange=250"],
  ["range over 280", "minRange=280"],
  ["not less than 300 miles", "minRange=300"],
  ["480 km", "minRange=298"],
  ["over 500 kilometers", "minRange=310"],
  ["over 100 miles", "minRange=140"],
  ["under 300 miles", "maxRange=300"],
  ["300 miles or less", "maxRange=300"],
  ["7 seats", "minSeats=7"],
  ["seven seater", "minSeats=7"],
  ["7-seater", "minSeats=7"],
  ["at least six seats", "minSeats=6"],
  ["5+ passengers", "minSeats=5"],
  ["seats 8", "minSeats=8"],
  ["three-row", "minSeats=6"],
  ["two-seater", "seating=2"],
  ["awd", "drive=AWD"],
  ["4WD", "drive=AWD"],
  ["4x4", "drive=AWD"],
  ["all wheel drive", "drive=AWD"],
  ["all-wheel-drive", "drive=AWD"],
  ["rear wheel drive", "drive=RWD"],
  ["front-wheel drive", "drive=FWD"],
  ["rwd or awd", "drive=RWD,AWD"],
  ["trucks", "bodyType=Pickup Truck"],
  ["pick-up", "bodyType=Pickup Truck"],
  ["suvs", "bodyType=SUV"],
  ["suv or crossover", "bodyType=SUV,Crossover"],
  ["minivans", "bodyType=Minivan"],
  ["hatch", "bodyType=Hatchback"],
  ["saloon", "bodyType=Sedan"],
  ["sports cars", "bodyType=Sports Car"],
  ["0-60 under 4", "acceleration=-4"],
  ["0 to 60 in under 3.5 seconds", "acceleration=-3.5"],
  ["sub 4 second 0-60", "acceleration=-4"],
  ["under 5 seconds", "acceleration=-5"],
  ["charges under 20 min", "maxCharging=20"],
  ["charges in under 25 minutes", "maxCharging=25"],
  ["charging under 20", "maxCharging=20"],
  ["10-80% in 18 minutes", "maxCharging=18"],
  ["20 minute charging", "maxCharging=20"],
  ["nacs", "port=NACS"],
  ["CCS or NACS", "port=CCS,NACS"],
  ["chademo plug", "port=CHAdeMO"],
  ["cheapest", "sort=price asc"],
  ["the most affordable", "sort=price asc"],
  ["fastest", "sort=acceleration asc"],
  ["quickest 0-60", "sort=acceleration asc"],
  ["longest range", "sort=range desc"],
  ["fastest charging", "sort=charging asc"],
  ["most efficient", "sort=consumption asc"],
  ["under 28.5 kWh/100 mi", "maxConsumption=28.5"],
  ["newest models only", "newest=true"],
  ["eligible for the tax credit", "taxCredit=true"],
  ["hyundai or kia", "make=Hyundai,Kia"],
  ["Hyundai, Kia or Genesis", "make=Hyundai,Kia,Genesis"],
  ["chevy or mercedes", "make=Chevrolet,Mercedes-Benz"],
  ["seven seats under $60k over 280 miles", "minSeats=7&maxPrice=60000&minRange=280"],
  ["AWD suv, under 50k, 300 miles", "drive=AWD&bodyType=SUV&maxPrice=50000&minRange=300"],
  ["awd,suv,under 50k", "drive=AWD&bodyType=SUV&maxPrice=50000"],
  [
    "I want a cheap electric hatchback with chademo",
    "sort=price asc&bodyType=Hatchback&port=CHAdeMO",
  ],
  ["the cheapest that charges 10-80 % in under 25 minutes", "sort=price asc&maxCharging=25"],
  ["under 50k or under 40k", "maxPrice=40000"],
  ["more than 5 seats", "minSeats=6"],
  ["max price 50k", "maxPrice=50000"],
  ["maximum range 300 miles", "maxRange=300"],
  ["0-100 km/h in 5 s", "acceleration=-5"],
  // Words that are not in any name are ignored.
  ["price under 40k", "maxPrice=40000"],
  ["cars that cost less than 40k", "maxPrice=40000"],
  ["suv that seats 7 and goes 300 miles", "bodyType=SUV&minSeats=7&minRange=300"],
  ["charge port nacs", "port=NACS"],
  ["less than 30 min 10-80", "maxCharging=30"],
  ["2026 suv under 50k", "year=2026&bodyType=SUV&maxPrice=50000"],
  ["2025 or 2026 suv", "year=2025-2026&bodyType=SUV"],
  ["suv vs sedan", "bodyType=SUV,Sedan"],
  ["red awd with heat pump", "drive=AWD"],
  ["suv with 7 seats that can tow 3500 lb", "bodyType=SUV&minSeats=7&towing=3500-"],
  ["at least 250 mi and under 35k", "minRange=250&maxPrice=35000"],
  ["electric pickup under 70k", "bodyType=Pickup Truck&maxPrice=70000"],
  ["built after 2024", "year=2025-"],
  ["seats at least 6 people", "minSeats=6"],
  ["a car for a family of five", "minSeats=5"],
  ["biggest range under 60k", "sort=range desc&maxPrice=60000"],
  ["no more than 200 inches long", "length=-200"],
  ["300 mile range for under 40k", "minRange=300&maxPrice=40000"],
  ["fast charging under 25 minutes", "maxCharging=25"],
  ["not tesla under 40k", "maxPrice=40000"],
  // So is what nothing filters by, never taken for its opposite.
  ["suv at most 5 seats", "bodyType=SUV"],
  ["suv with no more than five seats", "bodyType=SUV"],
  ["awd 5 seats or less", "drive=AWD"],
  ["awd between 30k and 50k", "drive=AWD&minPrice=30000&maxPrice=50000"],
  ["suv not awd", "bodyType=SUV"],
  ["suv under 50k, not hyundai or kia", "bodyType=SUV&maxPrice=50000"],
  ["awd not tesla", "drive=AWD"],
  ["suv under £40k", "bodyType=SUV"],
  ["nacs 150 kW", "port=NACS&maxChargingSpeed=150-"],
];

/** Names and unrecognized words are kept as words. */
const PARTLY: readonly (readonly [string, string, string])[] = [
  ["ioniq 5 awd", "drive=AWD", "ioniq 5"],
  ["Polestar 2 300 miles", "minRange=300", "Polestar 2"],
  ["tesla model y under $45k", "maxPrice=45000", "tesla model y"],
  ["f-150 300 miles", "minRange=300", "f-150"],
  ["chevy, awd", "drive=AWD", "Chevrolet"],
  ["chevy equinox awd", "drive=AWD", "Chevrolet equinox"],
  ["vw id4 awd", "drive=AWD", "Volkswagen id4"],
  ["acura a-spec awd", "drive=AWD", "acura a-spec"],
  ["base equinox awd", "drive=AWD", "base equinox"],
  // Possibly mistyped.
  ["hundai under 40k", "maxPrice=40000", "hundai"],
  ["mercedes eqs suv under 100k", "maxPrice=100000", "mercedes eqs suv"],
  ["hyndai ioniq 5 under 45k", "maxPrice=45000", "hyndai ioniq 5"],
  ["cheapest tesla", "sort=price asc", "tesla"],
  ["kia ev6 2025", "year=2025", "kia ev6"],
  // Any of these models matches.
  ["hyundai or kia ev6 awd", "drive=AWD", "hyundai or kia ev6"],
  ["ioniq 5 or ev6 under 45k", "maxPrice=45000", "ioniq 5 or ev6"],
  ["ioniq 5, ev6 or model y under 45k", "maxPrice=45000", "ioniq 5 or ev6 or model y"],
  ["model y / ev6 over 300 miles", "minRange=300", "model y or ev6"],
  ["Hyundai, ioniq 5 awd", "drive=AWD", "Hyundai, ioniq 5"],
];

/** Words that are neither recognized nor names are ignored one by one. */
const IGNORED: readonly (readonly [string, string])[] = [
  ["quiet suv under 50k", "quiet"],
  ["Quiet, comfy SUV!", "Quiet comfy"],
  ["red awd with heat pump", "red heat pump"],
  ["quiet ioniq 5 awd", "quiet"],
  ["hundai under 40k", ""],
  ["I want a cheap electric hatchback", ""],
  ["awd & rwd - fast?", "fast"],
  ["suv not awd", "not awd"],
  ["suv without leather", "without leather"],
  ["suv at most 5 seats", "at most 5 seats"],
  ["suv under £40k", "under £40k"],
  ["nacs 150 kW, quiet", "quiet"],
  ["awd not tesla", "not tesla"],
  ["quiet", "quiet"],
  ["the car", "the car"],
  ["tesla supercharger", "supercharger"],
  ["dog crate", "dog crate"],
  ["15,000 miles a year", "15,000 miles a year"],
];

const NOT_UNDERSTOOD = [
  "",
  " ",
  "Model 3",
  "500e",
  "i4",
  "EV6",
  "300",
  "5",
  "ioniq 5",
  "polestar 2",
  "eqs suv",
  "hummer ev pickup",
  "Q6 e-tron",
  "f150",
  "350+",
  "4MATIC",
  "long range",
  "hyundai",
  "hyundai ioniq 5 or kia ev6",
  "under 4",
  "under 300",
  "50k miles",
  "15,000 miles a year",
  "5000 miles",
  "12 seats",
  "1 seat",
  "at most 5 seats",
  "up to 5 seats",
  "max 5 seats",
  "fewer than 5 seats",
  "no more than 5 seats",
  "5 seats or less",
  "5 or fewer seats",
  "seats at most 5",
  "5 to 7 seats",
  "more than 9 seats",
  "£40k",
  "under € 50k",
  "40k euros",
  "under 2 seconds",
  "charges under 3 min",
  "0-60",
  "charging",
  "seats",
  "not awd",
  "no trucks",
  "nacsy",
  "x".repeat(100),
  "\0\u0001\uE000",
];

describe("plain words (finding.md#plain-words)", () => {
  test("are tried on a hundred phrases", () => {
    expect(WHOLE.length + PARTLY.length + NOT_UNDERSTOOD.length).toBeGreaterThanOrEqual(100);
  });

  test.each(WHOLE)("%o is %s", (text, set) => {
    expect(readWords(text)).toEqual([set, ""]);
  });

  test.each(PARTLY)("%o is %s and the words %o", (text, set, rest) => {
    expect(readWords(text)).toEqual([set, rest]);
  });

  test.each(IGNORED)("of %o the words %o are ignored", (text, words) => {
    expect(parseQuery(text, KNOWN).ignored).toBe(words);
  });

  test.each(NOT_UNDERSTOOD)("%o asks for no figure", (text) => {
    expect(readWords(text)[0]).toBe("");
  });

  /** Phrases as people type them: what Enter makes of them, and what is said. */
  test.each([
    ["model 3", null],
    ["hundai", null],
    ["wagon", null],
    ["used model 3", "search=model+3&year=-2025"],
    ["tesla supercharger", "search=tesla&ignored=supercharger"],
    ["chevy equinox", "search=Chevrolet+equinox"],
    ["show me the model y", "search=model+y"],
    ["dog crate", "ignored=dog+crate"],
    ["family suv", "bodyType=SUV&minSeats=5&sort=cargo"],
    ["kids and dogs under 50k", "maxPrice=50000&minSeats=5&sort=cargo"],
    ["cheapest family car with 7 seats", "minSeats=7&sort=price&order=asc"],
    ["second-hand hyundai under 30k", "search=hyundai&maxPrice=30000&year=-2025"],
    ["station wagon", "bodyType=Crossover&ignored=station+wagon"],
    ["red estate car awd", "bodyType=Crossover&drive=AWD&ignored=red+estate+car"],
    ["best winter range", "ignored=best+winter+range"],
    ["quietest suv", "bodyType=SUV&ignored=quietest"],
    ["cars for a tall driver", "ignored=cars+for+a+tall+driver"],
    ["asdf qwer", "ignored=asdf+qwer"],
    ["50k miles", "ignored=50k+miles"],
    ["15,000 miles a year", "ignored=15,000+miles+a+year"],
    ["5 passengers max", "ignored=5+passengers+max"],
    ["road trip with kids", "minSeats=5&sort=trip"],
    ["600 mile road trip", "sort=trip"],
    ["long-distance suv under 60k", "bodyType=SUV&maxPrice=60000&sort=trip"],
    ["over 900 km", "sort=trip"],
    ["cheapest with 700 miles", "sort=trip"],
    ["5000 miles", "ignored=5000+miles"],
    ["which EV fits in my garage?", "show=size"],
    ["ev for a 15 foot garage", "length=-180&show=size"],
    ["7 seats that fit a parking space", "minSeats=7&show=size"],
    ["can I charge at a wall outlet", "show=outlet"],
    ["no 240 v at home", "show=outlet"],
    ["how long to charge at home", "sort=homeCharging"],
    ["awd with good range", "drive=AWD"],
    ["awd with winter range", "drive=AWD&ignored=winter+range"],
    ["awd on a 120V outlet", "drive=AWD&show=outlet"],
    ["level 1 charging tesla", "search=tesla&show=outlet"],
    ["suv with a monthly payment under $500", "bodyType=SUV&ignored=monthly+payment"],
  ])("Enter makes %o %o", (text, query) => {
    const evs = [...EVS, sampleEv({ id: 99, make: "Jeep", model: "Wagoneer S" }, { year: 2026 })];
    const plan = planSearch(text, evs, []);
    const state = plan?.kind === "filters" && applyParsedQuery(DEFAULT_FILTERS, plan.parsedQuery);
    expect(state ? serializeFilters(state) : plan).toBe(query);
  });

  test.each([
    ["monthly payment under 500", ""],
    ["payment", ""],
    ["what does it cost per month", ""],
    ["$450/mo", ""],
    ["tesla model 3 monthly payment", "saveEv=1300&"],
    ["payments of ev6 and model y", ""],
  ])("%o opens Savings", (text, car) => {
    expect(planSearch(text, EVS, [])).toEqual({
      kind: "savings",
      path: `/?${car}saveLoan=true#saving`,
    });
  });

  const comparedBy = (text: string, evs = EVS) => {
    const plan = planSearch(text, evs, []);
    return plan?.kind === "comparison" ? plan.chosen : [];
  };

  test.each([
    ["Model Y, Ioniq 5 and Equinox EV side by side", ["Model Y", "Ioniq 5", "Equinox EV"]],
    ["model y vs ioniq 5", ["Model Y", "Ioniq 5"]],
    ["Compare tesla model 3 with polestar 2", ["Model 3", "2"]],
    ["model3/ev6", ["Model 3", "EV6"]],
    ["model y or ioniq5", ["Model Y", "Ioniq 5"]],
    ["model y ioniq 5", []],
    ["model 3 vs model 3", []],
    ["equinox vs ev6", ["Equinox EV", "EV6"]],
    ["model vs ev6", []],
    ["model 3 vs model 3 vs ev6", ["Model 3", "EV6"]],
    ["ev6 v ioniq 5", ["EV6", "Ioniq 5"]],
    ["model 3 vs y", ["Model 3", "Model Y"]],
    ["Which is better, Model Y or Ioniq 5?", ["Model Y", "Ioniq 5"]],
    ["should I get ev6 or model 3", ["EV6", "Model 3"]],
    ["which is cheaper, model 3 or ev6", ["Model 3", "EV6"]],
    ["model y vs ioniq 5?", ["Model Y", "Ioniq 5"]],
    ["model y", []],
    ["model y or tesla", []],
    ["model y or a truck", []],
    ["red model y vs ev6", []],
    ["model y vs", []],
    ["model y vs ev6 vs horse", []],
    ["horse 2025 vs ev6 2025", []],
    // The comparison shows the first three and says so.
    ["model y vs model 3 vs ev6 vs ioniq 5", ["Model Y", "Model 3", "EV6", "Ioniq 5"]],
    ["model y, model 3, ev6, ioniq 5", ["Model Y", "Model 3", "EV6", "Ioniq 5"]],
    ["equinox vs ev6 under 90k", ["Equinox EV", "EV6"]],
    ["equinox vs ev6 but under 90k", ["Equinox EV", "EV6"]],
    ["compare ioniq 5 and ev6 with awd", ["Ioniq 5", "EV6"]],
    ["lightning vs hummer that tow 5000 lb", ["F-150 Lightning", "Hummer EV Pickup"]],
    ["ioniq 5 or ev6 under 45k", []],
    ["suv vs sedan under 45k", []],
  ])("%o compares %j", (text, models) => {
    expect(comparedBy(text).map(({ ev }) => ev.model)).toEqual(models);
  });

  test.each([
    ["ioniq 5 2025 vs 2026", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["ioniq 5 2026 vs 2025 vs 2024", ["SE Standard RWD 2026", "SE RWD 2025", "SE RWD 2024"]],
    ["ioniq 5 2025 or 2026", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["ioniq 5 se rwd 2025 or 2026?", ["SE RWD 2025", "SE RWD 2026"]],
    ["kia 2025 or 2026", []],
    ["2025 vs 2026 ioniq 5", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["Ioniq 5 2025 vs Ioniq 5 2026", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["compare ioniq 5 2025 vs 2026", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["SE RWD 2025 vs SE RWD 2026", ["SE RWD 2025", "SE RWD 2026"]],
    ["ioniq 5 se rwd 2026 vs se rwd 2024", ["SE RWD 2026", "SE RWD 2024"]],
    ["ioniq 5 se rwd 2025 vs 2026", ["SE RWD 2025", "SE RWD 2026"]],
    ["ioniq 5 limited vs se rwd", ["Limited AWD 2026", "SE RWD 2026"]],
    ["ioniq 5 limited vs ev6", ["Limited AWD 2026", "Light 2026"]],
    ["ioniq 5 2025 vs ev6 2026", ["SE RWD 2025", "Light 2026"]],
    // A single year is a condition for both.
    ["ioniq 5 vs ev6 2025", ["SE RWD 2025", "Wind 2025"]],
    ["ioniq 5 2025 vs 2026 over 45k", ["SE RWD 2025", "Limited AWD 2026"]],
    ["longest range ioniq 5 2025 vs 2026", ["SE RWD 2025", "Limited AWD 2026"]],
    // Two models have this trim; the model is needed.
    ["wind 2025 vs wind 2026", []],
    ["ioniq 5 2019 vs 2026", []],
    ["ioniq 5 2025 vs 2025", []],
  ])("%o compares the trims %j", (text, trims) => {
    const trim = (name: string, year: number, price: number) => {
      return { trim: name, year, price, range: price / 100 };
    };
    const evs = [
      sampleEv(
        { id: 1, make: "Hyundai", model: "Ioniq 5" },
        trim("SE RWD", 2026, 37_500),
        trim("SE Standard RWD", 2026, 35_000),
        trim("Limited AWD", 2026, 48_000),
        trim("SE RWD", 2025, 46_550),
        trim("SE RWD", 2024, 30_000),
      ),
      sampleEv(
        { id: 2, make: "Kia", model: "EV6" },
        trim("Light", 2026, 42_000),
        trim("Wind", 2026, 50_000),
        trim("Wind", 2025, 49_000),
      ),
      sampleEv(
        { id: 3, make: "Kia", model: "EV9" },
        trim("Wind", 2026, 63_000),
        trim("Wind", 2025, 62_000),
      ),
    ];
    const chosen = comparedBy(text, evs);
    expect(chosen.map((one) => `${one.trim.trim} ${one.trim.year}`)).toEqual(trims);
  });

  test("of models side by side the trims that have what is asked for are compared", () => {
    const priced = (make: string, model: string, id: number, ...prices: number[]) =>
      sampleEv({ id, make, model }, ...prices.map((price) => ({ price, range: price / 100 })));
    const evs = [
      priced("Hyundai", "Ioniq 5", 1, 40_000, 48_000, 60_000),
      priced("Kia", "EV6", 2, 52_000, 55_000),
    ];
    const planned = (text: string) => {
      const plan = planSearch(text, evs, []);
      if (plan?.kind !== "comparison") throw new Error(text);
      return [plan.rowIds, explainMisfits(plan, DISTANCE_FORMATS.miles)];
    };
    expect(planned("ioniq 5 vs ev6")).toEqual([[100, 200], null]);
    expect(planned("ioniq 5 vs ev6 over 45k")).toEqual([[101, 200], null]);
    expect(planned("longest range ioniq 5 vs ev6 under 58k")).toEqual([[101, 201], null]);
    expect(planned("ioniq 5 vs ev6 under 50k")).toEqual([
      [100, 200],
      "No Kia EV6 matches “up to $50,000”, so its cheapest trim is compared.",
    ]);
    const priceless = sampleEv(
      { id: 3, make: "Kia", model: "EV9" },
      { year: 2026 },
      { year: 2025 },
    );
    const years = planSearch("ev9 2025 vs 2026 under 30k", [priceless], []);
    expect(years).toMatchObject({ rowIds: [301, 300], misfits: [priceless] });
  });

  test("say what they were taken for, in the visitor's unit", () => {
    const labels = (text: string, unit: "miles" | "km") =>
      labelsOf(parseQuery(text, KNOWN), DISTANCE_FORMATS[unit]).join(" · ");
    expect(labels("awd under 50k 300 miles", "miles")).toBe("AWD · up to $50,000 · 300+ miles");
    expect(labels("ioniq 5 over 480 km", "km")).toBe("480+ km · “ioniq 5”");
    expect(labels("over 400 km", "km")).toBe("400+ km");
    expect(labels("over 400 km", "miles")).toBe("248+ miles");
    expect(labels("price under 40k, awd only", "miles")).toBe("up to $40,000 · AWD");
    expect(labels("kia or hyundai, cheapest, 0-60 under 4.5", "miles")).toBe(
      "Kia or Hyundai · lowest price first · 0-60 in up to 4.5 s",
    );
  });

  test.each([
    ["make=Kia&maxPrice=30000&search=awd+under+50k", "make=Kia&drive=AWD&maxPrice=50000"],
    ["bodyType=Sedan&search=ioniq+5+suvs", "search=ioniq+5&bodyType=SUV"],
    ["quick=fastest&search=cheapest", "quick=fastest&sort=price&order=asc"],
    ["sort=price&order=asc&search=longest+range", ""],
    ["search=0-60+under+4", "acceleration=-4"],
    ["maxRange=200&search=300+miles", "minRange=300"],
    ["search=horse", "ignored=horse"],
    ["make=Kia&search=quiet+suv+under+50k", "make=Kia&bodyType=SUV&maxPrice=50000&ignored=quiet"],
    ["search=quiet+ioniq+5+awd", "search=ioniq+5&drive=AWD&ignored=quiet"],
    ["search=awd&ignored=quiet", "drive=AWD"],
  ])("applied to ?%s they give ?%s", (before, after) => {
    const state = parseFilters(before);
    const applied = applyParsedQuery(state, parseQuery(state.search, KNOWN));
    expect(serializeFilters(applied)).toBe(after);
  });

  test.each([
    ["search=quiet+suv+under+50k&make=Kia", "make=Kia&bodyType=SUV&maxPrice=50000&ignored=quiet"],
    ["search=model+3+vs+ev6&make=Kia", "make=Kia"],
    ["search=horse&make=Kia", "make=Kia&ignored=horse"],
    ["search=kia", "search=kia"],
    // Searched literally, the words find a model, as specified.
    ["search=pickup+gmc", "search=pickup+gmc"],
  ])("while ?%s waits to be applied, ?%s is counted", (before, counted) => {
    const state = parseFilters(before);
    const makes = EVS.map(({ make }) => make);
    const preview = previewSearch(state, EVS, makes);
    expect(serializeFilters(preview)).toBe(counted);
    expect(previewSearch(state, EVS, makes)).toBe(preview);
  });

  test("are read before the test's time is over, whatever the text", () => {
    for (const part of ["0-", "under ", " ", "1,1", "10-80 % ", "$ ", "seven seats ", "or kia "])
      expect(parseQuery(part.repeat(100), KNOWN)).toBeDefined();
  });
});
