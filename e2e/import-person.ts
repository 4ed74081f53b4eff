import type { Locator, Page } from "@playwright/test";

import { expectAccessible } from "./fixtures.ts";

/** A person who imports a file on the screen; counts everything they do. */
export function createPerson(page: Page, dialog: Locator) {
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
    async check() {
      presses++;
      await dialog.getByRole("button", { name: "Check file" }).click();
      await expectAccessible(page);
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
export type Person = ReturnType<typeof createPerson>;

/** Checks the columns, then the rows. */
export async function checkTwice(person: Person) {
  await person.check();
  await person.check();
}

/** Checks the columns, enters an exchange rate and checks the rows. */
export const withRate =
  (rate: string, ...more: ((person: Person) => Promise<unknown>)[]) =>
  async (person: Person) => {
    await person.check();
    await person.type(/US dollars$/, rate);
    await person.check();
    for (const answer of more) await answer(person);
  };
