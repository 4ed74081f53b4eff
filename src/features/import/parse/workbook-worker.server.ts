/** The process that reads one workbook: SheetJS trusts its input, and a hostile one must block nobody. */
import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { pipeline } from "node:stream/promises";
import {
  type CellObject,
  parse_zip as parseZip,
  type ParsingOptions,
  read,
  set_cptable as setCodePages,
  SSF,
  type WorkBook,
  type WorkSheet,
} from "@e965/xlsx";
import { openPromise } from "yauzl";
import { errorCode, UserError } from "../../../base/errors.server.ts";
import { FORMULA_ERROR } from "../../../domain/ev-cells.ts";
import { isUnitText, unitsIn } from "../columns/header-words.server.ts";
import { multipleOf } from "../columns/units.server.ts";
import type { TextEncoding } from "../accepted-files.ts";
import { MAX_SHEET_NAME_CHARACTERS } from "../import.schema.ts";
import { MAX_COLUMNS } from "../mapping/import-mapping.schema.ts";
import { decodeText } from "./decode-text.server.ts";
import { isHeader, MAX_TITLE_LINES } from "./header-line.server.ts";
import {
  ImportRefusal,
  MAX_RECORD_CHARACTERS,
  UNREADABLE_WORKBOOK,
  type FileFacts,
} from "./lines-and-rows.server.ts";
import { PRIVATE_FILE } from "./spooled-upload.server.ts";
import {
  MAX_CELLS,
  type SheetRow,
  type SheetValue,
  textOfSheetValue,
  type WorkbookAnswer,
  type WorkbookTask,
} from "./workbook-file.server.ts";

/** Limits a workbook, which is an archive (importing.md#workbooks). */
const MAX_UNPACKED_MEGABYTES = 64;
export const MAX_UNPACKED_BYTES = MAX_UNPACKED_MEGABYTES * 1024 * 1024;

const MAX_SHEETS = 255;

/** The same limit as in Excel. */
const MAX_SHEET_ROWS = 1_048_576;

export const TOO_LARGE = `The workbook holds more than ${MAX_UNPACKED_MEGABYTES} MB. Please split it, or save it as “CSV UTF-8”.`;

/** A page may claim that a cell spans any number of rows. */
const MAX_SPANNED_ROWS = 1_000;

interface ZipPart {
  name: string;
  asNodeBuffer(this: void): Buffer;
}

declare module "@e965/xlsx" {
  /** Missing in the package's own types. */
  function parse_zip(zip: { files: Record<string, ZipPart> }, options: ParsingOptions): WorkBook;
}

/** `cellStyles` reads which rows are hidden, and `cellNF` the formats of figures. */
const OPTIONS: ParsingOptions = {
  dense: true,
  cellStyles: true,
  cellNF: true,
  sheetStubs: true,
  sheetRows: MAX_SHEET_ROWS,
};

/** A file of the format that people know by this name. */
interface Book {
  kind: "XLSX" | "XLS" | "ODS" | "HTML";
  workbook: WorkBook;
  /** number of hidden rows of each sheet, if the library does not read them */
  hidden?: readonly number[];
}

type Sheet = Awaited<ReturnType<typeof readSheets>>["sheets"][number];

/** All sheets of an .xlsx, .xls, .ods or HTML file. Formulas are not evaluated. @throws ImportRefusal */
export async function readSheets(path: string, encoding: TextEncoding) {
  const { kind, workbook, hidden = [] } = await readWorkbook(path, encoding);
  const { SheetNames: names, Sheets, Workbook: about } = workbook;
  if (names.length > MAX_SHEETS) {
    throw new ImportRefusal(`The workbook has more than ${MAX_SHEETS} sheets.`);
  }
  const is1904 = about?.WBProps?.date1904 === true;
  const sheets = names.flatMap((name, at) => {
    const sheet = Sheets[name];
    // SheetJS leaves out a sheet that it cannot read.
    if (!sheet) throw new ImportRefusal(UNREADABLE_WORKBOOK);
    // Charts, dialogs and macros are in the list of sheets too.
    if (sheet["!type"] !== undefined && sheet["!type"] !== "sheet") return [];
    const shownName = name.slice(0, MAX_SHEET_NAME_CHARACTERS).toWellFormed();
    const isHidden = Boolean(about?.Sheets?.[at]?.Hidden);
    if (kind === "HTML") fillMerged(sheet);
    return [{ name: shownName, isHidden, ...rowsOf(sheet, is1904, hidden[at]) }];
  });
  return { kind, sheets };
}

