/** The files that an import accepts; its screen says the same. */
export const MAX_FILE_MEGABYTES = 64;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;
/** Limits text files; exports of the catalogue come back whole, whatever their size. */
export const MAX_ROWS = 50_000;

/** How much of a file its answers list. */
export const LISTED_ROWS = 100;
export const MAX_REASONS = 200;
export const NAMED_FIRST = 5;
export const NAMED_VALUES = 20;

/** Labels of the Encoding Standard, and our own for UTF-8 that was read twice (importing.md#encodings). */
export const ENCODINGS = {
  "utf-8": "As it is",
  "utf-8-twice": "Repaired",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Western European (Windows)",
  "windows-1250": "Central European (Windows)",
  "windows-1251": "Cyrillic (Windows)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-kr": "Korean (EUC-KR)",
  gbk: "Simplified Chinese (GBK)",
  big5: "Traditional Chinese (Big5)",
  "euc-jp": "Japanese (EUC-JP)",
  macintosh: "Western European (Mac)",
  "windows-1253": "Greek (Windows)",
  "windows-1254": "Turkish (Windows)",
  "windows-1257": "Baltic (Windows)",
  "windows-874": "Thai (Windows)",
  "iso-8859-2": "Central European (ISO)",
  "koi8-r": "Cyrillic (KOI8-R)",
} as const;
export type TextEncoding = keyof typeof ENCODINGS;
