import { describe, expect, test } from "vitest";
import { KNOWN, readWords } from "../../../test/sample-words.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { BOUNDS } from "../../domain/filters/filters.ts";
import { labelsOf, parseQuery } from "./plain-words.ts";
import { PHRASES } from "./phrases.ts";
import { eachFirst } from "../../../test/each-first.ts";

type Example = [text: string, set: string, rest?: string];

/** Each reading with the texts that are read so, and nothing else. */
const READINGS: readonly (readonly [set: string, ...texts: string[]])[] = [
  ["maxPrice=50000", "under 50k", "<50k", "max price 50k"],
  ["maxPrice=40000", "$40k", "under 50k or under 40k"],
  [
    "maxPrice=35000",
    "no more than $35,000",
    "nothing over 35k",
    "shouldn't cost more than 35k",
    "don't want to spend more than 35k",
  ],
  ["maxPrice=60000", "up to 60 thousand dollars"],
  ["maxPrice=45000", "45k or less", "45000 dollars", "my budget is 45000"],
  ["minPrice=50000", "$50k+", "over $50k"],
  ["minPrice=30000&maxPrice=40000", "between 30k and 40k", "30 to 40k"],
  ["maxCharging=20", "20 minute charging", "charging under 20", "charges under 20 min"],
  ["maxCharging=18", "10-80% in 18 minutes"],
  ["minRange=200&maxRange=300", "between 200 and 300 miles"],
  ["minRange=300", "300 miles", "over 300 range", "not under 300 miles"],
  ["minPrice=30000&maxPrice=50000", "nothing under 30k or over 50k"],
  ["", "why not under 40k", "under 4 or 5 seats"],
  ["minRange=280", "range over 280"],
  ["minRange=298", "480 km"],
  ["minRange=140", "over 100 miles"],
  ["minRange=250&maxRange=300", "range 250-300"],
  ["cargo=20-40", "20 to 40 cu ft"],
  ["cargo=20-", "20 cu ft"],
  ["cargo=30-", "at least 30 cubic feet of cargo", "big trunk"],
  ["cargo=17.66-", "trunk 500 liters"],
  ["horsepower=300-400", "300-400 hp"],
  ["horsepower=300-", "300 hp"],
  [
    "maxRange=300",
    "maximum range 300 miles",
    "range under 300",
    "under 300 miles",
    "300 miles or less",
  ],
  ["drive=FWD", "front-wheel drive"],
  ["drive=AWD", "awd", "all-wheel-drive"],
  ["drive=RWD,FWD", "two wheel drive"],
  ["drive=RWD,AWD", "rwd or awd"],
  ["drive=AWD&bodyType=SUV&maxPrice=50000&minRange=300", "AWD suv, under 50k, 300 miles"],
  ["bodyType=Sports Car", "sports cars"],
  ["bodyType=Pickup Truck", "trucks"],
  ["maxConsumption=25", "4 mi/kWh", "over 4 miles per kwh"],
  ["bodyType=Minivan&minSeats=8&maxPrice=50000", "van for 8 under 50k"],
  ["bodyType=SUV,Crossover", "suv or crossover"],
  ["bodyType=Minivan", "minivans"],
  ["bodyType=Hatchback", "hatch"],
  ["bodyType=Sedan", "saloon"],
  ["minSeats=7", "7 seats", "7 seats or more", "7 or 8 seats", "seven seater", "for 7"],
  ["minSeats=6", "three-row", "more than 5 seats", "not less than 6 seats"],
  ["seating=2", "two-seater", "2 or 3 seats"],
  ["acceleration=-4", "0-60 under 4", "sub 4 second 0-60", "4 seconds 0-60"],
  ["acceleration=-5", "0-100 km/h in 5 s"],
  ["port=NACS", "nacs"],
  ["port=CCS,NACS", "CCS or NACS"],
  ["port=CHAdeMO", "chademo plug"],
  ["sort=price asc", "cheapest"],
  ["sort=acceleration asc", "fastest", "a fast car"],
  ["sort=range desc", "longest range"],
  ["sort=range desc&year=2026", "longest range 2026"],
  ["sort=consumption asc&bodyType=SUV", "efficient suv"],
  ["sort=charging asc", "fastest charging", "charges the fastest", "charges quickly"],
  ["sort=consumption asc", "commuting", "most efficient", "lowest kWh/100mi"],
  ["sort=price asc&bodyType=Hatchback&port=CHAdeMO", "I want a cheap hatchback with chademo"],
  ["sort=towing desc", "best towing"],
  ["sort=length asc", "shortest"],
  ["sort=height desc", "tallest"],
  ["sort=curbWeight asc", "lightest"],
  ["sort=cargo desc", "lots of space", "biggest trunk"],
  ["sort=frunk desc", "biggest frunk"],
  ["sort=horsepower desc", "most powerful"],
  ["sort=torque desc", "most torque"],
  ["sort=topSpeed desc", "highest top speed"],
  ["sort=battery desc", "biggest battery"],
  ["sort=homeCharging asc", "fastest home charging"],
  ["sort=maxChargingSpeed desc", "highest charging power"],
  ["sort=acChargingSpeed desc", "fastest level 2 charging"],
  ["sort=groundClearance desc", "best ground clearance"],
  ["sort=wheelbase asc", "shortest wheelbase"],
  ["sort=wheelbase desc", "longest wheelbase"],
  ["sort=width asc", "narrowest"],
  ["sort=width desc", "widest"],
  ["sort=curbWeight desc", "heaviest"],
  ["sort=year desc", "newest first"],
  ["sort=year asc", "oldest"],
  ["towing=1-", "with a tow hitch", "can tow"],
  ["towing=5000-", "tows 5000 lb", "can tow up to 5000 pounds"],
  ["towing=4000-", "tows 2 tons"],
  ["towing=3306.93-", "tows 1500 kg"],
  ["maxConsumption=28.5", "under 28.5 kWh/100 mi"],
  ["newest=true", "newest models only"],
  ["taxCredit=true", "eligible for the tax credit"],
  ["make=Hyundai,Kia,Genesis", "Hyundai, Kia or Genesis"],
  ["length=-165", "under 165 inches", 'under 165"'],
  ["length=-180", "under 15 feet long"],
  ["length=-177.17", "under 4.5 m long"],
  ["length=-165.35", "shorter than 420 cm"],
  ["length=200-", "longer than 200 inches"],
  ["length=-175", "small"],
  ["length=165-180", "165-180 inches"],
  ["width=-72", "narrower than 72 in"],
  ["width=75-", "wider than 75 in"],
  ["curbWeight=-4500", "lighter than 4500 lb"],
  ["curbWeight=5000-", "heavier than 5000 lb"],
  ["frunk=1-", "frunk"],
  ["frunk=5-", "big frunk"],
  ["topSpeed=130-", "130 mph"],
  ["topSpeed=120-150", "120-150 mph"],
  ["maxChargingSpeed=250-", "charges at 250 kW", "peak 250 kW", "250 kW peak"],
  ["maxChargingSpeed=200-", "200 kW charging"],
  ["maxChargingSpeed=150-250", "150-250 kW"],
  ["acChargingSpeed=11-", "11 kW ac"],
  ["homeCharging=-8", "charges at home in under 8 hours"],
  ["year=2025", "2025", "my2025"],
  ["year=2025-", "2025 or newer", "newer than 2024"],
  ["year=2024-", "since 2024"],
  ["year=-2024", "before 2025", "2024 or older", "until 2024"],
  ["year=2024-2025", "2024-2025"],
  ["torque=400-", "400 lb-ft"],
  ["torque=300-400", "300-400 lb-ft"],
  ["battery=77-", "77 kWh"],
  ["battery=60-80", "60-80 kWh"],
  ["height=70-", "taller than 70 in"],
];

