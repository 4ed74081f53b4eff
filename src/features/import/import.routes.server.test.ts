import { expect, test } from "vitest";
import { callApp } from "../../../test/call-app.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { inputs } from "../../../test/catalogue.ts";
import { ImportAnswerSchema, RefusalAnswer } from "./import.schema.ts";
import { csv, EV6, EV9, form, FORM_TYPE, openTestImport } from "../../../test/import.ts";
import { expectRefused } from "../../../test/refusals.ts";

const WITH_EV9 = inputs({ make: "Kia", model: "EV9", trim: "Land", bodyType: "SUV" });

describeOnEachEngine("an import", ({ open }) => {
  test("of a file that is not UTF-8 waits for its encoding", async () => {
    const { upload, names } = await openTestImport(await open());
    const file = Buffer.from(csv("Citro\xebn,\xcb-C3,You,2025,,,,,SUV,"), "latin1");
    for (const query of ["", "?dryRun=true"]) {
      const { status, body } = await upload(file, { query });
      expect(status).toBe(422);
      const { encodings = [], rows } = RefusalAnswer.parse(body);
      expect(rows).toEqual([]);
      expect(encodings[0]).toEqual({ label: "windows-1252", samples: ["Citroën", "Ë-C3"] });
    }
    expect((await upload(file, { query: "?encoding=rot13" })).status).toBe(400);
    for (const label of ["windows-1252", "latin1"]) {
      const checked = await upload(file, { query: `?encoding=${label}&dryRun=true` });
      expect(checked.body).toMatchObject({ encoding: "windows-1252" });
    }
    const { body } = await upload(file, { query: "?encoding=windows-1252" });
    expect(body).toMatchObject({ encoding: "windows-1252", added: [{ make: "Citroën" }] });
    expect(await names()).toEqual(["Citroën Ë-C3 You 2025"]);
  });

  test("of UTF-8 that was read twice is never refused", async () => {
    const { upload, names } = await openTestImport(await open());
    const file = csv("CitroÃ«n,C3,You,2025,,,,,SUV,");
    const { status, body } = await upload(file, { query: "?dryRun=true" });
    expect([status, body]).toMatchObject([
      200,
      { encoding: "UTF-8", encodings: [{ label: "utf-8-twice", samples: ["Citroën"] }, {}] },
    ]);
    const repaired = await upload(file, { query: "?encoding=utf-8-twice" });
    expect(repaired.body).not.toHaveProperty("encodings");
    expect((await upload(file)).status).toBe(200);
    expect(await names()).toEqual(["Citroën C3 You 2025", "CitroÃ«n C3 You 2025"]);
  });

  test("adds the new rows and skips those that exist or stand twice", async () => {
    const { upload, names, store } = await openTestImport(await open(), WITH_EV9);
    const before = await store.version();
    const { status, body } = await upload(csv(EV6, EV9, EV6.replace("Kia", " kIA ")));
    expect(status).toBe(200);
    const figures = { price: 48900, range: 310, charging: 18, acceleration: 5.1 };
    const image = "https://example.com/ev6.webp";
    const name = { make: "Kia", model: "EV6", trim: "Wind", year: 2025 };
    const [added] = inputs({ ...name, ...figures, bodyType: "SUV", image });
    expect(body).toEqual({
      added: [{ ...added, id: expect.any(Number), isModelHeader: true, version: 1 }],
      updated: [],
      repeated: [{ rows: [1, 3], name: "2025 kIA EV6 Wind", differs: {} }],
      importId: 1,
      skipped: [{ row: 2, make: "Kia", model: "EV9", trim: "Land", year: 2025 }],
    });
    expect(ImportAnswerSchema.parse(body)).toEqual(body);
    expect(await names()).toEqual(["Kia EV9 Land 2025", "Kia EV6 Wind 2025"]);
    expect(await store.version()).toBe(before + 1);
    const [first] = body.added;
    const stored = await store.findRow(first?.id ?? 0);
    expect(stored?.row).toMatchObject({ trim: "Wind", price: 48900 });
  });

  test("reports which new row is the header of its model, under the model's own names", async () => {
    const { upload } = await openTestImport(
      await open(),
      inputs({ make: "Kia", model: "EV6", trim: "Light", year: 2025, bodyType: "SUV" }),
    );
    const rows = ["kia,ev6,A,2024", "kia,ev6,B,2026", "kia,ev6,C,2026", "BYD,Seal,D,2025"];
    const lines = rows.map((row) => `${row},SUV\n`).join("");
    const { body } = await upload(`make,model,trim,year,bodyType\n${lines}`);
    const names = body.added.map(({ make, model, trim }) => `${make} ${model} ${trim}`);
    expect(names).toEqual(["Kia EV6 A", "Kia EV6 B", "Kia EV6 C", "BYD Seal D"]);
    expect(body.added.map((row) => row.isModelHeader)).toEqual([false, true, false, true]);
  });

  test("with one bad row adds nothing and names every bad cell", async () => {
    const { upload, names, store } = await openTestImport(await open());
    const before = await store.version();
    const image = "http://example.com/x";
    const bad = `,EV9,Land,2031,cheap,280,24,4.5,Boat,${image}`;
    const { status, body } = await upload(csv(EV6, bad, EV9));
    expect(status).toBe(422);
    const noBody = expect.stringMatching(/^Body type must be one of/);
    expect(body).toEqual({
      error: "Nothing was added: 1 row has an error.",
      rows: [
        { row: 2, column: "make", message: "Make is required" },
        { row: 2, column: "year", message: "Year must be 2030 or earlier", value: "2031" },
        { row: 2, column: "price", message: "Price must be a number", value: "cheap" },
        { row: 2, column: "bodyType", message: noBody, value: "Boat" },
        { row: 2, column: "image", message: "Image must be a valid URL", value: image },
      ],
    });
    expect(RefusalAnswer.parse(body)).toEqual(body);
    expect(await names()).toEqual([]);
    expect(await store.version()).toBe(before);
  });

  test("with invalid=skip adds the good rows and lists the bad", async () => {
    const { upload, names } = await openTestImport(await open());
    const file = csv(EV6, "Kia,EV9,,2025,,,,,SUV,", EV9);
    const { status, body } = await upload(file, { query: "?invalid=skip" });
    expect(status).toBe(200);
    expect(body.invalid).toEqual([{ row: 2, column: "trim", message: "Trim is required" }]);
    expect(body.added.map(({ model }) => model)).toEqual(["EV6", "EV9"]);
    expect(await names()).toEqual(["Kia EV6 Wind 2025", "Kia EV9 Land 2025"]);
  });

  test("as a dry run gives the same answer and writes nothing", async () => {
    const { upload, names, store } = await openTestImport(await open(), WITH_EV9);
    const before = await store.version();
    const file = csv(EV6, EV9, "Kia,EV9,,2025,,,,,SUV,");
    const { status, body } = await upload(file, { query: "?dryRun=true" });
    expect(status).toBe(200);
    expect(body.added).toMatchObject([{ make: "Kia", model: "EV6", trim: "Wind", price: 48900 }]);
    expect(body.skipped).toEqual([{ row: 2, make: "Kia", model: "EV9", trim: "Land", year: 2025 }]);
    expect(body.invalid).toEqual([{ row: 3, column: "trim", message: "Trim is required" }]);
    expect(await names()).toEqual(["Kia EV9 Land 2025"]);
    expect(await store.version()).toBe(before);
  });

  test("as a dry run says what is wrong with the header, to be mapped", async () => {
    const { upload } = await openTestImport(await open());
    const csvFile = "Brand,model,trim,year,bodyType\nKia,EV6,Wind,2025,SUV\n";
    const { status, body } = await upload(csvFile, { query: "?dryRun=true&list=9" });
    expect(status).toBe(200);
    expect(body).toEqual({
      added: [],
      updated: [],
      skipped: [],
      repeated: [],
      importId: null,
      invalid: [
        { row: 0, column: "Brand", message: "There is no field with this name" },
        { row: 0, column: "make", message: "This column is missing" },
      ],
      columns: [
        { header: "Brand", field: "unknown", samples: ["Kia"], suggested: { field: "make" } },
        ...Object.entries({ model: "EV6", trim: "Wind", year: "2025", bodyType: "SUV" }).map(
          ([field, sample]) => ({ header: field, field, samples: [sample] }),
        ),
      ],
    });
    expect(ImportAnswerSchema.parse(body)).toEqual(body);
    expect(await upload(csvFile)).toMatchObject({ status: 422, body: { columns: body.columns } });
    const mapped = await upload(csvFile, { query: "?dryRun=true", mapping: { Brand: "make" } });
    expect(mapped.body.added).toMatchObject([{ make: "Kia" }]);
  });

  test("that adds nothing creates no new version and no activity", async () => {
    const database = await open();
    const { upload, store } = await openTestImport(database);
    await upload(csv(EV6));
    const before = await store.version();
    const { body } = await upload(csv(EV6));
    expect(body).toMatchObject({ added: [], skipped: [{ row: 1, model: "EV6" }] });
    expect(await store.version()).toBe(before);
    const activity = await database.read.selectFrom("activity").selectAll().execute();
    expect(activity).toMatchObject([
      {
        username: "ada",
        action: "rows-imported",
        subject: "new.csv",
        after_values: expect.stringMatching(/^{"added":1,"updated":0,"skipped":0,.*"importId":1}$/),
      },
    ]);
  });

  test("shortens its lists on request but counts everything", async () => {
    const { upload } = await openTestImport(await open());
    const file = csv(EV6, EV9, EV6, EV9, "Kia,,,,,,,,,");
    const { body } = await upload(file, { query: "?dryRun=true&list=1" });
    expect(body).toMatchObject({
      added: [{ model: "EV6" }],
      repeated: [{ rows: [1, 3] }],
      invalid: [{ row: 5, column: "model" }],
      counts: { added: 2, skipped: 0, repeated: 2, invalid: 1 },
    });
    const refused = await upload(csv(EV6, ",,,,,,,,,", ",,,,,,,,x,"), { query: "?list=3" });
    expect([refused.status, refused.body.rows]).toMatchObject([422, { length: 3 }]);
  });

  test("of two imports of the same rows at once adds each row once", async () => {
    const { upload, names } = await openTestImport(await open());
    const answers = await Promise.all([upload(csv(EV6, EV9)), upload(csv(EV9, EV6))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.flatMap(({ body }) => body.added)).toHaveLength(2);
    expect(answers.flatMap(({ body }) => body.skipped)).toHaveLength(2);
    expect((await names()).toSorted()).toEqual(["Kia EV6 Wind 2025", "Kia EV9 Land 2025"]);
  });
});

describeOnEachEngine("the form of an import", ({ open }) => {
  test("has one CSV in the field file, else it is refused in a sentence", async () => {
    const { app, cookie, names } = await openTestImport(await open());
    const file = form(csv(EV6));
    const badMapping = form(csv(EV6), { fields: { mapping: "[1" } });
    const wrongForm = 'The upload could not be read. Send one CSV in the form field "file".';
    for (const [payload, error, type = FORM_TYPE, query = ""] of [
      [form(csv(EV6), { name: "csv" }), wrongForm],
      [form(csv(EV6), { fields: { other: "1" } }), wrongForm],
      [file, wrongForm, "multipart/form-data"],
      [file.subarray(0, -20), wrongForm],
      ["", wrongForm],
      [badMapping, "mapping must be JSON: each header with its field, or null."],
      [file, "dryRun must be true or false", FORM_TYPE, "?dryRun=yes"],
      [file, /invalid/, FORM_TYPE, "?invalid=keep"],
      [file, /nonsense/, FORM_TYPE, "?nonsense=1"],
    ] as const) {
      const headers = { "content-type": type, cookie };
      const answer = await callApp(app, "POST", `/api/evs/upload${query}`, headers, payload);
      expectRefused(answer, 400, error);
    }
    expect(await names()).toEqual([]);
  });

  test("is refused by its declared size, and disconnected if that is far too large", async () => {
    const { app, cookie } = await openTestImport(await open());
    for (const [megabytes, connection] of [
      [70, "keep-alive"],
      [300, "close"],
    ] as const) {
      const length = { "content-length": megabytes * 1024 * 1024 };
      const headers = { "content-type": FORM_TYPE, cookie, ...length };
      const answer = await callApp(app, "POST", "/api/evs/upload", headers);
      expectRefused(answer, 413, "The file is larger than 64 MB. Please split it.");
      expect(answer.headers["connection"]).toBe(connection);
    }
  });

  test("may have its fields after the file", async () => {
    const { app, cookie, names } = await openTestImport(await open());
    const file = "Brand,model,trim,year,bodyType\nKia,EV6,Wind,2025,SUV\n";
    const [first, ...rest] = form(file, { fields: { mapping: '{"Brand":"make"}' } })
      .toString()
      .split(/(?<=\r\n)(?=--)/);
    const [second, end] = rest;
    const payload = [second, first, end].join("");
    const headers = { "content-type": FORM_TYPE, cookie };
    const answer = await callApp(app, "POST", "/api/evs/upload", headers, payload);
    expect(answer.statusCode).toBe(200);
    expect(await names()).toEqual(["Kia EV6 Wind 2025"]);
  });

  test.each([
    [
      20_001,
      "The file has 20,001 new rows, and at most 20,000 can be added at once. Please split it.",
    ],
    [50_001, "The file has more than 50,000 rows. Please split it."],
  ])(
    "with more rows than one import may add, %d, is refused unless it is an export",
    async (count, error) => {
      const { upload } = await openTestImport(await open());
      const lines = Array.from({ length: count }, (_, at) => `Kia,EV6,Wind ${at},2025,SUV`);
      const header = "make,model,trim,year,bodyType";
      const query = "?dryRun=true&list=0";
      const refused = await upload([header, ...lines].join("\n"), { query });
      expect([refused.status, refused.body]).toEqual([413, { error }]);
      const exported = [`${header},isModelHeader`, ...lines.map((line) => `${line},false`)];
      expect((await upload(exported.join("\n"), { query })).body).toMatchObject({
        counts: { added: count },
      });
    },
  );
});
