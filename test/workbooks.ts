/** Workbooks that no program would write, built part by part. */
export function archive(parts: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const about = Buffer.alloc(26);
    for (const place of [14, 18]) about.writeUInt32LE(text.length, place);
    about.writeUInt16LE(name.length, 22);
    const start = Buffer.alloc(14);
    start.writeUInt32LE(at, 10);
    list.push(Buffer.from("PK\u0001\u0002\0\0"), about, start, Buffer.from(name));
    const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), about, Buffer.from(name + text)]);
    files.push(file);
    at += file.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(parts).length, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, ...list, Buffer.from("PK\u0005\u0006"), end]);
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
/** The namespaces of a part of a workbook. */
export const MAIN = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`;

/** Relations of a workbook to parts, each of a type. */
export function relationsXml(...targets: readonly (readonly [type: string, target: string])[]) {
  const relations = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`;
}

export const SHEET_PART = "xl/worksheets/sheet1.xml";
export function sheetXml(rows: string): string {
  return `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;
}

const TYPES = [
  ["workbook", "sheet.main"],
  ["worksheets/sheet1", "worksheet"],
  ["sharedStrings", "sharedStrings"],
  ["styles", "styles"],
].map(
  ([part, type]) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
);

export const WORKBOOK_PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types">${TYPES.join("")}</Types>`,
  "_rels/.rels": relationsXml(["officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": `<workbook ${MAIN}><sheets><sheet name="Cars" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relationsXml(["worksheet", "worksheets/sheet1.xml"]),
  "xl/sharedStrings.xml": `<sst ${MAIN}/>`,
  "xl/styles.xml": `<styleSheet ${MAIN}/>`,
  [SHEET_PART]: sheetXml(""),
};

/** A workbook with one sheet whose rows have the given row numbers. */
export function workbookOfRows(rows: readonly (readonly [at: number | string, cells: string[]])[]) {
  const lines = rows.map(([at, cells]) => {
    const texts = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`);
    return `<row r="${at}">${texts.join("")}</row>`;
  });
  return archive({ ...WORKBOOK_PARTS, [SHEET_PART]: sheetXml(lines.join("")) });
}
