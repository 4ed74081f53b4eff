import { Download, Link2, Printer } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { copyLink } from "../../ui/copy-link.ts";
import { saveFile } from "../../ui/save-file.ts";
import { type Chosen, fullTitle } from "./compare.ts";
import { compareRows } from "./compare-rows.ts";
import { type CompareSettings, USUAL_SETTINGS } from "./differences.ts";
import styles from "./compare-tools.module.css";

type Assumptions = Pick<CompareSettings, "trip" | "costs">;

interface CompareToolsProps {
  chosen: readonly Chosen[];
  assumptions: Assumptions;
}

export function CompareTools({ chosen, assumptions }: CompareToolsProps) {
  return (
    <div className={styles.tools}>
      <Button size="s" className={styles.tool} onClick={() => void copyLink(location.href, COPIED)}>
        <Link2 aria-hidden />
        <span className={styles.word}>Copy link</span>
      </Button>
      <Button
        size="s"
        className={styles.tool}
        onClick={() => downloadCsv(comparisonCsv(chosen, assumptions))}
      >
        <Download aria-hidden />
        <span className={styles.word}>Download CSV</span>
      </Button>
      <Button size="s" className={styles.tool} onClick={() => window.print()}>
        <Printer aria-hidden />
        <span className={styles.word}>Print</span>
      </Button>
    </div>
  );
}

const COPIED = { title: "Link copied", description: "It opens this comparison." };

function downloadCsv(csv: string) {
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "ev-comparison.csv");
}

/** Formats a cell according to RFC 4180 and neutralises formulas. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Excel needs the BOM. */
export function comparisonCsv(
  chosen: readonly Chosen[],
  { trip, costs }: Assumptions = USUAL_SETTINGS,
): string {
  // Pages alone show the miles of a wall outlet (one-car.md#charging-and-winter).
  const rows = compareRows(chosen, "all", { trip, costs }).filter(
    ({ name }) => name !== "wallOutletMiles",
  );
  const lines = [
    ["", ...chosen.map(fullTitle)],
    ...rows.map(({ label, hint, unit, cells }) => [
      `${label}${hint === null ? "" : ` (${hint})`}${unit === null ? "" : `, ${unit}`}`,
      ...cells.map(({ raw }) => raw),
    ]),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("")}`;
}
