import { BookOpen, Download } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ClaimFile } from "./claim-file.tsx";
import { useMarksGaps } from "./marked-gaps.ts";
import styles from "./sources-button.module.css";

/** Marks figures without a source, and takes all sources in and out as a file. */
export function SourcesButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [marksGaps, setMarksGaps] = useMarksGaps();
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookOpen aria-hidden />
        Sources
      </Button>
      {isOpen && (
        <Dialog
          open
          onOpenChange={(stays) => !stays && !isBusy && setIsOpen(false)}
          title="Sources"
          description="Who says what of each figure. Press Shift+F2 in a cell, or open its menu, to see its own."
          footer={
            <Button variant="primary" disabled={isBusy} onClick={() => setIsOpen(false)}>
              Done
            </Button>
          }
        >
          <div className={styles.parts}>
            <Checkbox
              checked={marksGaps}
              note="Sort and filter finds them by column."
              onChange={setMarksGaps}
            >
              Mark figures without a source
            </Checkbox>
            <section aria-labelledby="sources-out">
              <h3 id="sources-out">All sources as a file</h3>
              <Button size="s" href="/api/claims.csv" download>
                <Download aria-hidden />
                Download CSV
              </Button>
            </section>
            <ClaimFile onBusy={setIsBusy} />
          </div>
        </Dialog>
      )}
    </>
  );
}
