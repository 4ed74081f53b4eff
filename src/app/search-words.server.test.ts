import { describe, expect, test } from "vitest";

import { serveDocuments } from "../../test/documents.ts";
import { PUBLIC } from "../server/response-cache.server.ts";
import type { EvListEntry } from "../domain/vehicle.ts";

const ask = serveDocuments();

describe("a search form that the browser sends by itself (finding.md#ignored-words)", () => {
  test.each([
    ["search=awd+suv+under+50k", "/?bodyType=SUV&drive=AWD&maxPrice=50000"],
    ["search=quiet+suv+under+50k", "/?bodyType=SUV&maxPrice=50000&ignored=quiet"],
    // Filters that the form sends along go when no car passes them too; the comparison stays.
    ["make=Kia&maxPrice=30000&search=awd+under+40k", "/?drive=AWD&maxPrice=40000"],
    // No word is recognized.
    ["search=horse+carriage", "/?ignored=horse+carriage"],
    ["search=monthly+payment", "/?saveLoan=true#saving"],
    ["search=kia&minSeats=7", "/?search=kia&minSeats=7"],
    ["search=+", "/"],
    ["", "/"],
    // The box shows previously ignored words; they only count as a search when something is typed.
    ["search=quiet&ignored=quiet&bodyType=SUV", "/?bodyType=SUV&ignored=quiet"],
    ["search=ioniq+5+quiet&ignored=quiet", "/?search=ioniq+5&ignored=quiet"],
    ["search=quiet+300+miles&ignored=quiet", "/?minRange=300&ignored=quiet"],
    ["search=&ignored=quiet&bodyType=SUV", "/?bodyType=SUV"],
  ])("?%s&words=1 leads to %s", async (query, address) => {
    const { statusCode, headers, body } = await ask(`/?${query}&words=1`);
    expect([statusCode, headers.location, body]).toEqual([303, address, ""]);
    // The address is canonical, so it does not redirect again.
    expect((await ask(address)).statusCode).toBe(200);
  });

  test("models side by side lead to a comparison of the cheapest of each in two years", async () => {
    const entries = (await ask("/api/evs")).json<EvListEntry[]>();
    const cheapestOf = (name: string) =>
      entries
        .filter(({ ev, trim }) => `${ev.make} ${ev.model}` === name && trim.year >= ev.year - 1)
        .toSorted((one, other) => Number(one.trim.price) - Number(other.trim.price))[0]?.trim.rowId;
    const search = encodeURIComponent("Model Y vs Ioniq 5 vs Equinox EV");
    const { statusCode, headers } = await ask(`/?search=${search}&words=1`);
    expect(statusCode).toBe(303);
    const ids = ["Tesla Model Y", "Hyundai Ioniq 5", "Chevrolet Equinox EV"].map(cheapestOf);
    expect(headers.location).toBe(`/compare?ev=${ids.join()}`);
  });

  test("a plain search is never read as words", async () => {
    for (const query of ["", "&words=", "&words=0", "&words=true", "&word=1"]) {
      const answer = await ask(`/?search=awd+suv+under+50k${query}`);
      expect([query, answer.statusCode]).toEqual([query, 200]);
      expect(answer.body).toContain('value="awd suv under 50k"');
    }
    expect((await ask("/compare?search=awd&words=1")).statusCode).toBe(200);
    expect((await ask("/none?search=awd&words=1")).statusCode).toBe(404);
  });

  test("depends on the address alone, and shared caches may keep it for a second", async () => {
    const url = "/?search=awd&words=1";
    const plain = await ask(url);
    const other = await ask({
      url,
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        referer: "https://evil.example/?make=Kia",
        cookie: "visitor=somebody",
        "user-agent": "iPhone",
      },
    });
    const { location, "cache-control": cacheControl, "set-cookie": cookies } = plain.headers;
    expect([location, cacheControl, cookies]).toEqual(["/?drive=AWD", PUBLIC, undefined]);
    const named = ["location", "cache-control", "vary", "set-cookie", "content-security-policy"];
    for (const name of named)
      expect([name, other.headers[name]]).toEqual([name, plain.headers[name]]);
  });

  test.each([
    ["a long text", `search=${"awd+under+50k+".repeat(250)}`],
    ["long ignored words", `search=awd+${"%C3%A9".repeat(500)}&ignored=${"x".repeat(500)}`],
    ["many brands", `search=awd&make=${"a,".repeat(1_500)}`],
    ["another host", "search=awd+//evil.example/&sort=//evil.example"],
    ["another host as a brand", "search=%5C%5Cevil.example&make=//evil.example"],
    ["a header", "search=awd%0d%0aset-cookie:+a=b"],
    ["broken letters", "search=awd+%00+%ff+%ud800"],
    ["two searches", "search=awd&search=suv"],
  ])("%s leads to this site, by an address of bounded length", async (_, query) => {
    const { statusCode, headers } = await ask(`//?${query}&words=1`);
    const location = String(headers.location);
    expect(statusCode).toBe(303);
    expect(location).toMatch(/^\/\?[\w.%+,/&=~!*()'-]*$/);
    expect(new URL(location, "http://here.example").host).toBe("here.example");
    expect(location.length).toBeLessThan(2_000);
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test("an address beyond the limit of all addresses is refused", async () => {
    const { statusCode } = await ask(`/?search=${"a".repeat(9_000)}&words=1`);
    expect(statusCode).toBe(414);
  });
});
