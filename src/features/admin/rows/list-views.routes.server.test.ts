import { expect, test } from "vitest";
import { describeOnEachEngine, type TestDatabases } from "../../../../test/databases.ts";
import { signIn } from "../../../../test/sign-in.ts";
import { openWholeApp } from "../../../../test/whole-app.ts";
import { openDatabaseForCommand } from "../../../db/database.server.ts";
import type { ListView } from "./list-views.schema.ts";
import { MOST_SAVED_VIEWS } from "./list-views.db.server.ts";

const CHEAP = {
  name: "Cheap",
  query: "sort=price&filters=%7B%22price%22%3A%7B%22to%22%3A40000%7D%7D",
};

/** The calls of two administrators. */
async function openViews({ freshEnv }: Pick<TestDatabases, "freshEnv">) {
  const env = await freshEnv();
  const app = await openWholeApp(env, { RATE_LIMITS: "off" });
  const database = await openDatabaseForCommand(env);
  const [ada, grace] = [await signIn(database, "ada"), await signIn(database, "grace")];
  await database.close();
  const callsOf =
    (cookie: string) =>
    async (method: "GET" | "POST" | "PUT" | "DELETE", path = "", payload?: object) => {
      const url = `/api/list-views${path}`;
      const headers = { cookie };
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const body = answer.body === "" ? undefined : answer.json<ListView & ListView[]>();
      return { status: answer.statusCode, body };
    };
  return { env, app, ada, asAda: callsOf(ada.cookie), asGrace: callsOf(grace.cookie) };
}

describeOnEachEngine("a saved view", (databases) => {
  test("is saved, replaced by name, renamed and deleted only by its own administrator", async () => {
    const { asAda, asGrace } = await openViews(databases);
    const saved = { id: 1, ...CHEAP, at: expect.any(String) };
    expect(await asAda("POST", "", CHEAP)).toEqual({ status: 201, body: saved });
    const other = { name: "cheap", query: "rows=50" };
    expect(await asAda("POST", "", other)).toMatchObject({
      status: 200,
      body: { id: 1, ...other },
    });
    expect(await asGrace("GET")).toEqual({ status: 200, body: [] });
    // Different administrators may use the same name.
    expect((await asGrace("POST", "", CHEAP)).status).toBe(201);

    const gone = { error: "There is no such view. It may have been deleted." };
    expect(await asGrace("PUT", "/1", { name: "Mine" })).toEqual({ status: 404, body: gone });
    expect(await asGrace("DELETE", "/1")).toEqual({ status: 404, body: gone });

    // Stored in the canonical form of the address, whatever the order and characters sent.
    const odd = { name: "Odd", query: "search=a\0b&order=desc&sort=price" };
    const stored = await asAda("POST", "", odd);
    expect(stored).toMatchObject({
      status: 201,
      body: { query: "search=a%00b&sort=price&order=desc" },
    });
    expect((await asAda("DELETE", `/${stored.body?.id}`)).status).toBe(204);

    await asAda("POST", "", { name: "All", query: "" });
    expect(await asAda("PUT", "/1", { name: "ALL" })).toMatchObject({
      status: 409,
      body: { error: "You already have a view with this name" },
    });
    expect(await asAda("PUT", "/1", { name: "Cheapest" })).toMatchObject({
      status: 200,
      body: { id: 1, name: "Cheapest", query: "rows=50" },
    });
    const named = async () => (await asAda("GET")).body?.map(({ name }) => name);
    expect(await named()).toEqual(["All", "Cheapest"]);
    expect((await asAda("DELETE", "/1")).status).toBe(204);
    expect((await asAda("DELETE", "/1")).status).toBe(404);
    expect(await named()).toEqual(["All"]);
  });

  test("is refused with a sentence when its name or query is wrong", async () => {
    const { asAda } = await openViews(databases);
    const query = "query must be a query of the list's address, such as sort=price&order=desc";
    for (const [body, error] of [
      [{ query: "" }, "Name is required"],
      [{ name: " \u200b", query: "" }, "Name is required"],
      [{ name: "a".repeat(81), query: "" }, "Name must have 80 characters or fewer"],
      [{ name: "A" }, query],
      [{ name: "A", query: "page=2" }, query],
      [{ name: "A", query: "colour=red" }, query],
      [
        { name: "A", query: `search=${"a".repeat(8_000)}` },
        "This view has too many filters to save. Please remove some.",
      ],
      [{ name: "A", query: "", userId: 2 }, "Unknown field userId"],
    ] as const) {
      expect(await asAda("POST", "", body)).toMatchObject({ status: 400, body: { error } });
    }
    expect((await asAda("GET")).body).toEqual([]);
  });

  test(`is one of ${MOST_SAVED_VIEWS} at most, several saved at once too`, async () => {
    const { asAda, asGrace } = await openViews(databases);
    const save = (name: string) => asAda("POST", "", { name, query: "" });
    for (let at = 1; at < MOST_SAVED_VIEWS; at++) expect((await save(`V${at}`)).status).toBe(201);
    const last = await Promise.all(["X", "Y", "Z"].map(save));
    expect(last.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409", "409"]);
    expect(last.find(({ status }) => status === 409)?.body).toMatchObject({
      error: "You have 50 saved views. Please delete one first.",
    });
    // Replacing a view takes no more room, and each administrator has their own limit.
    expect((await save("v1")).status).toBe(200);
    expect((await asGrace("POST", "", CHEAP)).status).toBe(201);
  });

  test("is deleted with its administrator", async () => {
    const { env, ada, asAda, asGrace } = await openViews(databases);
    await asAda("POST", "", CHEAP);
    const removal = await asGrace("DELETE", `/../users/${ada.user.id}`, {});
    expect(removal.status).toBe(204);
    expect((await asAda("GET")).status).toBe(401);
    const database = await openDatabaseForCommand(env);
    expect(await database.read.selectFrom("list_views").select("id").execute()).toEqual([]);
    await database.close();
  });
});
