import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { ClaimList } from "../../features/claims/claim-list.tsx";
import { type FigureField, fieldLike } from "../../features/claims/claims.ts";
import { claimsQuery, useEvidence } from "../../features/claims/claims.queries.ts";
import { sheetLabelOf, sheetNameOf } from "../../features/claims/claims.ts";
import { TestList } from "../../features/claims/test-list.tsx";
import { FigureCorrection } from "../../features/corrections/figure-correction.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import { formatEconomy } from "../../domain/fields/further.ts";
import { rowName } from "../../domain/names.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import styles from "./sources-dialog.module.css";

/** The sources of one figure, and a form for people who know better (evidence.md#sources-of-a-figure). */
export function SourcesDialog(props: DialogControl & { ev: Ev; trim: Trim; field: FigureField }) {
  const { ev, trim, field, open, onOpenChange } = props;
  const { id, make, model } = ev;
  const { rowId, year } = trim;
  const economy = formatEconomy(trim, useDistance());
  const query = useQuery(claimsQuery(id));
  const figure = query.data?.trims.find((one) => one.rowId === rowId)?.fields[field];
  const tests = useEvidence(id, rowId)?.tests.filter(
    (test) => sheetNameOf(fieldLike(test.field)) === sheetNameOf(field),
  );
  const heading = useId();
  const [isReporting, setReporting] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Sources: ${sheetLabelOf(field)}`}
      description={rowName({ make, model, trim: trim.trim, year })}
    >
      <div className={styles.parts}>
        {field === "consumption" && <p>{economy}</p>}
        {figure ? (
          <div>
            <ClaimList field={field} {...figure} />
          </div>
        ) : query.data ? (
          <p>There are no sources for this figure yet.</p>
        ) : query.isError ? (
          <QueryError title="The sources could not be loaded." query={query} />
        ) : (
          <Loading text="Loading sources...">
            <Skeleton height="120px" />
          </Loading>
        )}
        {tests && tests.length > 0 && (
          <section aria-labelledby={heading}>
            <h3 id={heading}>Tested by others</h3>
            <TestList tests={tests} />
          </section>
        )}
        <Button className={styles.report} onClick={() => setReporting(true)}>
          Report a correction
        </Button>
      </div>
      {isReporting && (
        <FigureCorrection rowId={rowId} field={field} onClose={() => setReporting(false)} />
      )}
    </Dialog>
  );
}
