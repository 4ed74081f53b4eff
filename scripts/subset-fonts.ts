/**
 * Creates `assets/fonts` as the style sheet references them: for both fonts, the characters and weights that
 * nearly every page needs, in at most 14 KB, which a server can send before the first acknowledgement. Run
 * `node scripts/subset-fonts.ts` after a change of the fonts' version, weight or range in the style sheet.
 * Needs the network once, to fetch the program that cuts fonts.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TOOL = "subset-font@2.9.0";
const PACKAGES = "node_modules/@fontsource-variable";
const TARGET = "assets/fonts";
const FACE =
  /font-weight: (\d+) (\d+);[^}]*assets\/fonts\/(\w+)\.woff2[^}]*unicode-range: ([^;]+);/g;
/** Kerning, tabular figures, letter shapes by weight, ligatures and accents. */
const FEATURES = ["kern", "tnum", "rvrn", "liga", "mark"];
/** Copyright, licence and the address of the licence. */
const NAMES = [0, 13, 14];

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

/** @param ranges such as `U+20-7E, U+A0` */
function charactersOf(ranges: string): string {
  const codes = ranges.split(", ").flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split("-")
      .map((hex) => parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  return String.fromCodePoint(...codes);
}

const styles = readFileSync("src/app/fonts.css", "utf8");
const folder = mkdtempSync(join(tmpdir(), "subset-font-"));
try {
  execFileSync("npm", ["install", "--no-save", "--prefix", folder, TOOL], { stdio: "ignore" });
  // The package has no types; this follows its README.
  const subset = createRequire(join(folder, "package.json"))("subset-font") as Subset;
  for (const [, min, max, name = "", ranges = ""] of styles.matchAll(FACE)) {
    const font = readFileSync(join(PACKAGES, name, `files/${name}-latin-wght-normal.woff2`));
    // Keep the few hints: without them, text is laid out wider.
    const cut = await subset(font, charactersOf(ranges), {
      targetFormat: "woff2",
      variationAxes: { wght: { min: Number(min), max: Number(max) } },
      keepFeatures: FEATURES,
      preserveNameIds: NAMES,
    });
    writeFileSync(join(TARGET, `${name}.woff2`), cut);
    cpSync(join(PACKAGES, name, "LICENSE"), join(TARGET, `${name}-LICENSE`));
    console.log(`${name}: ${cut.length} bytes of ${font.length}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
