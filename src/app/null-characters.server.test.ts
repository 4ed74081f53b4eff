import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { readApi } from "../../test/api-description.ts";
import { callApp } from "../../test/call-app.ts";
import { VALUES } from "../../test/call-examples.ts";
import { inputs } from "../../test/catalogue.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { csv, EV6, form, FORM_TYPE } from "../../test/import.ts";
import { signIn } from "../../test/sign-in.ts";
import { openWholeApp } from "../../test/whole-app.ts";
import { openDatabaseForCommand } from "../db/database.server.ts";
import type { ApiDocument, ApiSchema } from "../../test/openapi-document.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";

const TEXTS = ["%00", "a%00b"];

/** The answer must write nothing and either blame the sender or find nothing. */
const isHarmless = (status: number) => status < 500 && status !== 201;

/** Returns one body for each field, with the text in that field and valid values in all others. */
function bodiesWith(text: string, schema: ApiSchema): object[] {
  const parts = schema.anyOf ?? [schema];
  return parts.flatMap(({ properties = {} }) =>
    Object.keys(properties).map((field) => ({ ...exampleOf(properties), [field]: text })),
  );
}

function exampleOf(properties: Readonly<Record<string, ApiSchema>>): Record<string, unknown> {
  const { image: _image, ...known } = VALUES;
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in properties));
}

type Call = [method: string, url: string, body?: object];

async function ask(app: FastifyInstance, cookie: string, ...[method, url, body]: Call) {
  const type = Buffer.isBuffer(body) && { "content-type": FORM_TYPE };
  return (await callApp(app, method, url, { cookie, ...type }, body)).statusCode;
}

describeOnEachEngine("U+0000", ({ freshEnv }) => {
  test("in any parameter of any call is refused or matches nothing", async () => {
    const env = await freshEnv();
    const app = await openWholeApp(env, { RATE_LIMITS: "off" });
    const database = await openDatabaseForCommand(env);
    await createVehicleStore(database).insertRows(inputs({}, { make: "Kia", model: "EV9" }));
    const api = readApi((await app.inject("/api/openapi.json")).json<ApiDocument>());
    const { cookie: kept } = await signIn(database);
    const failed: unknown[] = [];
    for (const { method, path, parameters, body } of api.calls) {
      if (path === "/api/events") continue;
      // Only other sessions may end.
      const mayEnd = /^\/api\/(sessions|logout|user|users)\b/.test(path);
      const { cookie } = mayEnd ? await signIn(database, `${method} ${path}`) : { cookie: kept };
      const at = (id: string) => path.replaceAll(/\{\w+\}/g, id);
      const schema = body?.["application/json"]?.schema;
      const queries = parameters.filter((one) => one.in === "query");
      const requests: [url: string, body?: object][] = [
        ...TEXTS.flatMap((text) => [
          ...queries.map(({ name }): [string] => [`${at("1")}?${name}=${text}`]),
          [`${at("1")}?${text}=1`] as [string],
          ...(path.includes("{") ? [[at(text)] as [string]] : []),
        ]),
        ...(schema ? bodiesWith("a\0b", schema) : []).map((sent): [string, object] => [
          at("1"),
          sent,
        ]),
      ];
      await Promise.all(
        requests.map(async ([url, sent]) => {
          const status = await ask(app, cookie, method, url, sent);
          if (!isHarmless(status)) failed.push([method, url, sent, status]);
        }),
      );
    }
    await database.close();
    expect(failed).toEqual([]);
  });

  test("in a file, its name and what is said of it is refused", async () => {
    const env = await freshEnv();
    const app = await openWholeApp(env, { RATE_LIMITS: "off" });
    const database = await openDatabaseForCommand(env);
    const { cookie } = await signIn(database);
    await database.close();
    const files = [
      form(csv(EV6.replace("Wind", "Wi\0nd"))),
      form(csv(EV6).replace("trim", "tr\0im")),
      ...["mapping", "decimal"].map((field) =>
        form(csv(EV6), { fields: { [field]: '{"columns":{"a\\u0000":null}}\0' } }),
      ),
    ];
    for (const file of files) {
      const status = await ask(app, cookie, "POST", "/api/evs/upload?existing=update", file);
      expect([400, 422]).toContain(status);
    }
    expect((await app.inject("/api/evs")).json()).toEqual([]);
  });

  test("in the address of a page shows the page, or that nothing is there", async () => {
    const app = await openWholeApp(await freshEnv());
    for (const url of ["/?search=%00", "/ev/%00", "/%00", "/compare?ev=%00", "/?page=%00"]) {
      expect([url, await ask(app, "", "GET", url)]).toEqual([url, expect.toBeOneOf([200, 404])]);
    }
  });
});
