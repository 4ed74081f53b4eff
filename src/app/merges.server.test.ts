import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { ADMINISTERED, cookieOf, GRACE } from "../../test/accounts.ts";
import { describeOnEachEngine, type TestDatabases } from "../../test/databases.ts";
import { openWholeApp, signInTo } from "../../test/whole-app.ts";
import type { Ev, EvRow } from "../domain/vehicle.ts";
import { expectRefused } from "../../test/refusals.ts";
import { GOOD } from "../../test/reviews.ts";
import { callApp } from "../../test/call-app.ts";

/** The app with these rows (`2025 Kia EV6 Wind`), and functions that send requests as its administrator. */
async function openMerges({ freshEnv }: TestDatabases, names: readonly string[]) {
  const app = await openWholeApp(await freshEnv(), { RATE_LIMITS: "off", ...ADMINISTERED });
  const headers = { cookie: await signInTo(app, GRACE) };
  const rowIds = new Map<string, number>();
  for (const name of names) {
    const [year, make, model, ...trim] = name.split(" ");
    const payload = { year: Number(year), make, model, trim: trim.join(" "), bodyType: "SUV" };
    const answer = await app.inject({ method: "POST", url: "/api/evs", headers, payload });
    rowIds.set(name, answer.json<EvRow>().id);
  }
  const rowId = (name: string) => rowIds.get(name) ?? 0;
  const read = async <T>(url: string) => (await app.inject({ url, headers })).json<T>();
  return {
    app,
    rowId,
    read,
    modelOf: async (name: string) => (await read<Ev>(`/api/evs/${rowId(name)}`)).id,
    merge: (payload: object) =>
      app.inject({ method: "POST", url: "/api/evs/merge", headers, payload }),
    send: (method: "DELETE" | "PUT", url: string, payload?: object) =>
      app.inject({ method, url, headers, ...(payload && { payload }) }),
    list: async () => (await read<{ evs: EvRow[] }>("/api/evs?view=admin")).evs,
  };
}

async function vote(app: FastifyInstance, id: number, cookie?: string, isUpvote = true) {
  const url = `/api/evs/${id}/votes`;
  const headers = cookie === undefined ? {} : { cookie };
  return app.inject({ method: "POST", url, headers, payload: { isUpvote } });
}

const review = (app: FastifyInstance, id: number, comment: string, rowId?: number) =>
  callApp(app, "POST", `/api/evs/${id}/reviews`, {}, { ...GOOD, comment, ...(rowId && { rowId }) });

const NAMES = ["2025 Kia EV6 Wind", "2024 Kia EV6 Light", "2026 Kia EV-6 GT"];

