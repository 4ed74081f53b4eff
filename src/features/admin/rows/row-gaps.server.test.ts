import { expect, test } from "vitest";
import { openTestClaims } from "../../../../test/claims.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { RowListAnswer } from "./rows.schema.ts";

const filtered = (filters: unknown) => `&filters=${encodeURIComponent(JSON.stringify(filters))}`;

describeOnEachEngine("figures without a source", (databases) => {
  test("are listed per row: those with a value that no source confirms", async () => {
    const { add, list, named, send } = await openTestClaims(databases);
    const wind = await named("Wind");
    const ask = async (query = "&gaps=true&search=wind") => {
      const answer = await send("GET", `/api/evs?view=admin${query}`);
      return RowListAnswer.parse(answer.json()).gaps;
    };
    const before = (await ask())?.[wind.id] ?? [];
    expect(before).toContain("range");
    expect(before).toContain("driveType");
    // Missing values and names need no source.
    for (const [field, value] of Object.entries(wind)) {
      if (value === null || field === "trim") expect(before).not.toContain(field);
    }
    await add(wind.id, { field: "range", value: wind.range ?? 0 });
    await add(wind.id, { field: "price", value: 1 });
    expect((await ask())?.[wind.id]).toEqual(before.filter((field) => field !== "range"));
    await send("PUT", `/api/evs/${wind.id}`, { range: 7 });
    expect((await ask())?.[wind.id]).toEqual(before);
    expect(await ask("&search=wind")).toBeUndefined();
    expect(Object.keys((await ask("&gaps=true")) ?? {})).toHaveLength((await list()).evs.length);
  });

  test("are filtered by column, over pages", async () => {
    const { add, list, named } = await openTestClaims(databases);
    const [wind, flash] = [await named("Wind"), await named("Flash")];
    await add(wind.id, { field: "range", value: wind.range ?? 0 });
    await add(flash.id, { field: "range", value: 1 });
    const trims = async (query: string) => (await list(query)).evs.map(({ trim }) => trim);
    expect(await trims(filtered({ range: { sourced: true } }))).toEqual(["Wind"]);
    const without = await trims(filtered({ range: { sourced: false } }));
    expect(without).toContain("Flash");
    expect(without).not.toContain("Wind");
    expect(await trims(filtered({ range: { sourced: true }, make: { contains: "ford" } }))).toEqual(
      [],
    );
    const { matches, evs } = await list(
      `${filtered({ range: { sourced: false } })}&page=1&pageSize=2`,
    );
    expect([matches, evs.length]).toEqual([without.length, 2]);
  });

  test("can only be requested for figures", async () => {
    const { send } = await openTestClaims(databases);
    for (const query of [filtered({ model: { sourced: true } }), "&gaps=yes"]) {
      const answer = await send("GET", `/api/evs?view=admin${query}`);
      expect([query, answer.statusCode]).toEqual([query, 400]);
    }
  });
});
