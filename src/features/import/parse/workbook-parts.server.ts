/** What a workbook keeps beside its cells: the names of its sheets, its texts and its dates. */
import { ImportRefusal } from "./import-file.server.ts";
import { isUnitText } from "../mapping/column-units.ts";
import { MAX_SHEET_NAME_CHARACTERS, MAX_SHEETS } from "../limits.ts";
import { TOO_LARGE, UNREADABLE, type WorkbookArchive } from "./workbook-archive.server.ts";

export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  /** in the archive */
  path: string;
}

export interface Workbook {
  sheets: WorkbookSheet[];
  texts: readonly string[];
  /** by the number of a cell's style */
  styles: readonly CellStyle[];
  /** Days are counted from 1904. */
  is1904: boolean;
}

interface CellStyle {
  isDate: boolean;
  /** what is shown beside figures: the cell itself has only the number */
  unit: string | undefined;
}

interface Relation {
  id: string;
  type: string;
  path: string;
}

/** @throws ImportRefusal and the errors of the archive */
export async function readWorkbookParts(archive: WorkbookArchive): Promise<Workbook> {
  const [main] = relationsOfType(await readRelations(archive, ""), "officeDocument");
  if (!main) throw new ImportRefusal(UNREADABLE, []);
  const relations = await readRelations(archive, main.path);
  const { sheets, is1904 } = await readSheetList(archive, main.path, relations);
  const [texts] = relationsOfType(relations, "sharedStrings");
  const [styles] = relationsOfType(relations, "styles");
  return {
    sheets,
    is1904,
    texts: texts && archive.has(texts.path) ? await readTexts(archive, texts.path) : [],
    styles: styles && archive.has(styles.path) ? await readStyles(archive, styles.path) : [],
  };
}

/** Relations are found by the last word of their type; the rest differs between transitional and strict files. */
function relationsOfType(relations: readonly Relation[], type: string): Relation[] {
  return relations.filter((relation) => relation.type.endsWith(`/${type}`));
}

async function readRelations(archive: WorkbookArchive, of: string): Promise<Relation[]> {
  const folder = of.slice(0, of.lastIndexOf("/") + 1);
  const path = `${folder}_rels/${of.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(path)) return relations;
  await archive.readXml(path, {
    onOpen(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External") return;
      const url = new URL(encodeURI(target), `file:///${encodeURI(folder)}`);
      relations.push({ id, type, path: decodeURI(url.pathname).slice(1) });
    },
  });
  return relations;
}

/** Charts, dialogs and macros that stand among the sheets are left out. */
async function readSheetList(
  archive: WorkbookArchive,
  path: string,
  relations: readonly Relation[],
): Promise<Pick<Workbook, "sheets" | "is1904">> {
  const paths = new Map(
    relationsOfType(relations, "worksheet").map((each) => [each.id, each.path]),
  );
  const sheets: WorkbookSheet[] = [];
  let is1904 = false;
  await archive.readXml(path, {
    onOpen(element, attributes) {
      if (element === "workbookPr") is1904 = isTrue(attributes["date1904"]);
      if (element !== "sheet") return;
      const id = Object.entries(attributes).find(([name]) => /(?:^|:)id$/i.test(name))?.[1];
      const sheetPath = paths.get(id ?? "");
      const { name, state = "visible" } = attributes;
      if (sheetPath === undefined || !name) return;
      if (sheets.length === MAX_SHEETS) {
        throw new ImportRefusal(`The workbook has more than ${MAX_SHEETS} sheets.`, []);
      }
      sheets.push({ name: sheetName(name), isHidden: state !== "visible", path: sheetPath });
    },
  });
  return { sheets, is1904 };
}

function sheetName(name: string): string {
  return decodeEscapes(name).slice(0, MAX_SHEET_NAME_CHARACTERS).toWellFormed();
}

export function isTrue(text: string | undefined): boolean {
  return text === "1" || text?.toLowerCase() === "true";
}

/** Characters that XML cannot hold, such as `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

const MAX_TEXTS = 2_000_000;

/** The texts that cells name by number. Parts of a text may have a style each. */
async function readTexts(archive: WorkbookArchive, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  let isReading = false;
  await archive.readXml(path, {
    onOpen(name) {
      if (name === "si") text = "";
      // How a text is read aloud is no part of it.
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    onText(piece) {
      if (isText) text += piece;
    },
    onClose(name) {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name !== "si") return;
      if (texts.length === MAX_TEXTS) throw new ImportRefusal(TOO_LARGE, []);
      texts.push(decodeEscapes(text));
    },
  });
  return texts;
}

const MAX_STYLES = 65_536;

/** Formats without a text of their own that show a date or a time. */
function isDateFormatId(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  );
}

const MAX_FORMAT_CHARACTERS = 255;
/** Colours and places in brackets, quoted and single letters: they stand for themselves. */
const LITERALS = /\[[^\]]*\]|"[^"]*"|[\\*_]./g;

function isDateFormat(code: string): boolean {
  const format = code.slice(0, MAX_FORMAT_CHARACTERS);
  if (/\[(?:h+|m+|s+)\]/i.test(format)) return true;
  const rest = format.replace(LITERALS, "");
  return !/general/i.test(rest) && /[dhmsy]/i.test(rest);
}

/** Texts and signs of currencies that a format shows: `"km"`, `[$€-407]`, `£`. */
const SHOWN = /"([^"]{1,20})"|\[\$([^\]-]{1,9})(?:-[^\]]*)?\]|(\p{Sc})/gu;

/** The unit that a format shows beside positive figures. */
function unitOfFormat(code: string): string | undefined {
  const [positive = ""] = code.slice(0, MAX_FORMAT_CHARACTERS).split(";");
  const shown = [...positive.matchAll(SHOWN)].map(([, ...texts]) => texts.find(Boolean) ?? "");
  return shown.map((text) => text.trim()).find((text) => text !== "" && isUnitText(text));
}

async function readStyles(archive: WorkbookArchive, path: string): Promise<CellStyle[]> {
  const formats = new Map<string, CellStyle>();
  const styles: CellStyle[] = [];
  let isCellStyle = false;
  await archive.readXml(path, {
    onOpen(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "cellXfs") isCellStyle = true;
      if (name === "numFmt" && formats.size < MAX_STYLES) {
        const isDate = isDateFormat(formatCode);
        formats.set(numFmtId, { isDate, unit: isDate ? undefined : unitOfFormat(formatCode) });
      }
      if (name !== "xf" || !isCellStyle || styles.length === MAX_STYLES) return;
      const isDate = isDateFormatId(Number(numFmtId));
      styles.push(formats.get(numFmtId) ?? { isDate, unit: undefined });
    },
    onClose(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}
