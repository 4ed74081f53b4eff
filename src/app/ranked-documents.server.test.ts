import { expect, it } from "vitest";

import { serveDocuments } from "../../test/documents.ts";
import { roundScore } from "../domain/scores.ts";
import type { EvListEntry } from "../domain/vehicle.ts";

const ask = serveDocuments();

const textOf = async (url: string) => (await ask(url)).body;
const plain = (html: string) =>
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
  ).map(([, name = "", score]) => `${plain(name)} ${score}`);
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
  for (const query of [
    "rank=range:5,price:3",
    "bodyType=SUV&maxPrice=60000&rank=price:2,cargo:5",
  ]) {
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
  expect(hrefs).toEqual([
    "/?make=Kia#ranking-section",
    "/?make=Kia&amp;rank=range:5#ranking-section",
  ]);
});

it("weights in another order make the same document", async () => {
  const first = await textOf("/?rank=range:5,price:4&make=Kia");
  expect((await textOf("/?make=Kia&rank=price:4,%20RANGE:5,cargo:0")) === first).toBe(true);
});
