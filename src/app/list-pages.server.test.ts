import { expect, it } from "vitest";

import type { EvListEntry } from "../domain/vehicle.ts";
import { serveDocuments } from "../../test/documents.ts";

const ask = serveDocuments();

const textOf = async (url: string) => (await ask(url)).body;

/** Returns the models whose cards a document shows in its list. */
function modelsOf(body: string): number[] {
  const start = body.indexOf('aria-label="Electric vehicles"');
  const list = body.slice(start, body.indexOf("</section>", start));
  return [...list.matchAll(/<h3[^>]*><a [^>]*href="\/ev\/(\d+)/g)].map(([, id]) => Number(id));
}

it.each(["", "drive=AWD&", "sort=price&"])(
  "the parts of the list hold each model once: ?%s",
  async (filters) => {
    const entries = (await ask(`/api/evs?${filters}`)).json<EvListEntry[]>();
    const models = [...new Set(entries.map(({ ev }) => ev.id))];
    const shown: number[] = [];
    for (let page = 1; page <= Math.ceil(models.length / 24); page++) {
      shown.push(...modelsOf(await textOf(`/?${filters}page=${page}`)));
    }
    expect(shown).toEqual(models);
  },
);

it("a document carries of each trim what its cards show", async () => {
  const { trim } = (await ask("/api/evs")).json<EvListEntry[]>()[0] ?? {};
  expect(trim).toHaveProperty("wheelbase");
  const body = await textOf("/");
  expect(body).toContain('"chargePort":');
  for (const field of ["wheelbase", "batteryWarranty", "source", "checkedOn"]) {
    expect(body).not.toContain(`"${field}":`);
  }
});

it("an address beyond the catalogue's parts is the plain page, and makes no document of its own", async () => {
  const plain = await textOf("/");
  for (const page of ["0", "6", "999999", "1e1", "-1", "2.5", "x", ""]) {
    expect(await textOf(`/?page=${page}`), page).toBe(plain);
  }
  const first = modelsOf(await textOf("/?page=1"));
  expect(first).toHaveLength(24);
  expect(modelsOf(plain)).toEqual(first.slice(0, 8));
  expect(await textOf("/?page=2")).not.toBe(plain);
  // Only a few models pass, so page 3 is past the end and shows the last part.
  for (const page of [1, 3]) {
    expect(modelsOf(await textOf(`/?make=Polestar&page=${page}`))).toEqual(
      modelsOf(await textOf("/?make=Polestar")),
    );
  }
});
