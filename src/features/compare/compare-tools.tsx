import { Download, Link2, Printer } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { copyLink } from "../../ui/copy-link.ts";
import { saveFile } from "../../ui/save-file.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import type { TripInputs } from "../../domain/trip.ts";
import { type Chosen, fullTitle } from "./compare.ts";
import { compareRows } from "./compare-rows.ts";
import styles from "./compare-tools.module.css";

interface CompareToolsProps {
  chosen: readonly Chosen[];
  trip: TripInputs;
}

export function CompareTools({ chosen, trip }: CompareToolsProps) {
  return (
    <div className={styles.tools}>
      <Button size="s" onClick={() => void copyLink(location.href, COPIED)}>
        <Link2 aria-hidden />
        Copy link
      </Button>
      <Button size="s" onClick={() => downloadCsv(comparisonCsv(chosen, trip))}>
        <Download aria-hidden />
        Download CSV
      </Button>
      <Button size="s" onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
    </div>
  );
}

const COPIED = { title: "Link copied", description: "It opens this comparison." };

function downloadCsv(csv: string) {
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "ev-comparison.csv");
}

/** A cell by RFC 4180, with formulas neutralised. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Excel needs the BOM. */
export function comparisonCsv(chosen: readonly Chosen[], trip?: TripInputs): string {
  const rows = compareRows(chosen, "all", DISTANCE_FORMATS.miles, trip);
  const lines = [
    ["", ...chosen.map(fullTitle)],
    ...rows.map(({ label, hint, unit, cells }) => [
      `${label}${hint === null ? "" : ` (${hint})`}${unit === null ? "" : `, ${unit}`}`,
      ...cells.map(({ raw }) => raw),
    ]),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("")}`;
}
