import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { renderToString } from "react-dom/server";
import { getBasePath, withBase } from "../domain/base-path.ts";
import { API_DOCS, DATA } from "../domain/routes.ts";
import { STREAMS_PER_ADDRESS } from "../features/live/live.routes.server.ts";
import { encode, type Encoded } from "../server/compression.server.ts";
import { sendEncoded } from "../server/response-cache.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import sheet from "./api-docs.css?inline";
import type { Assets } from "./assets.server.ts";
import { Router } from "wouter";
import { sendWithOrigin } from "./crawlers.server.ts";
import { SiteFooter } from "./site-frame.tsx";
import header from "./site-header.module.css";
import { MainNavigation, Wordmark } from "./site-header.tsx";
import { pageTitle } from "../pages/site.tsx";

/** The docs page uses the styles that every page has. */
const FRAME = "src/pages/not-found/page.tsx";
const POLICY = "content-security-policy";
const AN_HOUR = "public, max-age=3600";

/** Serves `GET /api/docs`, which shows the calls in Swagger UI (calls.md#all-calls). */
export async function apiDocs(
  app: FastifyInstance,
  { assets, publicUrl }: { assets: Assets; publicUrl: string | null },
): Promise<void> {
  const { styles } = assets.forPage(FRAME);
  const sheets = [...(assets.sheet ? styles.map(assets.sheet) : []), sheet];
  const links = assets.sheet ? [] : styles;
  const script = FOLLOW_THEME + showCalls(withBase(API_DESCRIPTION));
  const allow = allowInline({ scripts: [script], styles: sheets });

  /** @param origin in the commands of the quick start */
  function makePage(origin: string): Encoded {
    const markup = renderToString(<DocsPage {...{ links, sheets, script, origin }} />);
    return encode(`<!DOCTYPE html>${markup}`, "text/html; charset=utf-8");
  }

  app.get(API_DOCS, async (request, reply) => {
    reply.header(POLICY, allow(String(reply.getHeader(POLICY))));
    return sendWithOrigin(request, reply, { publicUrl, key: "docs page" }, makePage);
  });
  app.get(`${API_DOCS}/`, (_request, reply) => reply.redirect(API_DOCS));
  app.get(`${API_DOCS}/json`, (_request, reply) => reply.redirect(API_DESCRIPTION));
  for (const [file, type] of [
    [UI_STYLES, "text/css; charset=utf-8"],
    [UI_SCRIPT, "text/javascript; charset=utf-8"],
  ] as const) {
    const read = async () => encode(await readFile(FILES_FOLDER + file), type);
    app.get(FILES + file, async (request, reply) => {
      const encoded = await app.responseCache.get(`docs ${file}`, read);
      return sendEncoded(request, reply, encoded, { cacheControl: AN_HOUR });
    });
  }
}

const API_DESCRIPTION = "/api/openapi.json";
const FILES = `${API_DOCS}/static`;
const UI_STYLES = "/swagger-ui.css";
const UI_SCRIPT = "/swagger-ui-bundle.js";
/** The build bundles the package's code, but not its files. */
const FILES_FOLDER = join(
  dirname(createRequire(import.meta.url).resolve("@fastify/swagger-ui")),
  "static",
);

/** Sets the class on the document that switches Swagger UI to dark mode. */
const FOLLOW_THEME = `try{let t=localStorage.getItem("theme");if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch{};{let{classList,dataset}=document.documentElement,dark=matchMedia("(prefers-color-scheme: dark)"),show=()=>classList.toggle("dark-mode",dataset.theme?dataset.theme=="dark":dark.matches);dark.addEventListener("change",show);show()}`;

/** Shows the calls of a description once the code of Swagger UI has loaded. */
function showCalls(url: string): string {
  const options = { url, docExpansion: "list", defaultModelsExpandDepth: 0, deepLinking: true };
  return `addEventListener("load",()=>SwaggerUIBundle({dom_id:"#swagger-ui",...${JSON.stringify(options)}}))`;
}

