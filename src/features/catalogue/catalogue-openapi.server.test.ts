import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { openTestCatalogue } from "../../../test/catalogue.ts";

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, unknown> };
}

describeOnEachEngine("openapi.json", ({ open }) => {
  it("describes every call there is, and only those", async () => {
    const { app, routes } = await openTestCatalogue(await open());
    const document = (await app.inject("/api/openapi.json")).json<Document>();
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ),
    );
    // Every GET route also answers HEAD.
    const known = routes.filter((route) => !route.startsWith("HEAD "));
    expect(described.toSorted()).toEqual(known.toSorted());
  });

  it("refers to schemas that it has, and lists the parameters of the list", async () => {
    const { app } = await openTestCatalogue(await open());
    const answer = await app.inject("/api/openapi.json");
    const document = answer.json<Document>();
    for (const [, name] of answer.body.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name ?? "");
    }
    const names = document.paths["/api/evs"]?.["get"]?.parameters?.map(
      (parameter) => parameter.name,
    );
    expect(names).toEqual(expect.arrayContaining(["search", "make", "sort", "limit", "view"]));
    const refused = await app.inject("/api/evs?unknown=1");
    const { error } = refused.json<{ error: string }>();
    const [, known = ""] = /Known parameters: ([\w, ]+)/.exec(error) ?? [];
    expect(known).toContain("search, make");
    // Beside these it has the parameters of the administrators' list.
    expect(names).toEqual(expect.arrayContaining(known.split(", ")));
  });
});
