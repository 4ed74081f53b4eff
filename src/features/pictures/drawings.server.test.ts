import { expect, it } from "vitest";

import { describeOnEachEngine } from "../../../test/databases.ts";
import { GOOD_ROW, openTestRows } from "../../../test/row-calls.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { imageRoutes } from "./pictures.routes.server.ts";
import { drawingPath } from "./pictures.ts";

describeOnEachEngine("a model's drawing", (databases) => {
  it("exists at once, and changes as soon as a measure of the row does", async () => {
    const { app, catalogue, send } = await openTestRows(databases);
    app.register(imageRoutes, { readEvs: async () => (await catalogue.current()).evs });
    const { id } = (await send("POST", "/api/evs", GOOD_ROW)).json();
    const read = async () => (await send("GET", `/api/evs/${id}`)).json<Ev>();
    const picture = async (ev: Ev) => {
      const { headers, body } = await app.inject(drawingPath(ev, "svg"));
      return { cache: headers["cache-control"], svg: body };
    };
    const usual = await read();
    const before = await picture(usual);
    expect(usual.drawing).toMatch(/^usual-/);
    expect(before.cache).toContain("immutable");

    const measures = { length: 201, height: 77, wheelbase: 121, groundClearance: 8 };
    await send("PUT", `/api/evs/${id}`, { ...GOOD_ROW, ...measures });
    const measured = await read();
    const after = await picture(measured);
    expect(measured.drawing).not.toMatch(/^usual-/);
    expect(after.cache).toContain("immutable");
    expect(after.svg).not.toBe(before.svg);
    expect(await picture(usual)).toEqual({ cache: "no-cache", svg: after.svg });
    const direct = await send("GET", `/api/evs/${id}/direct`);
    expect(direct.json().drawing).toBe(measured.drawing);
  });

  it("is its own even if another model's name looks the same in an address", async () => {
    const { app, catalogue, send } = await openTestRows(databases);
    app.register(imageRoutes, { readEvs: async () => (await catalogue.current()).evs });
    const drawn = async (model: string, length: number) => {
      const row = { ...GOOD_ROW, model, length, height: 66, wheelbase: 115 };
      const { id } = (await send("POST", "/api/evs", row)).json();
      return (await send("GET", `/api/evs/${id}`)).json<Ev>();
    };
    const [one, other] = [await drawn("Q 1", 180), await drawn("Q-1", 200)];
    const [first, second] = await Promise.all(
      [one, other].map((ev) => app.inject(drawingPath(ev, "svg"))),
    );
    expect(first?.headers["cache-control"]).toContain("immutable");
    expect(second?.headers["cache-control"]).toContain("immutable");
    expect(first?.body).not.toBe(second?.body);
  });
});
