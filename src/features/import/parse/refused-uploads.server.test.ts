import { spawnSync } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport, type TestImport } from "../../../../test/import.ts";
import { beginUpload, type RawUpload, sendUpload, writeAll } from "../../../../test/raw-uploads.ts";
import { MAX_CONCURRENT_IMPORTS, MAX_CONCURRENT_UPLOADS } from "./upload.server.ts";

const MEGABYTE = 1_000_000;
const ANSWER_MS = 1_000;
const STAGGER_BYTES = 400_000;
const LONG = { retry: 2, timeout: 60_000 };
const HEADER = "make,model,trim,year,bodyType";
const ROW = "Kia,EV6,Wind,2025,SUV\n";

interface RefusedFile extends Pick<RawUpload, "start" | "filler" | "query" | "fields" | "type"> {
  isSignedOut?: true;
}

const GOOD = { start: `${HEADER}\n`, filler: ROW, bytes: 100 };
const UNKNOWN = { start: `${HEADER},MSRP\n`, filler: "Kia,EV6,Wind,2025,SUV,48900\n" };
const CHECKED = { ...UNKNOWN, query: "?dryRun=true" };
const ZIP = "PK\u0003\u0004";
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const PAGE = { start: "<!doctype html>\n<title>Cars</title>\n", filler: "<p>Try again.</p>\n" };
const NO_WORKBOOK = /The workbook cannot be read/;
const UNCLOSED = `${HEADER}\nKia,EV6,"Wind,2025,SUV\n`;

const REFUSED: readonly (readonly [name: string, file: RefusedFile, number, RegExp])[] = [
  ["an unknown column", UNKNOWN, 422, /the columns of the file do not fit: MSRP/],
  ["that, checked", CHECKED, 200, /"header":"MSRP","field":"unknown"/],
  ["JSON that is no list", { start: "[1", filler: ",1" }, 422, /row 1 cannot be read as JSON/],
  ["a page of HTML", PAGE, 422, /This is a web page without a table/],
  ["a picture", { start: PNG, filler: "pixels" }, 422, /is a picture or a document, not a table/],
  ["no workbook", { start: ZIP, filler: "not an archive " }, 422, NO_WORKBOOK],
  ["no workbook of an older Excel", { start: OLD_EXCEL, filler: "older" }, 422, NO_WORKBOOK],
  ["no mapping", { ...GOOD, fields: { mapping: "[1" } }, 400, /mapping must be JSON/],
  ["no session", { ...GOOD, isSignedOut: true }, 401, /Please sign in/],
  ["no form", { start: "[]", filler: " ", type: "application/json" }, 415, /"error":/],
  ["too many rows", GOOD, 413, /more than 50,000 rows/],
  ["an open quotation", { ...GOOD, start: UNCLOSED }, 422, /row 1 cannot be read as CSV/],
];

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Mounts a disk of one megabyte until the test ends. @returns false if it cannot be mounted */
function mountSmallDisk(folder: string): boolean {
  if (!run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder)) return false;
  onTestFinished(() => void run("umount", "--lazy", folder));
  return true;
}

