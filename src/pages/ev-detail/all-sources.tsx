import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useId } from "react";

import { withBase } from "../../domain/base-path.ts";
import { formatEconomy } from "../../domain/fields/further.ts";
import { evPath } from "../../domain/routes.ts";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { trimName } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { formatClaimValue } from "../../features/claims/claim-formats.ts";
import { ClaimList } from "../../features/claims/claim-list.tsx";
import {
  CLAIM_FIELDS,
  fieldLike,
  isTest,
  sheetLabelOf,
  testOf,
} from "../../features/claims/claims.ts";
import { claimsQuery } from "../../features/claims/claims.queries.ts";
import type { ClaimsAnswer } from "../../features/claims/claims.schema.ts";
import claimStyles from "../../features/claims/claims.module.css";
import styles from "./page.module.css";

/** All that sources say about a model's figures, for readers without scripts (evidence.md#all-sources). */
export function AllSources({ ev, trim }: { ev: Ev; trim: Trim }) {
  const query = useQuery(claimsQuery(ev.id));
  const trims = [trim, ...ev.trims.filter(({ rowId }) => rowId !== trim.rowId)];
  return (
    <article>
      {/* A plain link: this is a separate document that does not load the rest of the page. */}
      <a href={withBase(evPath(ev.id, trim))} className={styles.back}>
        <ArrowLeft aria-hidden size={18} />
        <span>
          Back to the <span translate="no">{`${ev.make} ${ev.model}`}</span>
        </span>
      </a>
      <h1>
        Sources:{" "}
        <span translate="no">
          {ev.make} {ev.model}
        </span>
      </h1>
      {query.data ? (
        trims.map((one) => (
          <TrimSources
            key={one.rowId}
            name={trimName(ev, one)}
            trim={one}
            anchor={one.rowId === trim.rowId ? "" : `${one.rowId}-`}
            fields={query.data.trims.find(({ rowId }) => rowId === one.rowId)?.fields ?? {}}
          />
        ))
      ) : query.isError ? (
        <QueryError title="The sources could not be loaded." query={query} />
      ) : (
        <Loading text="Loading sources...">
          <Skeleton height="60vh" />
        </Loading>
      )}
    </article>
  );
}

function TrimSources(props: {
  name: string;
  trim: Trim;
  /** prefix of the ids of its figures */
  anchor: string;
  fields: ClaimsAnswer["trims"][number]["fields"];
}) {
  const { name, trim, anchor, fields } = props;
  const heading = useId();
  const distance = useDistance();
  const claimed = CLAIM_FIELDS.flatMap((field) => {
    const figure = fields[field];
    return figure ? [{ field, ...figure }] : [];
  });
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} translate="no">
        {name}
      </h2>
      {claimed.length === 0 && <p>There are no sources for this trim yet.</p>}
      <div className={claimStyles.groups}>
        {claimed.map(({ field, value, claims }) => (
          <section key={field} id={`${anchor}${field}`} className={claimStyles.group}>
            <h3 className={claimStyles.heading}>
              {isTest(field) ? testOf(field).label : sheetLabelOf(fieldLike(field))}
              {value !== null && <span>{formatClaimValue(field, value, distance)}</span>}
            </h3>
            {field === "consumption" && <p>{formatEconomy(trim, distance)}</p>}
            <ClaimList field={field} value={value} claims={claims} />
          </section>
        ))}
      </div>
    </section>
  );
}