/** A footnote, as in `7.4<sup>1</sup>`, which would be read as 7.41. `7.4[1]` is a figure with a mark. */
const HTML_FOOTNOTE = /(?<=\d)<sup\b[^<>]*>(\d{1,3})<\/sup>/gi;
/** An earlier price, which is struck out. */
const STRUCK_OUT = /<(s|strike|del)\b[^<>]*>[^<>]{0,80}<\/\1>/gi;
const RICH_FOOTNOTE = /^([^]{0,200}?\d)(?:<[^<>]*>)*<sup>(\d{1,3})<\/sup>/;

/** Puts the superscript behind a figure of a rich text in brackets, as in HTML. */
function markFootnote(text: string, html = ""): string {
  const [, before = "", note = ""] = RICH_FOOTNOTE.exec(html) ?? [];
  const at = before.replaceAll(/<[^<>]*>/g, "").replaceAll(/&#?\w+;/g, "&").length;
  return note !== "" && text.startsWith(note, at)
    ? `${text.slice(0, at)}[${note}]${text.slice(at + note.length)}`
    : text;
}

async function readWorkbook(path: string, encoding: TextEncoding): Promise<Book> {
  const bytes = await readFile(path);
  if (bytes.toString("latin1", 0, 2) === "PK") return readArchive(path);
  if (bytes[0] === 0xd0) {
    // Before Excel 97 a letter was a byte of the code page that the file names.
    setCodePages(await import("@e965/xlsx/dist/cpexcel.full.mjs"));
    return { kind: "XLS", workbook: read(bytes, { ...OPTIONS, type: "buffer" }) };
  }
  // A cell of an HTML table stays a text, which is read like that of a text file.
  const options: ParsingOptions = { ...OPTIONS, type: "string", raw: true };
  const pieces = await Array.fromAsync(decodeText(createReadStream(path), encoding));
  const html = pieces.join("").replaceAll(STRUCK_OUT, "").replaceAll(HTML_FOOTNOTE, "[$1]");
  return { kind: "HTML", workbook: read(html, options) };
}

const START_BYTES = 1024;

/** Inflates the parts within a limit, since SheetJS trusts the sizes that an archive declares. */
async function readArchive(path: string): Promise<Book> {
  const zip = await openPromise(path, { lazyEntries: true });
  const files: Record<string, ZipPart> = {};
  const hidden: number[] = [];
  let unpackedBytes = 0;
  let servedBytes = 0;
  let hasSuperscripts = false;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry;
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes > MAX_UNPACKED_BYTES) throw new ImportRefusal(TOO_LARGE);
    if (!/\.(?:xml|rels|bin)$/i.test(name)) continue;
    // The library stops at a part that is longer than declared.
    const chunks = await Array.fromAsync<Buffer>(await zip.openReadStreamPromise(entry));
    let part: Buffer = Buffer.concat(chunks);
    checkPart(name, part);
    hasSuperscripts ||= part.includes("superscript");
    if (name === ODS_CONTENT) part = withoutHiddenRows(part, hidden);
    files[name] = {
      name,
      asNodeBuffer() {
        // Many sheets may refer to one part, which is parsed for each of them.
        servedBytes += part.length;
        if (servedBytes > 2 * MAX_UNPACKED_BYTES) throw new ImportRefusal(TOO_LARGE);
        return part;
      },
    };
  }
  // Texts as HTML show superscripts, but take time.
  const workbook = parseZip({ files }, { ...OPTIONS, cellHTML: hasSuperscripts });
  if (servedBytes > 2 * MAX_UNPACKED_BYTES) throw new ImportRefusal(TOO_LARGE);
  return { kind: ODS_CONTENT in files ? "ODS" : "XLSX", workbook, hidden };
}

const ODS_CONTENT = "content.xml";
const HIDDEN_ROW =
  /(<table:table-row\b[^<>]*\btable:visibility="(?:collapse|filter)"[^<>]*?)(?:\/>|>([\s\S]*?)<\/table:table-row>)/g;

/** Empties the hidden rows of OpenDocument sheets, which SheetJS does not tell from others, and counts them. */
function withoutHiddenRows(part: Buffer, hidden: number[]): Buffer {
  const [start = "", ...tables] = part.toString("latin1").split(/(?=<table:table\b(?!-))/);
  const shown = tables.map((table, at) =>
    table.replace(HIDDEN_ROW, (_row, tag: string, cells = "") => {
      if (/<text:p\b|\boffice:value=/.test(cells)) hidden[at] = (hidden[at] ?? 0) + 1;
      return `${tag}></table:table-row>`;
    }),
  );
  return Buffer.from([start, ...shown].join(""), "latin1");
}

const ROOT = /^(?:\u00EF\u00BB\u00BF)?(?:\s|<\?[^>]*>|<!--[^>]*-->)*<([\w:.-]+)/;
const ROW_NUMBER = /<(?:\w+:)?row\s(?:[^<>]*?\s)?r="([^"<>]*)"/g;