function DocsPage(props: {
  /** URLs of linked style sheets, and the contents of inline ones */
  links: readonly string[];
  sheets: readonly string[];
  script: string;
  origin: string;
}) {
  const { links, sheets, script, origin } = props;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{pageTitle("API documentation")}</title>
        <meta
          name="description"
          content="Every call of the catalogue: who may use it, what it takes and what it returns."
        />
        <script dangerouslySetInnerHTML={{ __html: script }} />
        {[withBase(FILES + UI_STYLES), ...links].map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {sheets.map((text, at) => (
          <style key={at} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
        <link rel="icon" href={withBase("/favicon.svg")} type="image/svg+xml" />
        <link rel="alternate" type="application/json" href={withBase(API_DESCRIPTION)} />
      </head>
      <body>
        <Router base={getBasePath()} ssrPath={withBase(API_DOCS)}>
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <header className={header.header}>
            <div className={header.bar}>
              <Wordmark />
              <MainNavigation path={API_DOCS} />
            </div>
          </header>
          <div id="main" className="docs" tabIndex={-1}>
            <section aria-labelledby="docs-title">
              <Introduction origin={origin} />
              <h2 className="visually-hidden">Calls</h2>
            </section>
            <div id="swagger-ui">
              <noscript>The list of calls needs JavaScript.</noscript>
            </div>
          </div>
          <SiteFooter />
        </Router>
        <script src={withBase(FILES + UI_SCRIPT)} />
      </body>
    </html>
  );
}

function Introduction({ origin }: { origin: string }) {
  const api = `${origin}${withBase("/api")}`;
  const quickStart = [
    `curl '${api}/evs?bodyType=SUV&maxPrice=50000&sort=range&limit=3'`,
    `curl '${api}/fields'`,
    `curl -o evs.csv '${api}/evs.csv'`,
  ];
  return (
    <>
      <h1 id="docs-title">API documentation</h1>
      <p className="lead">
        Programs and pages of other sites can use the same calls as these pages. Reading, voting and
        reviewing need no account and no key. Tools can read the same description as{" "}
        <a href={withBase(API_DESCRIPTION)}>OpenAPI 3.1</a>.
      </p>
      <h2>Quick start</h2>
      <pre>
        <code>{quickStart.join("\n")}</code>
      </pre>
      <ul>
        <li>
          <strong>License.</strong> <a href={withBase(DATA)}>Data and license</a> says how the
          figures may be used, and what each field means.
        </li>
        <li>
          <strong>Requests.</strong> Requests and answers are JSON in UTF-8, except for files.
          Unknown parameters and fields are refused. Most reads have an <code>ETag</code>: send it
          back as <code>If-None-Match</code>, and an unchanged answer is a short 304.
        </li>
        <li>
          <strong>Errors.</strong> Each error is{" "}
          <code>{'{ "error": "one sentence", "issues": [{ "path", "message" }] }'}</code>, with a
          status that says what kind it is; <code>issues</code> lists the invalid fields.
        </li>
        <li>
          <strong>Rate limits.</strong> Reading is not limited, except to {STREAMS_PER_ADDRESS}{" "}
          event streams per address. Votes, reviews, flags, corrections and signing in are. Beyond a
          limit the answer is a 429, and <code>Retry-After</code> says how many seconds to wait.
        </li>
        <li>
          <strong>Versions.</strong> Fields and parameters are added, never renamed or removed. What
          has to go is announced a release before, by the headers <code>Deprecation</code> and{" "}
          <code>Sunset</code>.
        </li>
        <li>
          <strong>Other sites.</strong> Any page may read public calls, files and images. Writes
          from pages of other sites are refused. Signing in sets a cookie, which the calls for
          administrators need.
        </li>
      </ul>
    </>
  );
}
