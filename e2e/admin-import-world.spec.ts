import type { Locator, Page } from "@playwright/test";

import type { EvRow } from "../src/domain/vehicle.ts";
import { readRows } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { openImport } from "./import-dialog.ts";

/** A person who imports a file on the screen; counts everything they do. */
function createPerson(page: Page, dialog: Locator) {
  let presses = 0;
  return {
    dialog,
    countPresses: () => presses,
    async press(name: string | RegExp) {
      presses++;
      await dialog.getByRole("button", { name, exact: typeof name === "string" }).click();
    },
    async change(field: string, row: number, value: string) {
      presses += 2;
      await dialog.getByTitle(`Change ${field} of row ${row}`).click();
      await dialog.getByLabel(`Replace ${field} of row ${row} with`).selectOption(value);
    },
    async check(answer: string | RegExp = /^Check (file|rows)$/) {
      presses++;
      const button = dialog.getByRole("button", { name: answer });
      await button.or(dialog.getByRole("radio", { name: answer })).click();
      await expectAccessible(page);
    },
    async keepElectric() {
      presses++;
      await dialog.getByLabel("Keep electric cars only").click();
    },
    async choose(label: string, value: string) {
      presses++;
      await dialog.getByLabel(label, { exact: true }).selectOption(value);
    },
    async type(label: string | RegExp, value: string) {
      presses++;
      await dialog.getByLabel(label).fill(value);
    },
  };
}
type Person = ReturnType<typeof createPerson>;

interface WorldFile {
  what: string;
  name: string;
  content: string;
  /** what a person does in the dialog between choosing the file and pressing Import */
  bring: (person: Person) => Promise<unknown>;
  /** including Import and every answer that is typed or chosen */
  presses: number;
  search: string;
  stored: Partial<EvRow>[];
}

const FILES: readonly WorldFile[] = [
  {
    what: "a German list with decimal commas",
    name: "preise.csv",
    content:
      "Marke;Modell;Ausstattung;Modelljahr;Karosserie;Listenpreis (€);Reichweite WLTP (km);Leistung (kW);Verbrauch (kWh/100 km);Höchstgeschwindigkeit (km/h);Kofferraumvolumen (l);Antrieb;Leergewicht (kg)\n" +
      "Volkswagen;Welt 1;Pro;2025;Limousine;53.995,00;709;210;14,1;180;532;Heckantrieb;2.172\n",
    bring: async (person) => {
      await person.check();
      await person.type(/US dollars$/, "1.08");
      await person.check();
    },
    presses: 4,
    search: "Welt 1",
    stored: [
      {
        make: "Volkswagen",
        trim: "Pro",
        bodyType: "Sedan",
        price: 58_315,
        range: 440.6,
        horsepower: 282,
        consumption: 22.7,
        topSpeed: 111.8,
        cargoSpace: 18.8,
        driveType: "RWD",
        curbWeight: 4_788,
      },
    ],
  },
  {
    what: "hybrids and petrol cars among electric ones",
    name: "stock.csv",
    content:
      "Make,Model,Trim,Year,Body Type,Fuel type,MSRP (USD)\nKia,World 10,EV,2025,SUV,Electric,43000\nKia,World 10,PHEV,2025,SUV,Plug-in hybrid,41000\nKia,World 10,Petrol,2025,SUV,Petrol,33000\n",
    bring: async (person) => {
      await person.check();
      await person.check();
      await expect(
        person.dialog.getByText("2 cars aren’t electric (Fuel type: Plug-in hybrid, Petrol)."),
      ).toBeVisible();
      // The only question is settled at once.
      await person.keepElectric();
      await expect(person.dialog.getByText("You chose to skip 2 rows.")).toBeVisible();
      await expect(person.dialog.getByLabel("Keep electric cars only")).toBeChecked();
    },
    presses: 4,
    search: "World 10",
    stored: [{ trim: "EV", price: 43_000 }],
  },
  {
    what: "trims inside names that the catalogue does not know",
    name: "one-column.csv",
    content:
      'Car,Type,Starting at\n2026 Chevy World 17 LT,Hatchback,"$28,995"\n2026 Mercedes World 17 450+ Sedan,Sedan,"$104,400"\n',
    bring: async (person) => {
      await person.check();
      await person.check();
      await person.type("Trim of Chevrolet World 17 LT", "LT");
      await person.type("Trim of Mercedes-Benz World 17 450+ Sedan", "450+");
      await person.press("Check again");
    },
    presses: 6,
    search: "World 17",
    stored: [
      { make: "Chevrolet", model: "World 17", trim: "LT" },
      { make: "Mercedes-Benz", model: "World 17 Sedan", trim: "450+" },
    ],
  },
  {
    what: "no body types, which differ by model",
    name: "no-bodies.csv",
    content:
      "Make,Model,Trim,Model Year,MSRP (USD)\nKia,World 16,Air,2025,43000\nKia,World 16 GT,Air,2025,48000\n",
    bring: async (person) => {
      await person.check();
      await person.choose("Body Type where your catalogue has none", "SUV");
      await person.check();
      await person.change("Body Type", 2, "Sedan");
      await person.press("Check again");
    },
    presses: 7,
    search: "World 16",
    stored: [
      { model: "World 16", bodyType: "SUV" },
      { model: "World 16 GT", bodyType: "Sedan" },
    ],
  },
];

test("files of the world give the right figures @desktop", async ({ page }) => {
  test.slow();
  const { dialog, file: picker } = await openImport(page);
  for (const file of FILES)
    await test.step(`${file.what}, in ${file.presses} presses`, async () => {
      const buffer = Buffer.from(file.content);
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
      await dialog.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: "Import CSV" }).click();
    });

  await test.step("the activity lists the rows of an import, and undoes it", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Activity" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "no-bodies.csv" }).first();
    const rows = entry.getByRole("list", { name: "Rows of this import" });
    await expect(rows).toContainText("2025 Kia World 16 Air");
    await expectAccessible(page);
    await entry.getByRole("button", { name: /^Undo import/ }).click();
    const question = page.getByRole("alertdialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("2 EVs removed").first()).toBeVisible();
    await expect(entry.getByRole("button", { name: /^Undo import/ })).toHaveCount(0);
    const answer = await page.request.get("/api/evs?search=World+16");
    expect(await answer.json()).toEqual([]);
  });
});