/** SheetJS reads what it can of a broken part, and would lose the rest without a word. */
function checkPart(name: string, part: Buffer): void {
  if (/\.bin$/i.test(name)) return;
  const [, root] = ROOT.exec(part.toString("latin1", 0, START_BYTES)) ?? [];
  const end = part.toString("latin1", Math.max(0, part.length - START_BYTES)).trimEnd();
  if (root === undefined || !(end.endsWith(`</${root}>`) || end.endsWith("/>"))) {
    throw new ImportRefusal(UNREADABLE_WORKBOOK);
  }
  if (/worksheets\//i.test(name)) checkRowNumbers(part.toString("latin1"));
}

function checkRowNumbers(xml: string): void {
  let last = 0;
  for (const [, number] of xml.matchAll(ROW_NUMBER)) {
    const row = Number(number);
    const isNext = Number.isInteger(row) && row > last && row <= MAX_SHEET_ROWS;
    if (!isNext) throw new ImportRefusal(UNREADABLE_WORKBOOK);
    last = row;
  }
}

/** Fills the cells that a cell of a page spans in the rows below it; `rowspan` says that they share its value. */
function fillMerged({ "!merges": merges = [], "!data": rows = [] }: WorkSheet): void {
  for (const { s: first, e: last } of merges) {
    const cell = rows[first.r]?.[first.c];
    if (!cell || last.r - first.r > MAX_SPANNED_ROWS) continue;
    for (let at = first.r + 1; at <= last.r; at++) (rows[at] ??= [])[first.c] = cell;
  }
}

/** @returns also the number of hidden rows with a value, which are left out */
function rowsOf(sheet: WorkSheet, is1904: boolean, hidden = 0) {
  const rows: SheetRow[] = [];
  // The cells that are there, however large the sheet claims to be.
  (sheet["!data"] ?? []).forEach((cells, index) => {
    const values: SheetValue[] = [];
    cells.forEach((cell, at) => {
      const value = sheetValueOf(cell, is1904);
      // One cell beyond the limit shows that the row is too wide.
      if (value !== null && value !== "") values[Math.min(at, MAX_CELLS)] = value;
    });
    if (values.length === 0) return;
    if (sheet["!rows"]?.[index]?.hidden) hidden++;
    else rows.push([index, ...Array.from(values, (value) => value ?? null)]);
  });
  return { rows, hidden };
}

const NO_RESULT =
  "This formula was saved without its result. Open the file in Excel and save it again";

/** Figures are their stored values; shown texts are rounded. */
function sheetValueOf(cell: CellObject, is1904: boolean): SheetValue {
  const { t: type, v, w = "", h, z = "", f } = cell;
  if (type === "z") return f === undefined ? null : { mistake: NO_RESULT };
  // OpenDocument gives an error the figure 0, and `Err:508` as its text.
  if (FORMULA_ERROR.test(w)) return w;
  if (type === "e" || /^Err:\d{3}$/.test(w)) return "#VALUE!";
  if (typeof v === "string") return markFootnote(v, h);
  if (typeof v !== "number") return v instanceof Date || v === undefined ? null : v;
  if (!Number.isFinite(v)) return w || String(v);
  const format = String(z);
  if (SSF.is_date(format)) return dateOf(v, format, is1904);
  // OpenDocument keeps the format of most cells with their column, where SheetJS does not look.
  const shown = w.slice(0, MAX_FORMAT_CHARACTERS).replaceAll(BESIDE_UNIT, "");
  const unit = unitOfFormat(format || `"${shown}"`);
  // Three decimals could be read as thousands, so add a fourth.
  if (unit === undefined) return v;
  const text = `${String(v).replace(/\.\d{3}$/, "$&0")} ${unit}`;
  return /^\p{Sc}$/u.test(unit) ? { text, shown: `${unit}${MONEY.format(v)}` } : text;
}

const MONEY = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

const MAX_FORMAT_CHARACTERS = 255;
/** The figure that a cell shows, with the scale before a currency: `46 T€` */
const BESIDE_UNIT = /^[-−\d.,'’\s]+(?:(?:k|t|tsd|mn?|mio)\.?\s?(?=\p{Sc}))?|[\d.,'’\s%]+$/giu;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Colors and locales in brackets, and quoted or escaped characters, which are literal text. */
const LITERALS = /\[[^\]]*\]|"[^"]*"|[\\*_]./g;
const DAY_SECONDS = 86_400;

