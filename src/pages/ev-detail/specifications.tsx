import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { estimateCharging } from "../../domain/charging-estimate.ts";
import { useChargingRates } from "../../features/catalogue/charging-rates.ts";
import { FigureSources, SpecTable } from "../../features/catalogue/spec-table.tsx";
import type { FigureField } from "../../features/claims/claims.ts";
import { evidenceQuery } from "../../features/claims/claims.queries.ts";
import { TestList } from "../../features/claims/test-list.tsx";
import { sourcesPath } from "../../domain/routes.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import styles from "./page.module.css";

const { Dialog: SourcesDialog } = lazyDialog(
  async () => (await import("./sources-dialog.tsx")).SourcesDialog,
);

/** Shows every figure, with a link to its sources, and what others measured. */
export function Specifications({ ev, trim }: { ev: Ev; trim: Trim }) {
  const headings = useId();
  const { data } = useQuery(evidenceQuery(ev.id));
  const isEstimated = estimateCharging(trim, useChargingRates()) !== null;
  const evidence = data?.trims.find(({ rowId }) => rowId === trim.rowId);
  const [opened, setOpened] = useState<FigureField>("range");
  const [isOpen, setOpen] = useState(false);
  const open = (field: FigureField) => {
    setOpened(field);
    setOpen(true);
  };
  return (
    <>
      <section aria-labelledby={`${headings}specs`} className={styles.section}>
        <h2 id={`${headings}specs`}>Specifications</h2>
        <SpecTable ev={ev} trim={trim} evidence={evidence} onOpen={open} />
        <p className={styles.note}>
          Select a figure to see its sources, or read{" "}
          <a href={withBase(sourcesPath(ev.id, trim))}>all sources on one page</a>.{" "}
          {isEstimated &&
            "The charging time is estimated from battery size, peak power and how other cars charge. "}
          The $7,500 federal tax credit ended for vehicles acquired after September 30, 2025. N/A
          means unknown.
        </p>
        <FigureSources trim={trim} />
        <SourcesDialog
          key={`${trim.rowId} ${opened}`}
          ev={ev}
          trim={trim}
          field={opened}
          open={isOpen}
          onOpenChange={setOpen}
        />
      </section>
      {evidence && evidence.tests.length > 0 && (
        <section aria-labelledby={`${headings}tests`} className={styles.section}>
          <h2 id={`${headings}tests`}>Tested by others</h2>
          <TestList tests={evidence.tests} hasHeadings />
        </section>
      )}
    </>
  );
}
