import { Download } from "lucide-react";

import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { type Chosen, fullTitle } from "./compare.ts";
import { compareRows } from "./compare-rows.ts";
import type { CompareSettings } from "./differences.ts";

type Assumptions = Pick<CompareSettings, "trip" | "costs">;

export function CompareTools(props: { chosen: readonly Chosen[]; assumptions: Assumptions }) {
  const { chosen, assumptions } = props;
  return (
    <div className="row no-print">
      <CopyLinkButton
        size="s"
        copied={{ title: "Link copied", description: "It opens this comparison." }}
      />
      <Menu
        icon={<Download aria-hidden />}
        label="Export"
        items={[
          {
            label: "Download CSV",
            onChoose: () => downloadCsv(comparisonCsv(chosen, assumptions)),
          },
          { label: "Print", onChoose: () => window.print() },
        ]}
      />
    </div>
  );
}

function downloadCsv(csv: string) {
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "ev-comparison.csv");
}

/** Formats a cell according to RFC 4180 and neutralises formulas. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Excel needs the BOM. */
export function comparisonCsv(chosen: readonly Chosen[], { trip, costs }: Assumptions): string {
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