/** A date, a time of a duration (`0:30`), or the year that a cell shows. */
function dateOf(days: number, code: string, is1904: boolean): SheetValue {
  const format = code.slice(0, MAX_FORMAT_CHARACTERS);
  const isElapsed = ELAPSED.test(format);
  const letters = format.replace(LITERALS, "");
  const hasDay = /[dy]/i.test(letters);
  if (!hasDay && (isElapsed || /[hs]/i.test(letters))) {
    const seconds = Math.round((isElapsed ? days : days - Math.floor(days)) * DAY_SECONDS);
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const parts = s === 0 ? [m] : [m, s];
    return [h, ...parts.map((part) => String(part).padStart(2, "0"))].join(":");
  }
  const date = SSF.parse_date_code(days, { date1904: is1904 });
  if (!date) return days;
  if (/y/i.test(letters) && !/[dm]/i.test(letters)) return date.y;
  return { date: new Date(Date.UTC(date.y, date.m - 1, date.d)).toISOString().slice(0, 10) };
}

/** Texts and currency signs that a format shows: `"km"`, `\\k\\m`, `[$€-407]`, `£`. */
const SHOWN = /"([^"]{1,20})"|((?:\\.){1,20})|\[\$([^\]-]{1,9})(?:-[^\]]*)?\]|(\p{Sc})/gu;

/** Commas behind the digits show a figure in thousands or millions, and a word says so: `#,##0.0,"k"`. */
const SCALING = /[0#?],+(?![,.0#?])/;
const SCALE_WORD = /^(?:k|t|tsd|m|mn|mio)\.?(?!\p{L})/iu;

/** The unit that a format shows with positive figures. A figure is its stored value, whatever its scale. */
function unitOfFormat(code: string): string | undefined {
  const [positive = ""] = code.slice(0, MAX_FORMAT_CHARACTERS).split(";");
  const shown = [...positive.matchAll(SHOWN)].map(([, ...texts]) => texts.find(Boolean) ?? "");
  const isScaled = SCALING.test(positive);
  return shown
    .map((text) => text.replaceAll("\\", "").trim())
    .map((text) => (isScaled ? text.replace(SCALE_WORD, "").trim() : text))
    .find((text) => text !== "" && isUnitText(text) && multipleOf(unitsIn(text)) === 1);
}

/** Limits the file to which the process writes the rows of a sheet. */
const MAX_SHEET_FILE_BYTES = 4 * MAX_UNPACKED_BYTES;

/** The requested sheet, or the first one with a header, visible ones first. */
function chooseSheet(sheets: readonly Sheet[], { sheet: name, mapping }: WorkbookTask): Sheet {
  if (name !== undefined) {
    const named = sheets.find((sheet) => sheet.name === name);
    if (named) return named;
    const names = sheets.map((sheet) => `“${sheet.name}”`).join(", ");
    throw new ImportRefusal(`The workbook has no sheet “${name}”. It has ${names}.`);
  }
  const isKnown = ([_index, ...values]: SheetRow) =>
    values.length <= MAX_COLUMNS && isHeader(values.map(textOfSheetValue), mapping);
  const inOrder = sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const first =
    inOrder.find(({ rows }) => rows.slice(0, MAX_TITLE_LINES + 1).some(isKnown)) ?? inOrder[0];
  if (!first) throw new ImportRefusal(UNREADABLE_WORKBOOK);
  return first;
}

/** Cells may share a long text, so the rows may be larger than the workbook. */
function* linesOf(rows: Iterable<SheetRow>): Generator<string> {
  let characters = 0;
  for (const row of rows) {
    const line = `${JSON.stringify(row)}\n`;
    characters += line.length;
    if (line.length > MAX_RECORD_CHARACTERS || characters > MAX_SHEET_FILE_BYTES) {
      throw new ImportRefusal(TOO_LARGE);
    }
    yield line;
  }
}

async function answerTask(task: WorkbookTask): Promise<WorkbookAnswer> {
  let facts: FileFacts = {};
  try {
    const { kind, sheets } = await readSheets(task.path, task.encoding);
    const { name: sheet, rows, hidden } = chooseSheet(sheets, task);
    facts = { sheets: sheets.map((each) => ({ name: each.name, rows: each.rows.length })) };
    await pipeline(linesOf(rows), createWriteStream(task.rowsPath, { mode: PRIVATE_FILE }));
    return { encoding: kind, facts: { sheet, ...facts, ...(hidden > 0 && { hidden }) } };
  } catch (error) {
    // A disk error is not the workbook's fault.
    if (error instanceof Error && "syscall" in error) {
      return { failure: { message: error.message, code: errorCode(error) } };
    }
    // The libraries throw their own errors.
    return { refusal: error instanceof UserError ? error.message : UNREADABLE_WORKBOOK, facts };
  }
}

if (process.send) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.once("message", (task) => {
    void answerTask(task as WorkbookTask).then((answer) =>
      process.send?.(answer, () => process.disconnect()),
    );
  });
}