describeOnEachEngine("uploads", ({ open }) => {
  async function openUploads() {
    const opened = await openTestImport(await open());
    await opened.app.listen({ port: 0, host: "127.0.0.1" });
    return opened;
  }

  /** Sends an upload that is refused and checks the answer. */
  async function refuse(
    { app, cookie }: TestImport,
    [name, { isSignedOut, ...file }, status, sentence]: (typeof REFUSED)[number],
    size: Pick<RawUpload, "bytes" | "bytesPerSecond" | "headers">,
  ): Promise<void> {
    const sent = { ...file, ...size, cookie: isSignedOut ? "" : cookie };
    const { status: answered, body, waitedMs } = await sendUpload(app, sent);
    expect([name, answered, body]).toEqual([name, status, expect.stringMatching(sentence)]);
    expect(waitedMs, name).toBeLessThan(ANSWER_MS);
  }

  /** Checks that imports can run and that refused uploads have left nothing behind. */
  async function expectFree({ app, cookie, uploadFolder }: TestImport): Promise<void> {
    const { status, waitedMs } = await sendUpload(app, { ...GOOD, cookie });
    expect(status).toBe(200);
    expect(waitedMs).toBeLessThan(ANSWER_MS);
    expect(await readdir(uploadFolder)).toEqual([]);
  }

  test("of 5 MB that are refused are answered at once on a slow line", { retry: 2 }, async () => {
    const opened = await openUploads();
    const sending = REFUSED.map((refused, at) => {
      // They end one after another.
      const bytes = 5 * MEGABYTE + at * STAGGER_BYTES;
      return refuse(opened, refused, { bytes, bytesPerSecond: MEGABYTE });
    });
    await Promise.all(sending);
    await expectFree(opened);
  });

  test("of 60 MB that are refused are answered at once, before a good one", LONG, async () => {
    const opened = await openUploads();
    for (const refused of REFUSED) await refuse(opened, refused, { bytes: 60 * MEGABYTE });
    await expectFree(opened);
    const twice = REFUSED.slice(0, MAX_CONCURRENT_IMPORTS);
    await Promise.all(twice.map((each) => refuse(opened, each, { bytes: 60 * MEGABYTE })));
    await expectFree(opened);
  });

  test("that are too large are refused while they arrive", async () => {
    const { app, cookie, uploadFolder } = await openUploads();
    const { status, body } = await sendUpload(app, { ...GOOD, cookie, bytes: 70 * MEGABYTE });
    expect([status, body]).toEqual([413, expect.stringContaining("larger than 64 MB")]);
    expect(await readdir(uploadFolder)).toEqual([]);
  });

  test("that are refused are answered before a connection is closed", async () => {
    const opened = await openUploads();
    const headers = "Connection: close\r\n";
    for (const refused of REFUSED) await refuse(opened, refused, { bytes: 5 * MEGABYTE, headers });
  });

  test("that do not fit on the disk are refused, and leave room", async ({ skip }) => {
    const opened = await openUploads();
    const { app, cookie, uploadFolder } = opened;
    if (!mountSmallDisk(uploadFolder)) skip("Only root can mount a disk.");
    const { status, body } = await sendUpload(app, { ...GOOD, cookie, bytes: 5 * MEGABYTE });
    expect([status, body]).toEqual([507, '{"error":"The server has no storage space left."}']);
    await expectFree(opened);
  });

  test("that stall keep nobody from importing until there are too many", async () => {
    const opened = await openUploads();
    const { app, cookie, uploadFolder } = opened;
    const begun: Socket[] = [];
    async function beginOne() {
      const { socket, pieces } = await beginUpload(app, { ...GOOD, cookie, bytes: MEGABYTE });
      for (const piece of Iterator.from(pieces).take(1)) socket.write(piece);
      begun.push(socket);
      await vi.waitFor(async () => expect(await readdir(uploadFolder)).toHaveLength(begun.length));
    }
    while (begun.length < MAX_CONCURRENT_UPLOADS - 1) await beginOne();
    expect((await sendUpload(app, { ...GOOD, cookie })).status).toBe(200);
    const [folder = ""] = await readdir(uploadFolder);
    expect((await stat(join(uploadFolder, folder))).mode & 0o777).toBe(0o700);
    expect(folder).toMatch(new RegExp(`^ev-upload-${process.pid}-\\w+$`));

    await beginOne();
    expect((await sendUpload(app, { ...GOOD, cookie })).status).toBe(503);
    for (const socket of begun) socket.destroy();
    await vi.waitFor(() => expectFree(opened));
  });

  test("whose senders disconnect during or after the file are removed at once", async () => {
    const opened = await openUploads();
    const { app, cookie, names } = opened;
    for (let at = 0; at < 2 * MAX_CONCURRENT_IMPORTS; at++) {
      const bytes = 5 * MEGABYTE;
      const { socket, pieces } = await beginUpload(app, { ...GOOD, cookie, bytes });
      socket.on("error", () => undefined);
      await writeAll(socket, at % 2 === 0 ? pieces : Iterator.from(pieces).take(20));
      socket.destroy();
    }
    await vi.waitFor(() => expectFree(opened), { timeout: 10_000 });
    expect(await names()).toEqual(["Kia EV6 Wind 2025"]);
  });
});