describeOnEachEngine("merging two models", (databases) => {
  test("moves rows, reviews and votes, and tells it", async () => {
    const all = await openMerges(databases, NAMES);
    const { app, merge, modelOf, read, rowId, list } = all;
    const [into, from] = [await modelOf("2025 Kia EV6 Wind"), await modelOf("2026 Kia EV-6 GT")];
    // A visitor has voted for both: the vote for the remaining model counts.
    const both = cookieOf(await vote(app, into, undefined, false));
    await vote(app, from, both, true);
    await vote(app, from);
    await review(app, from, "Of the model.");
    await review(app, from, "Of the trim.", rowId("2026 Kia EV-6 GT"));
    await review(app, into, "Here before.");

    const answer = await merge({ from, into });
    expect(answer.statusCode).toBe(200);
    const { model, moved } = answer.json<{ model: Ev; moved: number }>();
    const merged = [model.id, model.make, model.model, model.year, moved];
    expect(merged).toEqual([into, "Kia", "EV6", 2026, 1]);
    expect(model).toEqual(await read<Ev>(`/api/evs/${into}`));
    expect(model.trims.map(({ trim }) => trim)).toEqual(["GT", "Wind", "Light"]);
    expect(model.reviewCount).toBe(3);
    expect(await read("/api/votes")).toEqual({ [into]: { upvotes: 1, downvotes: 1, total: 2 } });
    const mine = await app.inject({ url: "/api/votes/mine", headers: { cookie: both } });
    expect(mine.json()).toEqual({ ids: [into] });
    const ofTrim = await read<{ total: number }>(`/api/evs/${into}/trims/0/reviews`);
    expect(ofTrim.total).toBe(1);
    const rows = await list();
    expect(rows.map((row) => [row.model, row.isModelHeader])).toEqual([
      ["EV6", true],
      ["EV6", false],
      ["EV6", false],
    ]);
    // Its name has changed, so anyone who still has the old version is told.
    expect(rows[0]).toMatchObject({ id: rowId("2026 Kia EV-6 GT"), version: 2 });
    const { entries } = await read<{ entries: object[] }>("/api/activity?limit=1");
    expect(entries).toMatchObject([
      {
        action: "models-merged",
        username: GRACE.username,
        subject: "Kia EV-6 into Kia EV6",
        after: { rows: 1 },
      },
    ]);
  });

  test("leaves the former id valid in every call and page, after later merges too", async () => {
    const all = await openMerges(databases, [...NAMES, "2025 Kia Six Air"]);
    const { app, merge, modelOf, read, rowId, send } = all;
    const [first, second, last] = [
      await modelOf("2026 Kia EV-6 GT"),
      await modelOf("2025 Kia EV6 Wind"),
      await modelOf("2025 Kia Six Air"),
    ];
    await merge({ from: first, into: second });
    // An id from before a merge names the model here too.
    const { model } = (await merge({ from: first, into: last })).json<{ model: Ev }>();
    expect([model.id, model.trims.length]).toEqual([last, 4]);

    for (const alias of [first, second]) {
      const present = await read<Ev>(`/api/evs/${last}`);
      expect(await read<Ev>(`/api/evs/${alias}`)).toEqual(present);
      expect(await read<Ev>(`/api/evs/${alias}/fresh`)).toEqual(present);
      const direct = await read(`/api/evs/${alias}/direct`);
      expect(direct).toMatchObject({ id: last, dbValues: { year: 2026 } });
      const expectSame = async (part: string) =>
        expect(await read(`/api/evs/${alias}/${part}`)).toEqual(
          await read(`/api/evs/${last}/${part}`),
        );
      for (const part of ["places", "history"]) await expectSame(part);
      expect((await vote(app, alias)).statusCode).toBe(201);
      expect(await read(`/api/evs/${alias}/votes`)).toEqual(
        ((await read<object>("/api/votes")) as Record<number, object>)[last],
      );
      const posted = await review(app, alias, "By an old link.", rowId("2025 Kia Six Air"));
      expect([posted.statusCode, posted.json<{ trimId: number }>().trimId]).toEqual([201, 2]);
      await expectSame("reviews");
      const page = await app.inject(`/ev/${alias}?trimName=GT`);
      expect([page.statusCode, page.headers.location]).toEqual([301, `/ev/${last}?trimName=GT`]);
      const compared = await app.inject(`/compare?ev=${rowId("2025 Kia EV6 Wind")},${alias}`);
      expect([compared.statusCode, compared.headers.location]).toEqual([
        301,
        `/compare?ev=${rowId("2025 Kia EV6 Wind")},${last}`,
      ]);
      // A model's id is never a row's id, neither before nor after a merge.
      expect((await send("DELETE", `/api/evs/${alias}`)).statusCode).toBe(404);
      expect((await send("PUT", `/api/evs/${alias}`, { price: 1 })).statusCode).toBe(404);
    }
    expect((await app.inject(`/ev/${last}`)).statusCode).toBe(200);

    for (const { rowId: id } of model.trims) await send("DELETE", `/api/evs/${id}`);
    for (const gone of [first, second, last]) {
      expect((await app.inject(`/api/evs/${gone}`)).statusCode).toBe(404);
      expect((await app.inject(`/api/evs/${gone}/direct`)).statusCode).toBe(404);
      expect((await app.inject(`/ev/${gone}`)).statusCode).toBe(404);
      expect((await vote(app, gone)).statusCode).toBe(404);
    }
  });

  test("refuses what cannot be merged, and changes nothing", async () => {
    const { merge, modelOf, list, rowId } = await openMerges(databases, [
      ...NAMES,
      "2025 Kia EV-6 WIND",
      "2024 Kia EV-6 light",
    ]);
    const [into, from] = [await modelOf("2025 Kia EV6 Wind"), await modelOf("2026 Kia EV-6 GT")];
    const before = await list();
    for (const [body, status, sentence] of [
      [{ from, into: from }, 400, "Choose two different models or makes to merge"],
      [{ from, into: rowId("2025 Kia EV6 Wind") }, 404, "Vehicle not found"],
      [{ from: 2 ** 40, into }, 404, "Vehicle not found"],
      [{ from, into: -(2 ** 40) }, 404, "Vehicle not found"],
      [
        { from, into },
        409,
        "Both have 2025 Kia EV6 Wind, 2024 Kia EV6 Light. Rename or delete one of each first.",
      ],
      [{ from }, 400, "from and into must be ids of models"],
      [{ from, into, force: true }, 400, "Unknown field force"],
      [{ fromMake: "Kia", intoMake: "Kia" }, 400, "Choose two different models or makes to merge"],
      [{ fromMake: "Kia", intoMake: "Lada" }, 404, "There is no make called Lada"],
      [{ fromMake: "Lada", intoMake: "Kia" }, 404, "There is no make called Lada"],
      [{ fromMake: "", intoMake: "Kia" }, 400, "Make is required"],
      [[], 400, "The body must be a JSON object"],
    ] as const) {
      const answer = await merge(body);
      expectRefused(answer, status, sentence);
    }
    expect(await list()).toEqual(before);
  });
});

