import { Download, Link2, Printer } from "lucide-react";

import { comparePath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import type { Chosen } from "./compare.ts";
import styles from "./compare-tools.module.css";

/** What can be done with a comparison: send it, keep it, print it. */
export function CompareTools({ chosen }: { chosen: readonly Chosen[] }) {
  return (
    <div className={styles.tools}>
      <Button size="s" onClick={() => void copyLink(chosen)}>
        <Link2 aria-hidden />
        Copy link
      </Button>
      <Button size="s" onClick={() => void downloadCsv(chosen)}>
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
    // Without https there is no clipboard, and a visitor may forbid it.
    toast({
      title: "The link could not be copied",
      description: address,
      variant: "destructive",
    });
  }
}

async function downloadCsv(chosen: readonly Chosen[]) {
  const code = await import("./compare-csv.ts").catch(() => undefined);
  if (!code) {
    toast({
      title: "Nothing was downloaded",
      description: "Please check your connection, then load the page again.",
      variant: "destructive",
    });
    return;
  }
  const address = URL.createObjectURL(
    new Blob([code.comparisonCsv(chosen)], { type: "text/csv;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = "ev-comparison.csv";
  link.click();
  URL.revokeObjectURL(address);
}
