import { useQuery } from "@tanstack/react-query";

import { LinkedData } from "../../ui/json-script.tsx";
import { formatCount } from "../../domain/format.ts";
import { withBase } from "../../domain/base-path.ts";
import { API_DOCS, CHANGES_FEED, DATA } from "../../domain/routes.ts";
import { DATA_FILES } from "../../features/open-data/data-files.ts";
import { dictionaryQuery } from "../../features/open-data/open-data.queries.ts";
import type { Dictionary, FieldDescription } from "../../features/open-data/open-data.schema.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import type { PageModule } from "../page.ts";
import { PageHead, pageTitle, SITE_NAME } from "../site.tsx";
import styles from "./page.module.css";

const TITLE = "Data and license";
const DESCRIPTION =
  "The figures of every electric car listed here, as files and calls: license, credits, and what each field means.";

/** Says under which license the figures may be used, and what they mean (open-data.md#page). */
function DataPage() {
  const query = useQuery(dictionaryQuery);
  return (
    <div className={styles.page}>
      <PageHead title={pageTitle(TITLE)} description={DESCRIPTION} path={DATA} />
      <h1>{TITLE}</h1>
      <p className={styles.lead}>
        Download every figure on this site, or read it from your own page or program.
      </p>
      <Files />
      {query.data ? (
        <>
          <DatasetHead dictionary={query.data} />
          <Terms dictionary={query.data} />
          <Fields fields={query.data.fields} />
        </>
      ) : query.isError ? (
        <QueryError title="The license and the fields could not be loaded." query={query} />
      ) : (
        <Loading text="Loading the fields...">
          <Skeleton height="60vh" />
        </Loading>
      )}
    </div>
  );
}

function Files() {
  return (
    <section aria-labelledby="files">
      <h2 id="files">Files</h2>
      <ul className={styles.files}>
        {DATA_FILES.map(({ path, title, text }) => (
          <li key={path}>
            <a href={withBase(path)}>{title}</a>: {text}
          </li>
        ))}
        <li>
          <a href={withBase(CHANGES_FEED)} type="application/atom+xml">
            Recent price changes (Atom)
          </a>
          : Cars added and removed, and new prices and ranges.
        </li>
        <li>
          <a href={withBase(API_DOCS)}>API documentation</a>: Every call, with examples that you can
          run.
        </li>
      </ul>
    </section>
  );
}

function Terms({ dictionary: { license, attribution } }: { dictionary: Dictionary }) {
  const { name, url } = license;
  return (
    <section aria-labelledby="license">
      <h2 id="license">License and credits</h2>
      <p>
        License of the figures:{" "}
        {url === null ? (
          <strong>{name}</strong>
        ) : (
          <a href={url} rel="license">
            {name}
          </a>
        )}
        . Reviews and photos belong to the people who sent them.
      </p>
      <p className="quiet">
        {attribution.split(/(https:\/\/[^\s),]+)/).map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            <a key={part} href={part}>
              {part.replace("https://", "")}
            </a>
          ),
        )}
      </p>
      <p>
        To credit this catalogue, name {SITE_NAME}, the license and the address of this page. Each
        car’s page and the file of sources say where a figure comes from.
      </p>
    </section>
  );
}

function Fields({ fields }: { fields: readonly FieldDescription[] }) {
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <p>A field can have one name in calls and another in files. Filters accept both.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} role="region" aria-label="Table of fields" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Names</th>
              <th scope="col">Unit and bounds</th>
              <th scope="col">Empty means</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.label}>
                <th scope="row">
                  {field.label}
                  <span className={styles.meaning}>{field.meaning}</span>
                </th>
                <td>
                  <FieldNames names={field.names} />
                </td>
                <td>{boundsWords(field)}</td>
                <td>{field.nullMeans ?? "Never empty"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function FieldNames({ names }: { names: FieldDescription["names"] }) {
  const uses = [
    ["Calls", [names.call]],
    ["Files", [names.file]],
    ["Filters", names.filters],
    ["Claims", [names.claim]],
  ] as const;
  return (
    <ul className={styles.names}>
      {uses.map(([use, all]) => {
        const known = all.filter((name) => name !== null);
        return (
          known.length > 0 && (
            <li key={use}>
              {use}: <code translate="no">{known.join(", ")}</code>
            </li>
          )
        );
      })}
    </ul>
  );
}

function boundsWords({ type, unit, min, max, maxCharacters, values }: FieldDescription): string {
  if (values) return values.join(", ");
  if (maxCharacters !== null) return `Up to ${maxCharacters} characters`;
  if (min === null || max === null) return type === "boolean" ? "True or false" : type;
  const [from, to] = [min, max].map((value) =>
    unit === null ? String(value) : formatCount(value),
  );
  return [`${from}–${to}`, unit].filter(Boolean).join(" ");
}

/** Search engines of data sets read it; without an origin, addresses stay paths. */
function DatasetHead({ dictionary: { license, attribution, fields } }: { dictionary: Dictionary }) {
  const { publicUrl } = useDocumentData();
  const address = (path: string) => `${publicUrl ?? ""}${withBase(path)}`;
  const dataset = {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: `Electric cars in the United States, by ${SITE_NAME}`,
    description: DESCRIPTION,
    url: address(DATA),
    license: license.url ?? license.name,
    creditText: attribution,
    creator: { "@type": "Organization", name: SITE_NAME, url: address("/") },
    isAccessibleForFree: true,
    spatialCoverage: "United States",
    variableMeasured: fields.map(({ label, meaning, unit }) => ({
      "@type": "PropertyValue",
      name: label,
      description: meaning,
      ...(unit !== null && { unitText: unit }),
    })),
    distribution: DATA_FILES.map(({ path, title, type }) => ({
      "@type": "DataDownload",
      name: title,
      encodingFormat: type,
      contentUrl: address(path),
    })),
  };
  return <LinkedData data={dataset} />;
}

export const page: PageModule = {
  Component: DataPage,
  load: ({ client }) => client.query(dictionaryQuery),
};
