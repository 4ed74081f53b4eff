import { expect, test } from "vitest";
import { inputs } from "../../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestRows } from "../../../../test/row-calls.ts";
import type { TypicalFigureList } from "./rows.schema.ts";

describeOnEachEngine("the known names", (databases) => {
  test("are the makes, or the models of one make, each once", async () => {
    const { send } = await openTestRows(databases);
    const names = async (query = "") => (await send("GET", `/api/evs/names${query}`)).json();
    expect(await names()).toEqual({ names: ["Ford", "Kia", "Lucid", "Mercedes-Benz", "Tesla"] });
    expect(await names("?make=FORD")).toEqual({ names: ["F-150 Lightning"] });
    expect(await names("?make=Nobody")).toEqual({ names: [] });
    expect(await names("?make=")).toEqual({ names: [] });
  });

  test("are limited in number, and nonsense is refused", async () => {
    const models = Array.from({ length: 1_001 }, (_, at) => ({ make: "Kia", model: `M${at}` }));
    const { send } = await openTestRows(databases, inputs(...models));
    const { names } = (await send("GET", "/api/evs/names?make=kia")).json<{ names: string[] }>();
    expect(names).toHaveLength(1_000);
    for (const [query, error] of [
      [`?make=${"k".repeat(61)}`, "make must have at most 60 characters"],
      ["?model=EV6", "Unknown parameter model. Known parameters: make"],
    ]) {
      const answer = await send("GET", `/api/evs/names${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error });
    }
  });
});

describeOnEachEngine("the usual figures (vehicles.md#unusual-figures)", (databases) => {
  test("are the middle of the catalogue's, without fields that no row has", async () => {
    const rows = Array.from({ length: 30 }, (_row, at) => {
      return { make: "Kia", model: `M${at}`, price: at === 0 ? 46 : 30_000 + at };
    });
    const { send } = await openTestRows(databases, inputs(...rows));
    const { figures } = (await send("GET", "/api/evs/usual")).json<TypicalFigureList>();
    expect(figures.price).toEqual({ least: 30_001, most: 30_028 });
    expect(figures.range).toBeUndefined();
  });
});
