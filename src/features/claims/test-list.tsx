import { upperFirst } from "../../domain/format.ts";
import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { formatClaimValue, formatPublished, differenceText } from "./claim-formats.ts";
import { fieldLike, isTest, METHOD_WORDS, sheetNameOf, testOf } from "./claims.ts";
import type { EvidenceTest } from "./claims.schema.ts";
import { SourceName } from "./claim-list.tsx";
import styles from "./claims.module.css";

/** Lists what others measured, next to the official figure (evidence.md#tested-by-others). */
export function TestList(props: {
  tests: readonly EvidenceTest[];
  /** `h3` headings on a page that names the figures; none when there is only one figure */
  hasHeadings?: boolean;
}) {
  const { tests, hasHeadings = false } = props;
  const distance = useDistance();
  const byFigure = Map.groupBy(tests, ({ field }) => sheetNameOf(fieldLike(field)));
  return (
    <div className={styles.groups}>
      {[...byFigure].map(([name, ofFigure]) => {
        const [{ field, official, isEpa } = {}] = ofFigure;
        return (
          <div key={name} className={styles.group}>
            {hasHeadings && (
              <h3 className={styles.heading}>
                {SHOWN_FIELDS[name].label}
                {field && official && (
                  <span className={styles.official}>
                    {isEpa ? "EPA" : "Official"}: {formatClaimValue(field, official, distance)}
                  </span>
                )}
              </h3>
            )}
            <ul role="list">
              {ofFigure.map((test) => (
                <TestResult key={test.id} test={test} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function TestResult({ test }: { test: EvidenceTest }) {
  const { field, value, method, published, note } = test;
  const distance = useDistance();
  const difference = differenceText(test);
  const details = [
    ...(isTest(field) ? [testOf(field).label] : []),
    ...(method === "measured" ? [] : [METHOD_WORDS[method]]),
    ...(published === null ? [] : [formatPublished(published)]),
    ...(note === null ? [] : [note]),
  ];
  return (
    <li className={styles.test}>
      <p>
        <SourceName {...test} />: <strong>{formatClaimValue(field, value, distance)}</strong>
        {difference !== null && `, ${difference}`}
      </p>
      {details.length > 0 && <p className={styles.details}>{upperFirst(details.join(" · "))}</p>}
    </li>
  );
}
