import { Download, Link2, Printer } from "lucide-react";

import { comparePath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { type Chosen, fullTitle } from "./compare.ts";
import { compareRows } from "./compare-rows.ts";
import styles from "./compare-tools.module.css";

export function CompareTools({ chosen }: { chosen: readonly Chosen[] }) {
  return (
    <div className={styles.tools}>
      <Button size="s" onClick={() => void copyLink(chosen)}>
        <Link2 aria-hidden />
        Copy link
      </Button>
      <Button size="s" onClick={() => downloadCsv(chosen)}>
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

async function copyLink(chosen: readonly Chosen[]) {
  const address = location.origin + comparePath(chosen.map(({ trim }) => trim.rowId));
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: "Link copied", description: "It opens this very comparison." });
  } catch {
    // The clipboard is missing without https and may be forbidden.
    toast({
      title: "The link could not be copied",
      description: address,
      variant: "destructive",
    });
  }
}

function downloadCsv(chosen: readonly Chosen[]) {
  const address = URL.createObjectURL(
    new Blob([comparisonCsv(chosen)], { type: "text/csv;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = "ev-comparison.csv";
  link.click();
  URL.revokeObjectURL(address);
}

/** A cell by RFC 4180, with formulas neutralised. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Excel needs the BOM. */
export function comparisonCsv(chosen: readonly Chosen[]): string {
  const lines = [
    ["", ...chosen.map(fullTitle)],
    ...compareRows(chosen, "all").map(({ label, unit, cells }) => [
      unit === null ? label : `${label}, ${unit}`,
      ...cells.map(({ raw }) => raw),
    ]),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("")}`;
}
