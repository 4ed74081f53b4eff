import { expect, test } from "vitest";
import { inputs } from "../../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestRows } from "../../../../test/row-calls.ts";

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

  test("are for administrators only", async () => {
    const { app } = await openTestRows(databases);
    expect((await app.inject("/api/evs/names")).statusCode).toBe(401);
  });
});
