import { describe, expect, test } from "vitest";
import { sampleEv } from "../../../test/sample-cars.ts";
import { EVS, KNOWN } from "../../../test/sample-words.ts";
import { parseFilters, serializeFilters } from "../filters/filter-address.ts";
import { DEFAULT_FILTERS } from "../filters/filter-state.ts";
import { setSearch } from "../filters/filter-selections.ts";
import { answerSearch, applyParsedQuery, parseQuery, planSearch } from "./plain-words.ts";

const POLESTAR_3 = sampleEv({ id: 97, make: "Polestar", model: "3" }, {});
const CYBERTRUCK = sampleEv({ id: 98, make: "Tesla", model: "Cybertruck" }, {});

describe("plain words (finding.md#plain-words)", () => {
  /** Phrases as people type them: what Enter makes of them, and what is said. */
  test.each([
    ["model 3", null],
    ["wagon", null],
    ["used model 3", "search=model+3&year=-2025"],
    ["chevy equinox", "search=Chevrolet+equinox"],
    ["show me the model y", "search=model+y"],
    ["dog crate", "ignored=dog+crate"],
    ["good in snow", "drive=AWD"],
    ["2025 models", "year=2025"],
    ["tesla vs kia", "search=tesla+or+kia"],
    ["a-spec 2026", "year=2026&ignored=a-spec"],
    ["a-spec sedan", "search=a-spec&bodyType=Sedan"],
    ["family suv", "bodyType=SUV&minSeats=5&sort=cargo"],
    ["space for a dog", "minSeats=5&sort=cargo"],
    ["cheapest family car with 7 seats", "minSeats=7&sort=price&order=asc"],
    ["second-hand hyundai under 30k", "search=hyundai&maxPrice=30000&year=-2025"],
    ["station wagon", "bodyType=Crossover&ignored=station+wagon"],
    ["best winter range", "ignored=best+winter+range"],
    ["cars for a tall driver", "ignored=cars+for+a+tall+driver"],
    ["50k miles", "ignored=50k+miles"],
    ["road trip with kids", "minSeats=5&sort=trip"],
    ["600 mile road trip", "sort=trip"],
    ["over 900 km", "sort=trip"],
    ["cheapest with 700 miles", "sort=trip"],
    ["5000 miles", "ignored=5000+miles"],
    ["which EV fits in my garage?", "sort=length&show=size"],
    ["ev for a 15 foot garage", "length=-180&sort=length&show=size"],
    ["7 seats that fit a parking space", "minSeats=7&sort=length&show=size"],
    ["can I charge at a wall outlet", "sort=consumption&show=outlet"],
    ["no 240 v at home", "sort=consumption&show=outlet"],
    ["how long to charge at home", "sort=homeCharging"],
    ["awd with good range", "drive=AWD"],
    ["awd with winter range", "drive=AWD&ignored=winter+range"],
    ["awd on a 120V outlet", "drive=AWD&sort=consumption&show=outlet"],
    ["level 1 charging tesla", "search=tesla&sort=consumption&show=outlet"],
    ["faster than a tesla", "search=tesla&ignored=faster+than"],
    ["alternatives to a tesla", "search=tesla&ignored=alternatives"],
    ["most popular", "ignored=most+popular"],
    ["telsa awd", "search=telsa&drive=AWD"],
    ["awd coupe", "drive=AWD&ignored=coupe"],
    ["not tesla", "ignored=not+tesla"],
    ["suv with a monthly payment under $500", "bodyType=SUV&ignored=monthly+payment"],
  ])("Enter makes %o %o", (text, query) => {
    const evs = [...EVS, sampleEv({ id: 99, make: "Jeep", model: "Wagoneer S" }, { year: 2026 })];
    const plan = planSearch(text, evs, []);
    const state = plan?.kind === "filters" && applyParsedQuery(DEFAULT_FILTERS, plan.parsedQuery);
    expect(state ? serializeFilters(state) : plan).toBe(query);
  });

  test.each([
    ["monthly payment under 500", ""],
    ["$450/mo", ""],
    ["tesla model 3 monthly payment", "saveEv=1300&"],
    ["payments of ev6 and model y", ""],
  ])("%o opens Savings", (text, car) => {
    expect(planSearch(text, EVS, [])).toEqual({
      kind: "savings",
      path: `/?${car}saveLoan=true#saving`,
    });
  });

  const comparedBy = (text: string, evs = [...EVS, POLESTAR_3, CYBERTRUCK]) => {
    const plan = planSearch(text, evs, []);
    return plan?.kind === "comparison" ? plan.chosen : [];
  };

  test.each([
    ["compare Model Y, Ioniq 5 and Equinox EV", ["Model Y", "Ioniq 5", "Equinox EV"]],
    ["Model Y and Ioniq 5", []],
    ["model y vs ioniq 5", ["Model Y", "Ioniq 5"]],
    ["Compare tesla model 3 with polestar 2", ["Model 3", "2"]],
    ["model y ioniq 5", []],
    ["equinox vs ev6", ["Equinox EV", "EV6"]],
    ["model vs ev6", []],
    ["model 3 vs model 3 vs ev6", ["Model 3", "EV6"]],
    ["ev6 v ioniq 5", ["EV6", "Ioniq 5"]],
    ["model 3 vs y", ["Model 3", "Model Y"]],
    ["ev6 vs ioniq 5 vs 60", []],
    ["polestar 2 vs 3", ["2", "3"]],
    ["model y or tesla", []],
    ["model y or a truck", []],
    ["red model y vs ev6", []],
    ["model y vs ev6 vs horse", []],
    ["horse 2025 vs ev6 2025", []],
    // The comparison shows the first three and says so.
    ["model y vs model 3 vs ev6 vs ioniq 5", ["Model Y", "Model 3", "EV6", "Ioniq 5"]],
    // A condition asks for a list.
    ["equinox vs ev6 under 90k", []],
    ["compare ioniq 5 and ev6 with awd", []],
    ["ioniq 5 or ev6 under 45k", []],
    ["suv vs sedan under 45k", []],
  ])("%o compares %j", (text, models) => {
    expect(comparedBy(text).map(({ ev }) => ev.model)).toEqual(models);
  });

  test.each([
    ["ioniq 5 2025 vs 2026", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["ioniq 5 2026 vs 2025 vs 2024", ["SE Standard RWD 2026", "SE RWD 2025", "SE RWD 2024"]],
    ["ioniq 5 se rwd 2025 or 2026", ["SE RWD 2025", "SE RWD 2026"]],
    ["kia 2025 or 2026", []],
    ["2025 vs 2026 ioniq 5", ["SE RWD 2025", "SE Standard RWD 2026"]],
    ["SE RWD 2025 vs SE RWD 2026", ["SE RWD 2025", "SE RWD 2026"]],
    ["ioniq 5 se rwd 2026 vs se rwd 2024", ["SE RWD 2026", "SE RWD 2024"]],
    ["ioniq 5 se rwd 2025 vs 2026", ["SE RWD 2025", "SE RWD 2026"]],
    ["ioniq 5 limited vs ev6", ["Limited AWD 2026", "Light 2026"]],
    ["ioniq 5 2025 vs ev6 2026", ["SE RWD 2025", "Light 2026"]],
    // A single year is a condition.
    ["ioniq 5 vs ev6 2025", []],
    ["ioniq 5 2025 vs 2026 over 45k", []],
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

  test.each([
    ["make=Kia&maxPrice=30000&search=awd+under+50k", "make=Kia&drive=AWD&maxPrice=50000"],
    ["bodyType=Sedan&search=ioniq+5+suvs", "search=ioniq+5&bodyType=SUV"],
    ["quick=fastest&search=cheapest", "quick=fastest&sort=price&order=asc"],
    ["sort=price&order=asc&search=longest+range", ""],
    ["maxRange=200&search=300+miles", "minRange=300"],
    ["make=Kia&search=quiet+suv+under+50k", "make=Kia&bodyType=SUV&maxPrice=50000&ignored=quiet"],
    ["search=quiet+ioniq+5+awd", "search=ioniq+5&drive=AWD&ignored=quiet"],
    ["search=awd&ignored=quiet", "drive=AWD"],
  ])("applied to ?%s they give ?%s", (before, after) => {
    const state = parseFilters(before);
    const applied = applyParsedQuery(state, parseQuery(state.search, KNOWN));
    expect(serializeFilters(applied)).toBe(after);
  });

  test.each([
    ["suv under 50k", "bodyType=SUV&maxPrice=50000"],
    ["model 3", "search=model+3"],
    ["kia", "search=kia"],
    ["used model 3", "search=model+3&year=-2025"],
    ["road trip with kids", "minSeats=5&sort=trip"],
    ["cheapest awd", "drive=AWD&sort=price&order=asc"],
  ])("%o is answered, whatever filters an earlier visit left", (text, alone) => {
    const figures = { price: 40_000, driveType: "AWD", seating: 5, range: 300 } as const;
    const evs = EVS.map(({ id, make, model }) =>
      sampleEv({ id, make, model, bodyType: "SUV" }, { ...figures, year: 2025 }),
    ).concat(sampleEv({ id: 99, make: "Lucid", model: "Air" }, { year: 2026 }));
    const plan = planSearch(text, evs, []);
    const parsed = plan?.kind === "filters" ? plan.parsedQuery : null;
    const answer = (before: string) =>
      answerSearch(setSearch(parseFilters(before), text), parsed, evs, []);
    const earlier = answer("make=Lucid&bodyType=Sedan&minRange=600&maxPrice=120000");
    expect(serializeFilters(earlier)).toBe(alone);
    expect(answer("minRange=200").range).toEqual({ min: 200, max: null });
  });
});
