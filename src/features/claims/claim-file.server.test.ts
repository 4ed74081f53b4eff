import { utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { openTestClaims } from "../../../test/claims.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { spoolFile } from "../../../test/spooled-files.ts";
import { measureLongestTurn } from "../../../test/longest-turn.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import { readClaimFile } from "./claim-file.server.ts";
import { MAX_FILE_BYTES } from "../import/accepted-files.ts";
import { expectAnswer, expectRefused } from "../../../test/refusals.ts";

const HOSTILE_BYTES = 16 * 1024 * 1024;
/** limits-and-texts.md: no text holds others up for longer */
const LONGEST_TURN_MS = 100;
const HEADER =
  "make,model,trim,year,field,value,method,source,url,published,checked,confidence,note";
const RANGE = `Tesla,Model 3,Standard,2025,range,321,epa,EPA,https://example.com/a,2025,2026-11-23,A,"as, labelled"`;
const PORT = `tesla,MODEL 3,standard,2025,chargePort,nacs,maker,Tesla,,,,,`;
const TEST = `Kia,EV9,Wind,2025,testedRange,290,measured,"=Edmunds",,2026-03,,B,`;

const csv = (...lines: string[]) => [HEADER, ...lines].map((line) => `${line}\r\n`).join("");

const LINK = "Link must be a web address that begins with https://";
const CHECKED = "checked must be a day such as 2026-11-23";
const BAD: readonly [string, string, string][] = [
  ["Kia,EV9,Wind,2024,range,1,epa,EPA,,,,,", "trim", "There is no 2024 Kia EV9 Wind"],
  [",EV9,Wind,2025,range,1,epa,EPA,,,,,", "make", "A name is missing"],
  ["Kia,EV9,Wind,soon,range,1,epa,EPA,,,,,", "year", "The year must be a whole number"],
  ["Kia,EV9,Wind,2025,wheels,1,epa,EPA,,,,,", "field", "There is no figure with this name"],
  ["Kia,EV9,Wind,2025,range,far,epa,EPA,,,,,", "value", "Range must be a number"],
  ["Kia,EV9,Wind,2025,range,,epa,EPA,,,,,", "value", "Range is required"],
  ["Kia,EV9,Wind,2025,range,1,epa,,,,,,", "source", "Source is required"],
  ["Kia,EV9,Wind,2025,range,1,epa,EPA,http://a.com,,,,", "url", LINK],
  ["Kia,EV9,Wind,2025,range,1,epa,EPA,,,May,,", "checked", CHECKED],
];

describeOnEachEngine("claims as a file", (databases) => {
  test("are added once, all or none, and written out as they are taken in", async () => {
    const { app, claimsOf, named, send, store, upload } = await openTestClaims(databases);
    const [standard, wind] = [await named("Standard"), await named("Wind")];
    const version = await store.version();
    const dry = await upload(csv(RANGE, PORT, TEST), "?dryRun=true");
    expect(dry.json()).toEqual({ added: 3, skipped: 0, importId: null, invalid: [] });
    expect(await store.version()).toBe(version);

    // Blank lines are skipped, and a repeated line counts once.
    const file = csv(RANGE, "", PORT, TEST, PORT);
    const answer = await upload(file);
    expect(answer.statusCode, answer.body).toBe(200);
    const { importId } = answer.json<{ importId: number }>();
    expect(answer.json()).toEqual({ added: 3, skipped: 1, importId: expect.any(Number) });
    expect(await claimsOf(standard.id)).toMatchObject({
      range: {
        value: 321,
        claims: [
          {
            value: 321,
            method: "epa",
            source: "EPA",
            url: "https://example.com/a",
            published: "2025",
            checked: "2026-11-23",
            confidence: "A",
            note: "as, labelled",
          },
        ],
      },
      chargePort: { value: "NACS", claims: [{ value: "NACS", url: null, note: null }] },
    });
    expect(await claimsOf(wind.id)).toHaveProperty("testedRange.claims.0.source", "=Edmunds");
    expect((await send("GET", "/api/activity?kind=sources")).json()).toMatchObject({
      entries: [{ action: "claims-imported", subject: "new.csv", after: { added: 3, importId } }],
    });

    const exported = await app.inject("/api/claims.csv");
    expect(exported.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="claims.csv"',
      "cache-control": "public, max-age=0, s-maxage=1",
    });
    const [header, first, , last] = exported.body.split("\r\n");
    expect(header).toBe(`\uFEFF${HEADER},claimId,rowId,modelId`);
    expect(first).toMatch(new RegExp(`^${RegExp.escape(RANGE)},\\d+,\\d+,\\d+$`));
    expect(last).toContain(",measured,'=Edmunds,");
    // Importing an export adds nothing, and gives the same claims in an empty database.
    expect((await upload(exported.body)).json()).toEqual({ added: 0, skipped: 3, importId: null });
    const before = await claimsOf(wind.id);
    await send("DELETE", `/api/imports/${importId}`);
    expect((await upload(exported.body)).json()).toMatchObject({ added: 3 });
    const withoutIds = (fields: object) => JSON.stringify(fields).replaceAll(/"id":\d+/g, "");
    expect(withoutIds(await claimsOf(wind.id))).toBe(withoutIds(before));
  });

  test("are refused with a list of all bad cells, and none is added", async () => {
    const { claimsOf, named, upload } = await openTestClaims(databases);
    const { id } = await named("Standard");
    const file = csv(RANGE, ...BAD.map(([line]) => line));
    const rows = BAD.map(([, column, message], at) => ({ row: at + 2, column, message }));
    const answer = await upload(file);
    expect(answer.statusCode).toBe(422);
    const { error, rows: told } = answer.json<{ error: string; rows: { row: number }[] }>();
    expect(error).toBe(`Nothing was added: ${rows.length} cells are wrong.`);
    expect(told.toSorted((a, b) => a.row - b.row)).toEqual(rows);
    const dry = await upload(file, "?dryRun=true");
    const { length } = dry.json<{ invalid: [] }>().invalid;
    expect([dry.statusCode, length]).toEqual([200, rows.length]);
    expect(await claimsOf(id)).toEqual({});
  });

  test.each([
    ["", 422, "The file is empty"],
    ["make,model\nKia,EV9\n", 422, "The column is missing"],
    [`${HEADER},price\n`, 422, expect.stringMatching(/^There is no such column: make, model,/)],
    [`${HEADER},Note\n`, 422, "This column appears twice"],
  ])("%j is not a claims file", async (file, status, message) => {
    const { upload } = await openTestClaims(databases);
    const answer = await upload(file);
    const [first] = answer.json<{ rows: object[] }>().rows;
    expect([answer.statusCode, first]).toMatchObject([status, { row: 0, message }]);
  });

  test("are refused with too many lines, or without a form", async () => {
    const { send, upload } = await openTestClaims(databases);
    const long = await spoolFile(csv(RANGE, PORT, TEST));
    await expect(readClaimFile(long, 2)).rejects.toMatchObject({
      status: 413,
      message: "The file has more than 2 claims. Please split it.",
    });
    const large = await upload("x".repeat(MAX_FILE_BYTES + 1));
    expectRefused(large, 413, "The file is larger than 64 MB. Please split it.");
    const json = { "content-type": "application/json" };
    const noForm = await send("POST", "/api/claims/upload", "{}", json);
    expect(noForm.statusCode).toBe(415);
    expect((await upload(csv(RANGE), "?existing=skip")).statusCode).toBe(400);
  });

  test("may come as a workbook, and in any encoding that imports take", async () => {
    const { upload } = await openTestClaims(databases);
    const lines = [HEADER, RANGE, TEST].map((line) =>
      line.replaceAll(/"([^"]*)"/g, (_, cell) => String(cell).replaceAll(",", " ")),
    );
    const sheet = utils.aoa_to_sheet(lines.map((line) => line.split(",")));
    const workbook = write(utils.book_new(sheet), { type: "buffer" }) as Buffer;
    const utf16 = Buffer.from(`\uFEFF${csv(PORT)}`, "utf16le");
    for (const [file, added] of [
      [workbook, 2],
      [utf16, 1],
    ] as const) {
      expect((await upload(file)).json()).toMatchObject({ added, skipped: 0 });
    }
    const latin = Buffer.from(csv(RANGE.replace("EPA", "Pr\xfcfung")), "latin1");
    const refused = await upload(latin);
    const western = { label: "windows-1252", samples: ["Prüfung"] };
    const encodings = expect.arrayContaining([western]) as object[];
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { rows: [], encodings }]);
    const read = await upload(latin, "?encoding=windows-1252");
    expect(read.json()).toMatchObject({ added: 1, encoding: "windows-1252" });
  });

  test.each([
    ["price", "39.990", "Enter 39990 or 39.99"],
    ["testedRange", "1.234 mi", "Enter 1234 or 1.23"],
  ])("ask which figure a %s of %s is", async (field, value, message) => {
    const { upload } = await openTestClaims(databases);
    const line = `Kia,EV9,Wind,2025,${field},${value},epa,EPA,,,,,`;
    const bad = { rows: [{ row: 1, column: "value", message }] };
    expect((await upload(csv(line))).json()).toMatchObject(bad);
  });

  test("have three decimals where they mean nothing else", async () => {
    const { app, named, send, upload } = await openTestClaims(databases);
    const { id: rowId } = await named("Wind");
    const claim = { rowId, field: "range", value: 1.234, method: "epa", source: "EPA" };
    expect((await send("POST", "/api/claims", claim)).statusCode).toBe(201);
    const { body } = await app.inject("/api/claims.csv");
    expect(body).toContain(",range,1.234,");
    expect((await upload(body)).json()).toEqual({ added: 0, skipped: 1, importId: null });
    const edited = await upload(body.replace(",1.234,", ",1.230,"));
    expect(edited.json()).toMatchObject({ rows: [{ message: "Enter 1230 or 1.23" }] });
    const line = ["Kia", "EV9", "Wind", 2025, "range", 1.234, "epa", "EPA"];
    const sheet = utils.aoa_to_sheet([HEADER.split(",").slice(0, line.length), line]);
    const workbook = write(utils.book_new(sheet), { type: "buffer" }) as Buffer;
    expect((await upload(workbook)).json()).toMatchObject({ added: 0, skipped: 1 });
  });

  test("may have more than 8 MB", { timeout: 90_000 }, async () => {
    const { upload } = await openTestClaims(databases);
    const noted = RANGE.replace("as, labelled", "n".repeat(300));
    const count = Math.ceil((9 * 1024 * 1024) / noted.length);
    const large = csv(...Array.from({ length: count }, () => noted));
    const answer = await upload(large, "?dryRun=true");
    const counts = { added: 1, skipped: count - 1, importId: null, invalid: [] };
    expect(answer.json()).toMatchObject(counts);
  });

  test.each([
    ["quotation marks", '"', 422],
    ["commas", ",", 422],
    ["letters", "a", 422],
    ["lines of a letter", "a\n", 413],
  ])("of nothing but %s are refused, and hold nobody up", async (_name, text, status) => {
    const { upload } = await openTestClaims(databases);
    const { length } = csv();
    const file = csv() + text.repeat((HOSTILE_BYTES - length) / text.length);
    const { longestMs, result } = await measureLongestTurn(() => upload(file), LONGEST_TURN_MS);
    expect(result.statusCode).toBe(status);
    expect(longestMs).toBeLessThanOrEqual(LONGEST_TURN_MS);
  });

  test("count the claims that a figure already has", async () => {
    const { add, named, upload } = await openTestClaims(databases);
    const { id } = await named("Standard");
    for (let value = 1; value <= 39; value++) await add(id, { value });
    const two = csv(RANGE, RANGE.replace("321", "322"));
    const message = expect.stringMatching(/^A figure can have at most 40 sources/) as string;
    const rows = [{ row: 2, column: "field", message }];
    expect((await upload(two)).json()).toMatchObject({ rows });
    expect((await upload(csv(RANGE))).json()).toMatchObject({ added: 1 });
  });

  test("are undone together, except those changed since", async () => {
    const { claimsOf, named, send, upload } = await openTestClaims(databases);
    const { id } = await named("Standard");
    const { importId } = (await upload(csv(RANGE, PORT, TEST))).json<{ importId: number }>();
    const [range] = (await claimsOf(id)).range?.claims ?? [];
    const change = { value: 320, method: "epa", source: "EPA" };
    await send("PUT", `/api/claims/${range?.id}`, change);
    const undone = await send("DELETE", `/api/imports/${importId}`);
    expectAnswer(undone, 200, { removed: 2, restored: 0, kept: [expect.objectContaining({ id })] });
    const fields = await claimsOf(id);
    expect(Object.keys(fields)).toEqual(["range"]);
    expect((await send("DELETE", `/api/imports/${importId}`)).statusCode).toBe(404);
    expect((await send("GET", "/api/activity?limit=1")).json()).toMatchObject({
      entries: [{ action: "import-undone", subject: "new.csv", after: { removed: 2, kept: 1 } }],
    });
  });

  test("sent again with the same Idempotency-Key are added once", async () => {
    const { send, upload } = await openTestClaims(databases);
    const key = { "idempotency-key": "claims 1" };
    const first = await upload(csv(RANGE), "", key);
    expect((await upload(csv(RANGE), "", key)).json()).toEqual(first.json());
    const other = await upload(csv(PORT), "", key);
    const error = "The Idempotency-Key was used for other content.";
    expectAnswer(other, 422, { error, rows: [] });
    const rows = (await send("GET", "/api/evs?view=admin")).json<{ evs: EvRow[] }>();
    expect(rows.evs.every(({ version }) => version === 1)).toBe(true);
  });
});
