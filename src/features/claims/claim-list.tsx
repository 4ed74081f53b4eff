import { upperFirst } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { formatDay } from "../../ui/dates.ts";
import { formatClaimValue, formatPublished } from "./claim-formats.ts";
import { type ClaimField, isTest, METHOD_WORDS } from "./claims.ts";
import type { ClaimValue, FigureClaim } from "./claims.schema.ts";
import styles from "./claims.module.css";
import { SourceMark } from "./source-mark.tsx";
import { findDifference, hasSingleSource } from "./source-marks.ts";

/** Lists the sources of one figure and what each says, and whether they agree (evidence.md#sources-of-a-figure). */
export function ClaimList(props: {
  field: ClaimField;
  value: ClaimValue | null;
  claims: readonly FigureClaim[];
}) {
  const { field, value, claims } = props;
  const distance = useDistance();
  return (
    <>
      {!isTest(field) && (
        <SourceMark
          field={field}
          difference={findDifference(field, value, claims)}
          isOneSource={hasSingleSource(claims)}
        />
      )}
      <ul role="list">
        {claims.map((claim) => (
          <li key={claim.id} className={styles.claim}>
            <p>
              <strong className={styles.value}>
                {formatClaimValue(field, claim.value, distance)}
              </strong>
              <span className="note">{METHOD_WORDS[claim.method]}</span>
            </p>
            <p className={styles.source}>
              <SourceName {...claim} />
            </p>
            <ClaimDetails {...claim} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Readers submitted some of the addresses, so search engines must not treat them as our links. */
export function SourceName({ source, url }: Pick<FigureClaim, "source" | "url">) {
  return url === null ? (
    source
  ) : (
    <a href={url} rel="nofollow ugc noreferrer">
      {source}
    </a>
  );
}

function ClaimDetails({ published, checked, note }: FigureClaim) {
  const dates = [
    ...(published === null ? [] : [`Published ${formatPublished(published)}`]),
    ...(checked === null ? [] : [`Checked ${formatDay(checked, true)}`]),
  ];
  return (
    <>
      {dates.length > 0 && <p className={styles.details}>{dates.join(" · ")}</p>}
      {note !== null && <p className={styles.details}>{upperFirst(note)}</p>}
    </>
  );
}
