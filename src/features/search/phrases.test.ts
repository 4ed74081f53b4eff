import { describe, expect, test } from "vitest";
import { KNOWN, readWords } from "../../../test/sample-words.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { BOUNDS } from "../../domain/filters/filters.ts";
import { labelsOf, parseQuery } from "./plain-words.ts";
import { PHRASES } from "./phrases.ts";

type Example = [text: string, set: string, rest?: string];

/** What each text is read as, and the words that stay a search. */
const EXAMPLES: Example[] = [
  ["under 50k", "maxPrice=50000"],
  ["$40k", "maxPrice=40000"],
  ["$50k+", "minPrice=50000"],
  ["20 minute charging", "maxCharging=20"],
  ["charging under 20", "maxCharging=20"],
  ["between 200 and 300 miles", "minRange=200&maxRange=300"],
  ["20 to 40 cu ft", "cargo=20-40"],
  ["300-400 hp", "horsepower=300-400"],
  ["maximum range 300 miles", "maxRange=300"],
  ["front-wheel drive", "drive=FWD"],
  ["sports cars", "bodyType=Sports Car"],
  ["no more than $35,000", "maxPrice=35000"],
  ["up to 60 thousand dollars", "maxPrice=60000"],
  ["<50k", "maxPrice=50000"],
  ["45k or less", "maxPrice=45000"],
  ["over $50k", "minPrice=50000"],
  ["300 miles", "minRange=300"],
  ["range over 280", "minRange=280"],
  ["480 km", "minRange=298"],
  ["over 100 miles", "minRange=140"],
  ["under 300 miles", "maxRange=300"],
  ["300 miles or less", "maxRange=300"],
  ["7 seats", "minSeats=7"],
  ["seven seater", "minSeats=7"],
  ["three-row", "minSeats=6"],
  ["two-seater", "seating=2"],
  ["awd", "drive=AWD"],
  ["two wheel drive", "drive=RWD,FWD"],
  ["45000 dollars", "maxPrice=45000"],
  ["my budget is 45000", "maxPrice=45000"],
  ["all-wheel-drive", "drive=AWD"],
  ["rwd or awd", "drive=RWD,AWD"],
  ["trucks", "bodyType=Pickup Truck"],
  ["suv or crossover", "bodyType=SUV,Crossover"],
  ["minivans", "bodyType=Minivan"],
  ["hatch", "bodyType=Hatchback"],
  ["saloon", "bodyType=Sedan"],
  ["0-60 under 4", "acceleration=-4"],
  ["sub 4 second 0-60", "acceleration=-4"],
  ["charges under 20 min", "maxCharging=20"],
  ["10-80% in 18 minutes", "maxCharging=18"],
  ["nacs", "port=NACS"],
  ["CCS or NACS", "port=CCS,NACS"],
  ["chademo plug", "port=CHAdeMO"],
  ["cheapest", "sort=price asc"],
  ["fastest", "sort=acceleration asc"],
  ["longest range", "sort=range desc"],
  ["longest range 2026", "sort=range desc&year=2026"],
  ["efficient suv", "sort=consumption asc&bodyType=SUV"],
  ["with a tow hitch", "towing=1-"],
  ["fastest charging", "sort=charging asc"],
  ["most efficient", "sort=consumption asc"],
  ["lowest kWh/100mi", "sort=consumption asc"],
  ["range 250-300", "minRange=250&maxRange=300"],
  ["under 28.5 kWh/100 mi", "maxConsumption=28.5"],
  ["under 100 mpge", ""],
  ["newest models only", "newest=true"],
  ["eligible for the tax credit", "taxCredit=true"],
  ["Hyundai, Kia or Genesis", "make=Hyundai,Kia,Genesis"],
  ["AWD suv, under 50k, 300 miles", "drive=AWD&bodyType=SUV&maxPrice=50000&minRange=300"],
  [
    "I want a cheap electric hatchback with chademo",
    "sort=price asc&bodyType=Hatchback&port=CHAdeMO",
  ],
  ["under 50k or under 40k", "maxPrice=40000"],
  ["more than 5 seats", "minSeats=6"],
  ["max price 50k", "maxPrice=50000"],
  ["0-100 km/h in 5 s", "acceleration=-5"],
  // Words that are not in any name are ignored.
  ["suv that seats 7 and goes 300 miles", "bodyType=SUV&minSeats=7&minRange=300"],
  ["2026 suv under 50k", "year=2026&bodyType=SUV&maxPrice=50000"],
  ["built after 2024", "year=2025-"],
  ["a car for a family of five", "minSeats=5"],
  // So is what nothing filters by, never taken for its opposite.
  ["suv at most 5 seats", "bodyType=SUV"],
  ["awd 5 seats or less", "drive=AWD"],
  ["suv not awd", "bodyType=SUV"],
  ["suv under 50k, not hyundai or kia", "bodyType=SUV&maxPrice=50000"],
  ["suv under £40k", "bodyType=SUV"],
  ["tows 5000 lb", "towing=5000-"],
  ["can tow up to 5000 pounds", "towing=5000-"],
  ["tows 2 tons", "towing=4000-"],
  ["tows 1500 kg", "towing=3306.93-"],
  ["can tow", "towing=1-"],
  ["best towing", "sort=towing desc"],
  ["under 165 inches", "length=-165"],
  ['under 165"', "length=-165"],
  ["under 15 feet long", "length=-180"],
  ["under 4.5 m long", "length=-177.17"],
  ["shorter than 420 cm", "length=-165.35"],
  ["longer than 200 inches", "length=200-"],
  ["small", "length=-175"],
  ["shortest", "sort=length asc"],
  ["narrower than 72 in", "width=-72"],
  ["tallest", "sort=height desc"],
  ["lighter than 4500 lb", "curbWeight=-4500"],
  ["lightest", "sort=curbWeight asc"],
  ["20 cu ft", "cargo=20-"],
  ["at least 30 cubic feet of cargo", "cargo=30-"],
  ["trunk 500 liters", "cargo=17.66-"],
  ["big trunk", "cargo=30-"],
  ["lots of space", "sort=cargo desc"],
  ["biggest trunk", "sort=cargo desc"],
  ["frunk", "frunk=1-"],
  ["biggest frunk", "sort=frunk desc"],
  ["300 hp", "horsepower=300-"],
  ["most powerful", "sort=horsepower desc"],
  ["most torque", "sort=torque desc"],
  ["130 mph", "topSpeed=130-"],
  ["highest top speed", "sort=topSpeed desc"],
  ["biggest battery", "sort=battery desc"],
  ["charges at 250 kW", "maxChargingSpeed=250-"],
  ["200 kW charging", "maxChargingSpeed=200-"],
  ["11 kW ac", "acChargingSpeed=11-"],
  ["charges at home in under 8 hours", "homeCharging=-8"],
  ["fastest home charging", "sort=homeCharging asc"],
  ["fastest charging", "sort=charging asc"],
  ["2025", "year=2025"],
  ["2025 or newer", "year=2025-"],
  ["since 2024", "year=2024-"],
  ["newer than 2024", "year=2025-"],
  ["before 2025", "year=-2024"],
  ["2024 or older", "year=-2024"],
  ["2024-2025", "year=2024-2025"],
  ["between 30k and 40k", "minPrice=30000&maxPrice=40000"],
  ["30 to 40k", "minPrice=30000&maxPrice=40000"],
  // Swapped bounds are put in the right order.
  ["between 40k and 30k", "minPrice=30000&maxPrice=40000"],
  ["between 300 and 200 miles", "minRange=200&maxRange=300"],
  ["between 2026 and 2024", "year=2024-2026"],
  ["4 seconds 0-60", "acceleration=-4"],
  ["charges the fastest", "sort=charging asc"],
  ["peak 250 kW", "maxChargingSpeed=250-"],
  ["250 kW peak", "maxChargingSpeed=250-"],
  ["highest charging power", "sort=maxChargingSpeed desc"],
  ["fastest level 2 charging", "sort=acChargingSpeed desc"],
  ["400 lb-ft", "torque=400-"],
  ["300-400 lb-ft", "torque=300-400"],
  ["77 kWh", "battery=77-"],
  ["60-80 kWh", "battery=60-80"],
  ["150-250 kW", "maxChargingSpeed=150-250"],
  ["120-150 mph", "topSpeed=120-150"],
  ["165-180 inches", "length=165-180"],
  ["big frunk", "frunk=5-"],
  ["best ground clearance", "sort=groundClearance desc"],
  ["shortest wheelbase", "sort=wheelbase asc"],
  ["longest wheelbase", "sort=wheelbase desc"],
  ["narrowest", "sort=width asc"],
  ["widest", "sort=width desc"],
  ["wider than 75 in", "width=75-"],
  ["taller than 70 in", "height=70-"],
  ["heaviest", "sort=curbWeight desc"],
  ["heavier than 5000 lb", "curbWeight=5000-"],
  ["over 300 range", "minRange=300"],
  ["newest first", "sort=year desc"],
  ["oldest", "sort=year asc"],
  ["until 2024", "year=-2024"],
  ["awd seats 5 or less", "drive=AWD"],
  ["suv over 12000 lb", "bodyType=SUV"],
  // Names and unrecognized words are kept as words.
  ["ioniq 5 awd", "drive=AWD", "ioniq 5"],
  ["Polestar 2 300 miles", "minRange=300", "Polestar 2"],
  ["tesla model y under $45k", "maxPrice=45000", "tesla model y"],
  ["chevy equinox awd", "drive=AWD", "Chevrolet equinox"],
  ["vw id4 awd", "drive=AWD", "Volkswagen id4"],
  ["acura a-spec awd", "drive=AWD", "acura a-spec"],
  // Possibly mistyped.
  ["hundai under 40k", "maxPrice=40000", "hundai"],
  ["mercedes eqs suv under 100k", "maxPrice=100000", "mercedes eqs suv"],
  ["hyndai ioniq 5 under 45k", "maxPrice=45000", "hyndai ioniq 5"],
  ["cheapest tesla", "sort=price asc", "tesla"],
  // Any of these models matches.
  ["hyundai or kia ev6 awd", "drive=AWD", "hyundai or kia ev6"],
  ["ioniq 5 or ev6 under 45k", "maxPrice=45000", "ioniq 5 or ev6"],
  ["ioniq 5, ev6 or model y under 45k", "maxPrice=45000", "ioniq 5 or ev6 or model y"],
  ["Hyundai, ioniq 5 awd", "drive=AWD", "Hyundai, ioniq 5"],
];

