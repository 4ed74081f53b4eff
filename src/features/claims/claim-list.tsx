import { upperFirst } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { formatDay } from "../../ui/dates.ts";
import { formatClaimValue, formatPublished } from "./claim-formats.ts";
import { type ClaimField, METHOD_WORDS } from "./claims.ts";
import type { FigureClaim } from "./claims.schema.ts";
import styles from "./claims.module.css";

/** Lists the sources of one figure and what each says (evidence.md#sources-of-a-figure). */
export function ClaimList(props: { field: ClaimField; claims: readonly FigureClaim[] }) {
  const { field, claims } = props;
  const distance = useDistance();
  return (
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
