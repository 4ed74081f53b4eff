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

interface SourcesDialogProps extends DialogControl {
  ev: Ev;
  trim: Trim;
  field: FigureField;
}

/** The sources of one figure, and a form for people who know better (evidence.md#sources-of-a-figure). */
export function SourcesDialog({ ev, trim, field, open, onOpenChange }: SourcesDialogProps) {
  const label = sheetLabelOf(field);
  const economy = formatEconomy(trim, useDistance());
  const { make, model } = ev;
  const [isReporting, setReporting] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Sources: ${label}`}
      description={rowName({ make, model, trim: trim.trim, year: trim.year })}
    >
      <div className={styles.parts}>
        {field === "consumption" && <p>{economy}</p>}
        <Sources evId={ev.id} rowId={trim.rowId} field={field} />
        <Tests evId={ev.id} rowId={trim.rowId} field={field} />
        <Button className={styles.report} onClick={() => setReporting(true)}>
          Report a correction
        </Button>
      </div>
      {isReporting && (
        <FigureCorrection rowId={trim.rowId} field={field} onClose={() => setReporting(false)} />
      )}
    </Dialog>
  );
}

interface SourcesProps {
  evId: number;
  rowId: number;
  field: FigureField;
}

function Sources({ evId, rowId, field }: SourcesProps) {
  const query = useQuery(claimsQuery(evId));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The sources could not be loaded." query={query} />
    ) : (
      <Loading text="Loading sources...">
        <Skeleton height="120px" />
      </Loading>
    );
  }
  const figure = query.data.trims.find((one) => one.rowId === rowId)?.fields[field];
  if (!figure) return <p>There are no sources for this figure yet.</p>;
  return (
    <div>
      <ClaimList field={field} {...figure} />
    </div>
  );
}

function Tests({ evId, rowId, field }: SourcesProps) {
  const heading = useId();
  const tests = useEvidence(evId, rowId)?.tests.filter(
    (test) => sheetNameOf(fieldLike(test.field)) === sheetNameOf(field),
  );
  if (!tests?.length) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Tested by others</h3>
      <TestList tests={tests} />
    </section>
  );
}
