import { writeXlsx } from "hucre/xlsx";

import type { EvRow } from "../src/domain/vehicle.ts";
import { readRows } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { checkTwice, createPerson, type Person, withRate } from "./import-person.ts";
import { openImport } from "./import-dialog.ts";

type Cell = string | number | null;
type Sheet = [name: string, rows: Cell[][]];

interface WorldFile {
  what: string;
  name: string;
  content: string | Sheet[];
  /** what a person does in the dialog between choosing the file and pressing Import */
  bring: (person: Person) => Promise<unknown>;
  /** with Import, and each answer that is typed or chosen */
  presses: number;
  /** finds its rows */
  search: string;
  /** the rows in our units */
  stored: Partial<EvRow>[];
}

const BOOK_HEADER = ["Make", "Model", "Trim", "Year", "Body Type", "MSRP (USD)"];

const FILES: readonly WorldFile[] = [
  {
    what: "a German list with decimal commas",
    name: "preise.csv",
    content:
      "Marke;Modell;Ausstattung;Modelljahr;Karosserie;Listenpreis (€);Reichweite WLTP (km);Leistung (kW);Verbrauch (kWh/100 km);Höchstgeschwindigkeit (km/h);Kofferraumvolumen (l);Antrieb;Leergewicht (kg)\n" +
      "Volkswagen;Welt 1;Pro;2025;Limousine;53.995,00;709;210;14,1;180;532;Heckantrieb;2.172\n",
    bring: withRate("1.08", (person) => person.press(/^Decimal comma: 4,788 lb/)),
    presses: 5,
    search: "Welt 1",
    stored: [
      {
        make: "Volkswagen",
        trim: "Pro",
        bodyType: "Sedan",
        price: 58_315,
        range: 441,
        horsepower: 282,
        consumption: 22.7,
        topSpeed: 112,
        cargoSpace: 18.8,
        driveType: "RWD",
        curbWeight: 4_788,
      },
    ],
  },
  {
    what: "a Polish list with zł and KM",
    name: "cennik.csv",
    content:
      "Marka;Model;Wersja;Rok modelowy;Typ nadwozia;Cena;Moc (KM);Zasięg (km);Napęd;Liczba miejsc\n" +
      "Kia;Świat 2;Long Range;2025;SUV;237 900 zł;204;528;przedni;5\n",
    bring: withRate("0.25"),
    presses: 4,
    search: "Świat 2",
    stored: [{ price: 59_475, horsepower: 201, range: 328, driveType: "FWD", seatingCapacity: 5 }],
  },
  {
    what: "a British list in pounds, litres and miles",
    name: "fleet.csv",
    content:
      "Make,Model,Derivative,Model year,Body type,P11D price (£),WLTP range (miles),Boot (litres),0-62 mph (s),Power (bhp),Kerb weight (kg),Top speed (mph)\n" +
      'MG,World 3,Trophy,2025,Hatchback,"34,495",323,388,6.1,201,1748,110\n',
    bring: withRate("1.27"),
    presses: 4,
    search: "World 3",
    stored: [
      {
        trim: "Trophy",
        price: 43_809,
        range: 323,
        cargoSpace: 13.7,
        zeroToSixty: null,
        acceleration: null,
        horsepower: 201,
        curbWeight: 3_854,
        topSpeed: 110,
      },
    ],
  },
  {
    what: "a Norwegian list in kroner",
    name: "priser.csv",
    content:
      "Merke;Modell;Utstyrsnivå;Årsmodell;Karosseri;Pris (kr);Rekkevidde WLTP (km);Effekt (hk);Hjuldrift;Bagasjerom (l);Hengervekt (kg)\n" +
      "Polestar;Verden 4;Long range;2025;SUV;599 000;620;299;Firehjulsdrift;484;1500\n",
    bring: withRate("0.095"),
    presses: 4,
    search: "Verden 4",
    stored: [
      {
        price: 56_905,
        range: 385,
        horsepower: 295,
        driveType: "AWD",
        cargoSpace: 17.1,
        towing: 3_307,
      },
    ],
  },
  {
    what: "a French list",
    name: "tarifs.csv",
    content:
      "Marque;Modèle;Finition;Année modèle;Carrosserie;Prix TTC (€);Autonomie (km);Puissance (ch);Couple (Nm);Volume du coffre (L);Longueur (m);Transmission\n" +
      "Renault;Monde 5;Techno;2025;SUV;42 990 €;625;220;300;545;4,47;Traction\n",
    bring: withRate("1.1"),
    presses: 4,
    search: "Monde 5",
    stored: [
      {
        price: 47_289,
        range: 388,
        horsepower: 217,
        torque: 221,
        cargoSpace: 19.2,
        length: 176,
        driveType: "FWD",
      },
    ],
  },
  {
    what: "one column of whole names",
    name: "names.csv",
    content:
      "Name,Year,Body Type,Range (mi),Price (USD)\nVW ID.7 Pro W6,2025,Sedan,300,50000\nTesla Model 3 Long Range W6,2025,Sedan,363,42490\n",
    bring: checkTwice,
    presses: 3,
    search: "W6",
    stored: [
      { make: "Tesla", model: "Model 3", trim: "Long Range W6", range: 363, price: 42_490 },
      { make: "Volkswagen", model: "ID.7", trim: "Pro W6", range: 300, price: 50_000 },
    ],
  },
  {
    what: "blocks with make and model in their first row only",
    name: "blocks.xlsx",
    content: [
      [
        "Cars",
        [
          BOOK_HEADER,
          ["Kia", "World 8", "Air", 2025, "SUV", 43_000],
          [null, null, "Earth", 2025, "SUV", 48_000],
        ],
      ],
    ],
    bring: async (person) => {
      await checkTwice(person);
      await person.press("Fill them with the value above");
    },
    presses: 4,
    search: "World 8",
    stored: [
      { make: "Kia", trim: "Air", price: 43_000 },
      { make: "Kia", trim: "Earth", price: 48_000 },
    ],
  },
  {
    what: "hybrids and petrol cars among electric ones",
    name: "stock.csv",
    content:
      "Make,Model,Trim,Year,Body Type,Fuel type,MSRP (USD)\nKia,World 10,EV,2025,SUV,Electric,43000\nKia,World 10,PHEV,2025,SUV,Plug-in hybrid,41000\nKia,World 10,Petrol,2025,SUV,Petrol,33000\n",
    bring: async (person) => {
      await person.check();
      await person.press("Keep electric cars only");
      await person.check();
      await expect(person.dialog.getByText("2 rows left out by the rule.")).toBeVisible();
    },
    presses: 4,
    search: "World 10",
    stored: [{ trim: "EV", price: 43_000 }],
  },
  {
    what: "units in the cells",
    name: "cells.csv",
    content:
      "Make,Model,Trim,Year,Body,Consumption,Cargo,Length,Torque,Price,Range\n" +
      'Kia,World 11,Air,2025,SUV,164 Wh/km,25.6 cu ft,"188.5""",258 lb-ft,"€45,990",480 km\n',
    bring: withRate("1.1"),
    presses: 4,
    search: "World 11",
    stored: [
      {
        consumption: 26.4,
        cargoSpace: 25.6,
        length: 188.5,
        torque: 258,
        price: 50_589,
        range: 298,
      },
    ],
  },
  {
    what: "no line with column names",
    name: "bare.csv",
    content: "Kia,World 12,Air,2025,SUV,AWD,43000\nKia,World 12,Earth,2025,SUV,AWD,48000\n",
    bring: async (person) => {
      await person.check();
      await person.choose("Column B", "model");
      await person.choose("Column C", "trim");
      await person.choose("Column G", "price");
      await person.choose("Currency of G", "US dollars");
      await person.check();
    },
    presses: 7,
    search: "World 12",
    stored: [
      { make: "Kia", trim: "Air", year: 2025, driveType: "AWD", price: 43_000 },
      { make: "Kia", trim: "Earth", price: 48_000 },
    ],
  },
  {
    what: "units in a line of their own",
    name: "units.csv",
    content:
      "Make;Model;Trim;Year;Body Type;Range;Power;Price\n;;;;;km;kW;EUR\nKia;World 13;Air;2025;SUV;500;168;45000\n",
    bring: withRate("1.1"),
    presses: 4,
    search: "World 13",
    stored: [{ range: 311, horsepower: 225, price: 49_500 }],
  },
  {
    what: "dollars of another country beside kilometers",
    name: "guide.csv",
    content:
      "Brand,Model,Variant,MY,Body,Price ($),WLTP range (km),Power (kW),Kerb weight (t)\nBYD,World 14,Premium,2025,SUV,61990,510,230,2.1\n",
    bring: async (person) => {
      await person.check();
      await person.choose("Currency of Price ($)", "Australian dollars");
      await person.type(/US dollars$/, "0.65");
      await person.check();
    },
    presses: 5,
    search: "World 14",
    stored: [{ price: 40_294, range: 317, horsepower: 308, curbWeight: 4_630 }],
  },
  {
    what: "names of our fields over figures with decimal commas",
    name: "exact.csv",
    content:
      "make;model;trim;year;bodyType;price;range;batteryCapacity\nKia;World 15;Air;2025;SUV;45990;500;77,4\n",
    bring: async (person) => {
      await person.check();
      await person.choose("Currency of price", "euros");
      await person.type(/US dollars$/, "1.1");
      await person.choose("Unit of range", "km");
      await person.check();
    },
    presses: 6,
    search: "World 15",
    stored: [{ price: 50_589, range: 311, batteryCapacity: 77.4 }],
  },
  {
    what: "a workbook with notes and two sheets of cars",
    name: "years.xlsx",
    content: [
      ["Read me", [["Our cars"], ["Ask the data team"]]],
      ["2024", [BOOK_HEADER, ["Kia", "World 7", "Air", 2024, "SUV", 43_000]]],
      [
        "2025",
        [
          BOOK_HEADER,
          ["Kia", "World 7", "Air", 2025, "SUV", 44_000],
          ["Kia", "World 7", "Earth", 2025, "SUV", 48_000],
        ],
      ],
    ],
    bring: async (person) => {
      await person.check();
      await person.tick("2025 (3 rows)");
      await person.press("Read these 2 sheets as one");
      await person.check();
      await expect(person.dialog.getByText(/Read from the sheets “2024” and “2025”/)).toBeVisible();
    },
    presses: 5,
    search: "World 7",
    stored: [
      { year: 2025, trim: "Air", price: 44_000 },
      { year: 2025, trim: "Earth", price: 48_000 },
      { year: 2024, trim: "Air", price: 43_000 },
    ],
  },
  {
    what: "a file that lies sideways",
    name: "compare.csv",
    content:
      "Model;Kia World 9;Volvo World 9\nVersion;Air;Ultra\nModel year;2025;2026\nBody style;SUV;SUV\nPrice (€);45.990,00;61.500,00\nRange (km);500;620\nSeats;5;7\n",
    bring: async (person) => {
      await person.check();
      await person.press("Swap rows and columns");
      await expect(person.dialog.getByText("Rows and columns were swapped")).toBeVisible();
      await person.type(/US dollars$/, "1.1");
      await person.check();
    },
    presses: 5,
    search: "World 9",
    stored: [
      { make: "Kia", trim: "Air", year: 2025, price: 50_589, range: 311, seatingCapacity: 5 },
      { make: "Volvo", trim: "Ultra", year: 2026, price: 67_650, range: 385, seatingCapacity: 7 },
    ],
  },
  {
    what: "no body types, which differ by model",
    name: "no-bodies.csv",
    content:
      "Make,Model,Trim,Model Year,MSRP (USD)\nKia,World 16,Air,2025,43000\nKia,World 16 GT,Air,2025,48000\n",
    bring: async (person) => {
      await person.check();
      await person.choose("Body Type of all rows", "SUV");
      await person.press("Use another Body Type for some rows");
      await person.choose("Body Type of some rows", "Sedan");
      await person.choose("Field to match", "Model");
      await person.type("Model of these rows, separated by commas", "World 16 GT");
      await person.check();
    },
    presses: 8,
    search: "World 16",
    stored: [
      { model: "World 16", bodyType: "SUV" },
      { model: "World 16 GT", bodyType: "Sedan" },
    ],
  },
];

async function contentOf({ content }: WorldFile): Promise<Buffer> {
  if (typeof content === "string") return Buffer.from(content);
  const sheets = content.map(([name, rows]) => ({ name, rows }));
  return Buffer.from(await writeXlsx({ sheets }));
}

test.describe("files of the world come to right figures by the screen alone @desktop", () => {
  for (const file of FILES) {
    test(`${file.what}, in ${file.presses} presses`, async ({ page }) => {
      const { dialog, file: picker } = await openImport(page);
      const buffer = await contentOf(file);
      await picker.setInputFiles({ name: file.name, mimeType: "", buffer });
      const person = createPerson(page, dialog);
      await file.bring(person);
      await expectAccessible(page);
      const count = file.stored.length;
      await person.press(`Import ${count} EV${count > 1 ? "s" : ""}`);
      await expect(dialog.getByRole("status")).toContainText(`Added ${count} new EVs`);
      expect(person.countPresses()).toBe(file.presses);
      const { evs } = await readRows(page.request, file.search);
      expect(evs.toSorted((a, b) => a.make.localeCompare(b.make))).toMatchObject(file.stored);
    });
  }
});
