import { expect, it } from "vitest";

import { serveDocuments } from "../../test/documents.ts";
import { roundScore } from "../domain/scores.ts";
import type { EvListEntry } from "../domain/vehicle.ts";

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

it.each([
  ["/?maxPrice=167000", 2],
  ["/?maxPrice=167000&missing=price", 4],
  ["/?maxPrice=60000&minRange=300", 0],
])("%s: list, headline, button and counts of the chart agree as served", async (url, undrawn) => {
  const { body } = await ask(url);
  const text = body.replaceAll("<!-- -->", "").replaceAll(/<[^>]*>/g, " ");
  const [, models, trims] = /(\d+)\s+models\s*, (\d+) trims/.exec(text) ?? [];
  expect(Number(models)).toBeGreaterThan(0);
  const isWhole = !url.includes("missing");
  // Cars without a price are shown but not counted as within a budget.
  if (isWhole) expect(text).toMatch(new RegExp(`buys [\\w ,]+ miles in ${models} models`));
  expect(text).toContain(`Show these ${models} models`);
  const note = /(\d+) trims? without a price or range (?:is|are) not shown/.exec(text);
  expect(Number(note?.[1] ?? 0)).toBe(undrawn);
  const drawn = Number(trims) - undrawn;
  expect(text).toMatch(new RegExp(` ${drawn}\\s+of \\d+ trims`));
});

const textIn = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns `make model score` of the cars that a document ranks first. */
function leadersOf(body: string): string[] {
  const [, list = ""] = /<ol[^>]*aria-label="Top 5"[^>]*>(.*?)<\/ol>/s.exec(body) ?? [];
  return Array.from(
    list.matchAll(/<h3[^>]*>(.*?)<\/h3>.*?Score <\/span>(?:<!--.*?-->)?([\d.]+)/gs),
  ).map(([, name = "", score]) => `${textIn(name)} ${score}`);
}

/** Reads the same from the first models that the call returns. */
async function rankedByCall(query: string): Promise<string[]> {
  const entries = (await ask(`/api/evs?${query}`)).json<EvListEntry[]>();
  const best = new Map<number, string>();
  for (const { ev } of entries) {
    const scores = entries.filter((one) => one.ev.id === ev.id).map(({ score }) => score ?? -1);
    best.set(ev.id, `${ev.make} ${ev.model} ${roundScore(Math.max(...scores)).toFixed(1)}`);
  }
  return [...best.values()].slice(0, 5);
}

it("a document shows the ranking that its address asks for, as the call has it", async () => {
  const suvs = "bodyType=SUV&maxPrice=60000&rank=price:2,cargo:5";
  for (const query of ["rank=range:5,price:3", suvs]) {
    const leaders = leadersOf(await textOf(`/?${query}`));
    expect(leaders).toHaveLength(5);
    expect(leaders).toEqual(await rankedByCall(query));
  }
});

it("what is wrong in the weights of an address is ignored, and the rest holds", async () => {
  const leaders = leadersOf(await textOf("/?rank=range:5"));
  expect(leadersOf(await textOf("/?rank=range:5,seats:3,price:9"))).toEqual(leaders);
  for (const query of ["rank=range:9", "rank=range:0", "rank=", "rank=range:5&sort=price"]) {
    const body = await textOf(`/?${query}`);
    expect(leadersOf(body), query).toEqual([]);
    expect(body, query).toContain("No votes yet.");
  }
});

it("both orders are links, which keep the filters", async () => {
  const body = await textOf("/?make=Kia&rank=range:5");
  const hrefs = ["By votes", "By what matters to you"].map(
    (label) => new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(body)?.[1],
  );
  const links = ["/?make=Kia#ranking-section", "/?make=Kia&amp;rank=range:5#ranking-section"];
  expect(hrefs).toEqual(links);
});

it("weights in another order make the same document", async () => {
  const first = await textOf("/?rank=range:5,price:4&make=Kia");
  expect((await textOf("/?make=Kia&rank=price:4,%20RANGE:5,cargo:0")) === first).toBe(true);
});

/** Returns the numbers of the rows that a document shows. */
const rowsOf = (body: string) =>
  Array.from(body.matchAll(/<tr[^>]*aria-rowindex="(\d+)"/g), ([, at]) => Number(at)).slice(1);

it("without scripts the table has pages of 50, each row once", async () => {
  const seen: number[] = [];
  for (let page = 1; page <= 6; page++) seen.push(...rowsOf(await textOf(`/table?page=${page}`)));
  expect(seen).toEqual(Array.from({ length: 292 }, (_, at) => at + 2));
  const second = await textOf("/table?bodyType=SUV&page=2");
  expect(second.match(/rel="prev" href="[^"]*"/)?.[0]).toBe(
    'rel="prev" href="/table?bodyType=SUV"',
  );
  expect(second).toContain('aria-label="Pages of the table"');
  expect((await textOf("/table?page=99")) === (await textOf("/table"))).toBe(true);
});

it("what it does not know in an address is ignored, and the rest holds", async () => {
  const body = await textOf("/table?columns=towing,colour&cargo=far&rank=range:9&bodyType=Truck");
  expect(body).toContain("Towing");
  expect(body).not.toContain("Cargo");
  expect(body === (await textOf("/table?columns=towing&bodyType=Truck"))).toBe(true);
});

it("words that a browser sends by itself become filters of the table", async () => {
  const { statusCode, headers } = await ask("/table?search=awd+suv+under+50k&words=1");
  const moved = [303, "/table?bodyType=SUV&drive=AWD&maxPrice=50000"];
  expect([statusCode, headers.location]).toEqual(moved);
});