/** Each figure by its noun, the words after a figure, its unit and two figures. */
const FIGURES = [
  ["towing", "towing", "towing", "lb", 3000, 5000],
  ["frunk", "frunk", "frunk", "cu ft", 3, 6],
  ["cargo", "trunk", "cargo space", "cu ft", 20, 40],
  ["groundClearance", "clearance", "clearance", "in", 6, 9],
  ["wheelbase", "wheelbase", "wheelbase", "in", 100, 120],
  ["width", "width", "wide", "in", 70, 80],
  ["height", "height", "tall", "in", 55, 70],
  ["length", "length", "long", "in", 165, 180],
  ["torque", "torque", "torque", "lb-ft", 300, 400],
  ["horsepower", "power", "of power", "hp", 300, 400],
  ["curbWeight", "weighs", "heavy", "lb", 4000, 5000],
  ["acChargingSpeed", "ac", "ac charging", "kW", 7, 11],
  ["homeCharging", "home charging", "at home", "hours", 6, 8],
  ["maxChargingSpeed", "charging peak", "charging peak", "kW", 150, 250],
  ["battery", "battery", "battery", "kWh", 60, 80],
  ["topSpeed", "top speed", "top speed", "mph", 120, 150],
] as const;

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
  ..."| |Model 3|500e|300|ioniq 5|eqs suv|Q6 e-tron|f150|350+|long range|hyundai".split("|"),
  ..."hyundai ioniq 5 or kia ev6|under 4|50k miles|15,000 miles a year|5000 miles".split("|"),
  ..."12 seats|at most 5 seats|no more than 5 seats|5 seats or less|seats at most 5".split("|"),
  ..."5 to 7 seats|more than 9 seats|£40k|under € 50k|40k euros|under 2 seconds".split("|"),
  ..."charges under 3 min|0-60|charging|seats|not awd|nacsy".split("|"),
  "x".repeat(100),
  "\0\u0001\uE000",
  "towing 99999 lb",
  ..."5 in|long|power|1999|2040 or newer|cargo".split("|"),
];