describeOnEachEngine("merging two makes", (databases) => {
  test("merges the models that both have and renames the others, in one change", async () => {
    const { merge, modelOf, read, list } = await openMerges(databases, [
      "2025 Mercedes EQB Base",
      "2025 Mercedes EQS Sedan",
      "2024 Mercedes-Benz EQB Plus",
      "2025 Kia EV6 Wind",
    ]);
    const eqb = await modelOf("2025 Mercedes EQB Base");
    const eqs = await modelOf("2025 Mercedes EQS Sedan");
    const answer = await merge({ fromMake: "mercedes", intoMake: "MERCEDES-BENZ" });
    expect([answer.statusCode, answer.json()]).toEqual([200, { model: null, moved: 2 }]);
    expect((await list()).map(({ make, model, trim }) => [make, model, trim])).toEqual([
      ["Kia", "EV6", "Wind"],
      ["Mercedes-Benz", "EQB", "Base"],
      ["Mercedes-Benz", "EQB", "Plus"],
      ["Mercedes-Benz", "EQS", "Sedan"],
    ]);
    expect((await read<Ev>(`/api/evs/${eqb}`)).id).toBe(
      await modelOf("2024 Mercedes-Benz EQB Plus"),
    );
    expect((await read<Ev>(`/api/evs/${eqs}`)).id).toBe(eqs);
  });

  test("makes two spellings of a make one", async () => {
    const { merge, list } = await openMerges(databases, ["2025 KIA EV6 Wind", "2025 Kia EV9 GT"]);
    const answer = await merge({ fromMake: "KIA", intoMake: "Kia" });
    expect(answer.json()).toEqual({ model: null, moved: 1 });
    expect((await list()).map(({ make }) => make)).toEqual(["Kia", "Kia"]);
  });

  test("changes nothing when one of its models cannot be merged", async () => {
    const { merge, list } = await openMerges(databases, [
      "2025 Mercedes EQS Sedan",
      "2025 Mercedes EQB Base",
      "2025 Mercedes-Benz EQB Base",
    ]);
    const before = await list();
    const answer = await merge({ fromMake: "Mercedes", intoMake: "Mercedes-Benz" });
    expectRefused(
      answer,
      409,
      "Both have 2025 Mercedes-Benz EQB Base. Rename or delete one of each first.",
    );
    expect(await list()).toEqual(before);
  });
});

describeOnEachEngine("votes and reviews while models are merged", (databases) => {
  test("are all counted, once each", async () => {
    const { app, merge, modelOf, read } = await openMerges(databases, NAMES);
    const [into, from] = [await modelOf("2025 Kia EV6 Wind"), await modelOf("2026 Kia EV-6 GT")];
    const votes = Array.from({ length: 60 }, (_, at) => vote(app, at % 2 ? from : into));
    const [merged, ...answers] = await Promise.all([merge({ from, into }), ...votes]);
    expect(merged.statusCode).toBe(200);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await read(`/api/evs/${into}/votes`)).toEqual({ upvotes: 60, downvotes: 0, total: 60 });
  });

  test("a review that was sent before the merge and waited for it is kept", async () => {
    const { app, merge, modelOf, read, rowId } = await openMerges(databases, NAMES);
    const [into, from] = [await modelOf("2025 Kia EV6 Wind"), await modelOf("2026 Kia EV-6 GT")];
    await Promise.all(Array.from({ length: 20 }, () => vote(app, from)));
    const [merged, ...answers] = await Promise.all([
      merge({ from, into }),
      review(app, from, "Of the model."),
      review(app, from, "Of the trim.", rowId("2026 Kia EV-6 GT")),
    ]);
    expect([merged, ...answers].map(({ statusCode }) => statusCode)).toEqual([200, 201, 201]);
    expect((await read<Ev>(`/api/evs/${into}`)).reviewCount).toBe(2);
  });
});
