import { expect, test } from "vitest";
import { NO_DETAILS } from "../../../test/claim-details.ts";
import { GOOD_CLAIM, openTestClaims } from "../../../test/claims.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { Ev, EvRow } from "../../domain/vehicle.ts";
import { ClaimsAnswer, Evidence } from "./claims.schema.ts";
import { MOST_CLAIMS_PER_FIGURE } from "./claims.db.server.ts";
import { expectAnswer, expectIssue, expectRefused } from "../../../test/refusals.ts";

const LINK = "Link must be a web address that begins with https://";
const PUBLISHED = "published must be a year, a month or a day, such as 2026, 2026-07 or 2026-07-11";
const CHECKED = "checked must be a day such as 2026-11-23";

const REFUSED: readonly [object, string | RegExp][] = [
  [{ field: "make", value: "Kia" }, /^field must be one of price, range, charging,/],
  [{ field: "wheels" }, /^field must be one of /],
  [{ value: undefined }, "Value is required"],
  [{ value: [312] }, "Value must be a number, a text, true or false"],
  [{ value: "" }, "Range is required"],
  [{ value: "312" }, "Range must be a number"],
  [{ value: -1 }, "Range must be positive"],
  [{ value: 0 }, "Range must be positive"],
  [{ value: 2_001 }, "Range must be 2,000 or less"],
  [{ field: "highwayRange70", value: 2_001 }, "Highway range at 70 mph must be 2,000 or less"],
  [{ field: "testedCharging", value: "fast" }, "Tested charging time must be a number"],
  [{ field: "chargePort", value: "nacs" }, "Charge port must be NACS, CCS or CHAdeMO"],
  [{ field: "batteryWarranty", value: "N/A" }, "Battery warranty is required"],
  [{ method: "guess" }, /^method must be one of epa, maker, measured, computed, /],
  [{ source: " " }, "Source is required"],
  [{ source: "x".repeat(161) }, "Source must have 160 characters or fewer"],
  [{ source: "a\u0007b" }, "Source must be plain text"],
  [{ url: "http://example.com" }, LINK],
  [{ url: "javascript:alert(1)" }, LINK],
  [{ url: "https://example.com/a b" }, LINK],
  [{ url: `https://example.com/${"x".repeat(2_048)}` }, "Link must have 2048 characters or fewer"],
  [{ published: "July 2026" }, PUBLISHED],
  [{ published: "2026-02-30" }, PUBLISHED],
  [{ published: "1066" }, PUBLISHED],
  [{ checked: "2026-02-30" }, CHECKED],
  [{ confidence: "D" }, "confidence must be one of A, B, C"],
  [{ note: "x".repeat(301) }, "Note must have 300 characters or fewer"],
  [{ id: 7 }, "Unknown field id"],
];