/** Ideas and payments, which Enter reads (plain-words.test.ts). */
const IDEAS = [
  ..."payment of $400 a month|$450/mo|monthly|family suv|used model 3|good in snow".split("|"),
  ..."station wagon|space for a bicycle|road trip|garage|wall outlet".split("|"),
  ..."how long to charge at home|dog crate awd".split("|"),
];

describe("plain words (finding.md#plain-words)", () => {
  const spans = FIGURES.flatMap(([name, noun, after, unit, low, high]): Example[] => [
    [`${noun} between ${low} and ${high} ${unit}`, `${name}=${low}-${high}`],
    [`${low} to ${high} ${unit} ${after}`, `${name}=${low}-${high}`],
    [`${noun} under ${high} ${unit}`, `${name}=-${high}`],
    [`under ${high} ${unit} ${after}`, `${name}=-${high}`],
  ]);

  test.each<Example>([...EXAMPLES, ...spans])("%o is %s", (...[text, set, rest = ""]) => {
    expect(readWords(text)).toEqual([set, rest]);
  });

  test.each(IGNORED)("of %o the words %o are ignored", (text, words) => {
    expect(parseQuery(text, KNOWN).ignored).toBe(words);
  });

  test.each(NOT_UNDERSTOOD)("%o asks for no figure", (text) => {
    expect(readWords(text)[0]).toBe("");
  });

  const texts = [...EXAMPLES, ...spans, ...IGNORED].map(([text]) => text);
  const all = [...texts, ...NOT_UNDERSTOOD, ...IDEAS];

  test.each(PHRASES.map((phrase) => [phrase.pattern.source, phrase] as const))(
    "%s has an example that is read otherwise without it",
    (_, phrase) => {
      const others = PHRASES.filter((other) => other !== phrase);
      const read = (text: string, phrases = PHRASES) => {
        const { tokens, rest, ignored } = parseQuery(text, KNOWN, phrases);
        const set = tokens.map(({ parameter, value }) => `${parameter}=${value}`);
        return [...set, rest, ignored].join("&");
      };
      const matched = all.filter((text) => text.toLowerCase().search(phrase.pattern) >= 0);
      expect(matched.some((text) => read(text) !== read(text, others))).toBe(true);
    },
  );

  test.each(BOUNDS)("%s is asked for in words", (name) => {
    const sets = [...EXAMPLES, ...spans].map(([, set]) => new URLSearchParams(set));
    expect(sets.some((set) => set.has(name))).toBe(true);
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
    expect(labels("suv tows 5000 lb under 190 inches, 2025 or newer", "miles")).toBe(
      "SUV · tows 5,000+ lb · length: up to 190 in · 2025 or newer",
    );
    expect(labels("small, big trunk, most powerful", "km")).toBe(
      "length: up to 445 cm · cargo: 30+ cu ft · power, highest first",
    );
    expect(labels("between 30k and 40k", "miles")).toBe("from $30,000 · up to $40,000");
  });

  test("are read before the test's time is over, whatever the text", () => {
    for (const part of [
      ..."0-|under | |1,1|10-80 % |$ |seven seats |or kia |5000 lb to |2025-|1,1 in ".split("|"),
      ..."tow a ".split("|"),
    ])
      expect(parseQuery(part.repeat(100), KNOWN)).toBeDefined();
  });
});
