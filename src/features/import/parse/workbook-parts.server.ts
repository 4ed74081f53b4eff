/** Reads the parts of a workbook other than its cells: the names of its sheets, its texts and its dates. */
import { ImportRefusal } from "./import-file.server.ts";
import { isUnitText, unitsIn } from "../columns/header-words.server.ts";
import { multipleOf } from "../columns/units.server.ts";
import { MAX_SHEET_NAME_CHARACTERS, MAX_SHEETS } from "../limits.ts";
import { TOO_LARGE, UNREADABLE, type WorkbookArchive } from "./workbook-archive.server.ts";

export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  /** path in the archive */
  path: string;
}

export interface Workbook {
  sheets: WorkbookSheet[];
  texts: readonly string[];
  /** by the index of a cell's style */
  styles: readonly CellStyle[];
  /** Whether days are counted from 1904. */
  is1904: boolean;
}

interface CellStyle {
  isDate: boolean;
  /** the unit shown with figures; the cell itself only contains the number */
  unit: string | undefined;
}

interface Relation {
  id: string;
  type: string;
  path: string;
}

/** @throws ImportRefusal and errors of the archive */
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

/**
 * Finds relations by the last word of their type, since the rest differs between transitional and strict
 * files.
 */
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

/** Leaves out charts, dialogs and macros in the list of sheets. */
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

/** Decodes characters that XML cannot contain, such as `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_escape, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

const MAX_TEXTS = 2_000_000;

/** The texts that cells refer to by number. Parts of a text may have different styles. */
async function readTexts(archive: WorkbookArchive, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  let isReading = false;
  await archive.readXml(path, {
    onOpen(name) {
      if (name === "si") text = "";
      // Phonetic readings are not part of a text.
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

/** Built-in formats, which have no text, that show a date or time. */
function isDateFormatId(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  );
}

const MAX_FORMAT_CHARACTERS = 255;
/** Colors and locales in brackets, and quoted or escaped characters, which are literal text. */
const LITERALS = /\[[^\]]*\]|"[^"]*"|[\\*_]./g;

function isDateFormat(code: string): boolean {
  const format = code.slice(0, MAX_FORMAT_CHARACTERS);
  if (/\[(?:h+|m+|s+)\]/i.test(format)) return true;
  const rest = format.replace(LITERALS, "");
  return !/general/i.test(rest) && /[dhmsy]/i.test(rest);
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
