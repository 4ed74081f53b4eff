import { expect, it } from "vitest";

import { serveDocuments } from "../../test/documents.ts";

const ask = serveDocuments();

const textOf = async (url: string) => (await ask(url)).body;

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
  expect([statusCode, headers.location]).toEqual([
    303,
    "/table?bodyType=SUV&drive=AWD&maxPrice=50000",
  ]);
});