describeOnEachEngine("claims", (databases) => {
  test("come back as they were sent, by model and by row, in a new version", async () => {
    const { add, app, claimsOf, named, send, store } = await openTestClaims(databases);
    const [row, other] = [await named("Standard"), await named("Performance")];
    const { id: modelId } = (await app.inject(`/api/evs/${row.id}`)).json<Ev>();
    const path = `/api/evs/${modelId}/claims`;
    const nothing = { trims: [row, other].map(({ id }) => ({ rowId: id, fields: {} })) };
    expect((await app.inject(path)).json()).toEqual(nothing);
    const version = await store.version();

    const claim = await add(row.id);
    expect(claim).toEqual({ id: claim.id, rowId: row.id, ...GOOD_CLAIM });
    const measured = { field: "testedRange", value: 356, method: "measured" } as const;
    const words = { source: "  Edmunds\n", note: "" };
    const tested = await add(row.id, { ...NO_DETAILS, ...measured, ...words });
    expect(tested).toMatchObject({ source: "Edmunds", url: null, note: null });
    const answer = await app.inject(path);
    expect(answer.headers["cache-control"]).toBe("public, max-age=0, s-maxage=1");
    const { field: _field, rowId: _row, ...ofRange } = claim;
    const { field: _test, rowId: _tested, ...ofTest } = tested;
    expect(ClaimsAnswer.parse(answer.json())).toEqual({
      trims: [
        {
          rowId: row.id,
          fields: {
            range: { value: 321, claims: [ofRange] },
            testedRange: { value: null, claims: [ofTest] },
          },
        },
        { rowId: other.id, fields: {} },
      ],
    });
    expect(await claimsOf(row.id)).toHaveProperty("range.claims.0.id", claim.id);
    const etag = String(answer.headers.etag);
    const again = await app.inject({ url: path, headers: { "if-none-match": etag } });
    expect(again.statusCode).toBe(304);

    expect(await store.version()).toBe(version + 2);
    expect((await named("Standard")).version).toBe(row.version);
    expect((await app.inject("/api/evs/999999/claims")).statusCode).toBe(404);
    const { entries } = (await send("GET", "/api/activity?kind=sources")).json();
    expect(entries).toMatchObject([
      { action: "claim-added", subject: "Tested range of 2025 Tesla Model 3 Standard" },
      {
        action: "claim-added",
        subject: "Range of 2025 Tesla Model 3 Standard",
        rowId: row.id,
        after: { value: 312, method: "epa", sourceName: GOOD_CLAIM.source, link: GOOD_CLAIM.url },
      },
    ]);
  });

  test("are summed up: where sources differ, what rests on one, what others measured", async () => {
    const { add, app, named } = await openTestClaims(databases);
    const [row, other] = [await named("Standard"), await named("Performance")];
    const path = `/api/evs/${row.id}/evidence`;
    expect((await app.inject(path)).json()).toEqual({ trims: [] });
    const claim = await add(row.id);
    const measured = { field: "testedRange", value: 356, method: "measured", url: null } as const;
    const tested = await add(row.id, { ...measured, source: "Edmunds" });
    const answer = await app.inject(path);
    expect(answer.headers["cache-control"]).toBe("public, max-age=0, s-maxage=1");
    const { published, note } = claim;
    const words = { source: "Edmunds", published, note };
    const ofTest = { id: tested.id, ...measured, ...words, official: 312, isEpa: true };
    expect(Evidence.parse(answer.json())).toEqual({
      trims: [{ rowId: row.id, differs: {}, oneSource: [], tests: [ofTest] }],
    });

    const dataSet = { method: "dataset", source: "Voltlist", url: null } as const;
    await add(other.id, { ...dataSet, field: "length", value: 185 });
    await add(row.id, { ...dataSet, value: 283 });
    expect((await app.inject(path)).json()).toMatchObject({
      trims: [
        { rowId: row.id, differs: { range: [283, 321] }, oneSource: [] },
        { rowId: other.id, differs: {}, oneSource: ["length"], tests: [] },
      ],
    });
    expect((await app.inject("/api/evs/999999/evidence")).statusCode).toBe(404);
  });

  test("are judged as the field is, and what is refused changes nothing", async () => {
    const { claimsOf, named, send, store } = await openTestClaims(databases);
    const row = await named("Standard");
    const version = await store.version();
    for (const [over, sentence] of REFUSED) {
      const answer = await send("POST", "/api/claims", { rowId: row.id, ...GOOD_CLAIM, ...over });
      expectRefused(answer, 400, sentence);
    }
    for (const rowId of [999_999, 2 ** 40]) {
      const answer = await send("POST", "/api/claims", { ...GOOD_CLAIM, rowId });
      expectRefused(answer, 404, "Vehicle not found");
    }
    expect(await claimsOf(row.id)).toEqual({});
    expect(await store.version()).toBe(version);
  });

  test("are stored as the field stores its values", async () => {
    const { add, named } = await openTestClaims(databases);
    const { id } = await named("Standard");
    for (const [field, value, stored] of [
      ["consumption", 26.44, 26.4],
      ["zeroToSixty", "5.5", 5.5],
      ["testedZeroToSixty", "5.4", 5.4],
      ["taxCreditEligible", false, false],
      ["batteryWarranty", " 8 yr /  100,000 mi ", "8 yr / 100,000 mi"],
    ] as const) {
      expect((await add(id, { field, value })).value).toBe(stored);
    }
  });

  test("stand once, and forty times at most for a figure", async () => {
    const { add, claimsOf, named, send } = await openTestClaims(databases);
    const [row, other] = [await named("Standard"), await named("Pro")];
    await add(row.id);
    const post = (over: object) =>
      send("POST", "/api/claims", { rowId: row.id, ...GOOD_CLAIM, ...over });
    const again = await post({ note: "another note", confidence: "C" });
    expectRefused(again, 409, "This source is already listed with this value");
    expect((await post({ url: null })).statusCode).toBe(201);
    expect((await post({ url: null })).statusCode).toBe(409);
    for (let value = 3; value <= MOST_CLAIMS_PER_FIGURE; value++) await add(row.id, { value });
    const oneMore = await post({ value: 1 });
    expectRefused(oneMore, 409, "A figure can have at most 40 sources. Please delete one first.");
    expect((await claimsOf(row.id)).range?.claims).toHaveLength(MOST_CLAIMS_PER_FIGURE);
    expect((await post({ field: "price", value: 1 })).statusCode).toBe(201);
    await add(other.id);
  });

  test("are changed and deleted, each in a new version and in the activity", async () => {
    const { add, claimsOf, named, send, store } = await openTestClaims(databases);
    const row = await named("Standard");
    const claim = await add(row.id);
    await add(row.id, { value: 300 });
    const path = `/api/claims/${claim.id}`;
    const { field: _field, ...same } = GOOD_CLAIM;
    const version = await store.version();
    expect((await send("PUT", path, same)).json()).toEqual(claim);
    expect(await store.version()).toBe(version);
    expect((await send("PUT", path, { ...same, value: 300 })).statusCode).toBe(409);
    const far = await send("PUT", path, { ...same, value: "far" });
    expectIssue(far, 400, "value", "Range must be a number");
    expectRefused(await send("PUT", path, { ...same, field: "price" }), 400, "Unknown field field");
    const changed = await send("PUT", path, { value: 310, method: "maker", source: "Tesla" });
    const now = { ...NO_DETAILS, value: 310, method: "maker", source: "Tesla" };
    expect(changed.json()).toEqual({ id: claim.id, rowId: row.id, field: "range", ...now });
    expect(await store.version()).toBe(version + 1);

    expect((await send("DELETE", path)).statusCode).toBe(204);
    expect((await claimsOf(row.id)).range?.claims).toMatchObject([{ value: 300 }]);
    for (const id of [claim.id, "none"]) {
      expect((await send("PUT", `/api/claims/${id}`, same)).statusCode).toBe(404);
      expect((await send("DELETE", `/api/claims/${id}`)).statusCode).toBe(404);
      expect((await send("POST", `/api/claims/${id}/use`)).statusCode).toBe(404);
    }
    const { entries } = (await send("GET", "/api/activity?kind=sources&limit=2")).json();
    expect(entries).toMatchObject([
      { action: "claim-deleted", before: { value: 310, sourceName: "Tesla" }, after: null },
      { action: "claim-changed", before: { value: 312 }, after: { value: 310 } },
    ]);
  });

  test("are used: the value is written into the row, unless somebody has changed it", async () => {
    const { add, named, send } = await openTestClaims(databases);
    const row = await named("Standard");
    const claim = await add(row.id);
    const use = (id: number, ifMatch?: string) =>
      send("POST", `/api/claims/${id}/use`, undefined, ifMatch ? { "if-match": ifMatch } : {});
    const tested = await add(row.id, { field: "testedRange" });
    const refused = await use(tested.id);
    expectRefused(refused, 400, "Test results can’t be used as the car’s figure.");
    const answer = await use(claim.id, `"${row.version}"`);
    expect(answer.statusCode).toBe(200);
    const used = answer.json<EvRow>();
    expect(used).toEqual({ ...row, range: 312, version: row.version + 1 });
    expect(await named("Standard")).toEqual(used);

    const price = await add(row.id, { field: "price", value: 1 });
    const late = await use(price.id, `"${row.version}"`);
    const error = "You have just changed this EV yourself.";
    expectAnswer(late, 412, { error, current: used, changedBy: "ada" });
    expect((await use(price.id, "3")).statusCode).toBe(400);
    expect((await use(price.id)).json()).toMatchObject({ price: 1 });
    const { entries } = (await send("GET", "/api/activity?kind=changed")).json();
    expect(entries).toMatchObject([
      { before: { price: 38990 }, after: { price: 1 } },
      { before: { range: 321 }, after: { range: 312 } },
    ]);
  });
});