/** What each text is read as, and the words that stay a search. */
const EXAMPLES: Example[] = [
  ...READINGS.flatMap(([set, ...texts]) => texts.map((text): Example => [text, set])),
  ["under 100 mpge", ""],
  // Words that are not in any name are ignored.
  ["suv that seats 7 and goes 300 miles", "bodyType=SUV&minSeats=7&minRange=300"],
  ["2026 suv under 50k", "year=2026&bodyType=SUV&maxPrice=50000"],
  ["built after 2024", "year=2025-"],
  ["a car for a family of five", "minSeats=5"],
  // So is what nothing filters by, never taken for its opposite.
  ["suv at most 5 seats", "bodyType=SUV"],
  ["awd 5 seats or less", "drive=AWD"],
  ["suv -awd", "bodyType=SUV"],
  ["-tesla suv", "bodyType=SUV"],
  ["suv lots of power", "bodyType=SUV"],
  ["awd-suv", "drive=AWD&bodyType=SUV"],
  ["long range under 60 thousand", "maxPrice=60000"],
  ["suv for 3 kids", "bodyType=SUV&minSeats=5&sort=cargo desc"],
  ["suv under 50k, not hyundai or kia", "bodyType=SUV&maxPrice=50000"],
  ["suv under £40k", "bodyType=SUV"],
  ["awd seats 5 or less", "drive=AWD"],
  ["suv over 12000 lb", "bodyType=SUV"],
  // Swapped bounds are put in the right order.
  ["between 40k and 30k", "minPrice=30000&maxPrice=40000"],
  ["between 300 and 200 miles", "minRange=200&maxRange=300"],
  ["between 2026 and 2024", "year=2024-2026"],
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
  ["kias awd", "drive=AWD", "Kia"],
  ["kia hyundai awd", "make=Kia,Hyundai&drive=AWD"],
  ["polstar 2 awd", "drive=AWD", "polstar 2"],
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
const IGNORED: readonly (readonly [string, string])[] = eachFirst([
  [["quiet suv under 50k", "quiet ioniq 5 awd", "nacs 150 kW, quiet", "quiet"], "quiet"],
  [["Quiet, comfy SUV!"], "Quiet comfy"],
  [["red awd with heat pump"], "red heat pump"],
  [["hundai under 40k", "I want a cheap electric hatchback"], ""],
  [["awd & rwd - shiny?"], "shiny"],
  [["suv not awd"], "not awd"],
  [["suv without leather"], "without leather"],
  [["suv at most 5 seats"], "at most 5 seats"],
  [["suv under £40k"], "under £40k"],
  [["awd -tesla"], "-tesla"],
  [["the car"], "the car"],
  [["tesla supercharger"], "supercharger"],
  [["dog crate"], "dog crate"],
  [["15,000 miles a year"], "15,000 miles a year"],
]);

const NOT_UNDERSTOOD = [
  ..."| |Model 3|500e|300|ioniq 5|eqs suv|Q6 e-tron|f150|350+|long range|hyundai".split("|"),
  ..."hyundai ioniq 5 or kia ev6|under 4|50k miles|15,000 miles a year|5000 miles".split("|"),
  ..."12 seats|at most 5 seats|no more than 5 seats|5 seats or less|seats at most 5".split("|"),
  ..."5 to 7 seats|more than 9 seats|£40k|under € 50k|40k euros|under 2 seconds".split("|"),
  ..."under 4 mi/kwh|4 mi/kWh or less|city range|dc fast|charges under 3 min|0-60|charging|seats|not awd|nacsy".split(
    "|",
  ),
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
