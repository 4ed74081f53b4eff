import { Router } from "wouter";

import { API_DOCS } from "../domain/routes.ts";
import { SiteFooter } from "./site-frame.tsx";
import header from "./site-header.module.css";
import { MainNavigation, Wordmark } from "./site-header.tsx";
import { pageTitle } from "../pages/site.tsx";

export const API_DESCRIPTION = "/api/openapi.json";
const FILES = `${API_DOCS}/static`;

/** Gives the document the class by which Swagger UI goes dark. */
const FOLLOW_THEME = `try{let t=localStorage.getItem("theme");if(t=="light"||t=="dark")document.documentElement.dataset.theme=t}catch{};{let{classList,dataset}=document.documentElement,dark=matchMedia("(prefers-color-scheme: dark)"),show=()=>classList.toggle("dark-mode",dataset.theme?dataset.theme=="dark":dark.matches);dark.addEventListener("change",show);show()}`;
/** Follows `#vote`, by which a call was linked before, to its place in Swagger UI. */
const OPEN_FRAGMENT = `{let link=document.getElementById(location.hash.slice(1))?.querySelector("#swagger-ui a");if(link)location.replace(link.hash)}`;

/** The texts that the page's policy allows. */
export const DOCS_SCRIPTS: readonly string[] = [FOLLOW_THEME, OPEN_FRAGMENT];

/** The part of an OpenAPI document that the list of calls shows. */
interface Description {
  tags?: readonly { name: string; description?: string }[];
  paths?: Readonly<Record<string, object | undefined>>;
}

interface Operation {
  operationId: string;
  summary: string;
  tags: readonly string[];
}

interface DocsPageProps {
  description: Description;
  /** style sheets that are linked, and the texts of others */
  links: readonly string[];
  sheets: readonly string[];
}

export function DocsPage({ description, links, sheets }: DocsPageProps) {
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
        <script dangerouslySetInnerHTML={{ __html: FOLLOW_THEME }} />
        {[`${FILES}/swagger-ui.css`, ...links].map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {sheets.map((text, at) => (
          <style key={at} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/json" href={API_DESCRIPTION} />
      </head>
      <body>
        <Router ssrPath={API_DOCS}>
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
              <Introduction />
              <h2 className="visually-hidden">Calls</h2>
            </section>
            <div id="swagger-ui">
              {/* Swagger UI brings a `main` of its own in its place. */}
              <main>
                <CallList description={description} />
              </main>
            </div>
          </div>
          <SiteFooter />
        </Router>
        <script dangerouslySetInnerHTML={{ __html: OPEN_FRAGMENT }} />
        {["swagger-ui-bundle", "swagger-ui-standalone-preset", "swagger-initializer"].map(
          (name) => (
            <script key={name} src={`${FILES}/${name}.js`} />
          ),
        )}
      </body>
    </html>
  );
}

function Introduction() {
  return (
    <>
      <h1 id="docs-title">API documentation</h1>
      <p className="lead">
        Programs can use the same calls as these pages. Reading, voting and reviewing need no
        account. Tools can read the same description as <a href={API_DESCRIPTION}>OpenAPI 3.1</a>.
      </p>
      <ul>
        <li>
          Requests and answers are JSON in UTF-8, except for files. Unknown parameters and fields
          are refused.
        </li>
        <li>An error has one readable sentence, and names the fields that are wrong.</li>
        <li>
          Most reads have an <code>ETag</code>: send it back as <code>If-None-Match</code>, and an
          unchanged answer is a short 304.
        </li>
        <li>Signing in sets a cookie, which calls for administrators require.</li>
      </ul>
    </>
  );
}

/** Shown without scripts, and until Swagger UI takes its place. */
function CallList({ description: { tags = [], paths = {} } }: { description: Description }) {
  const calls = Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      ...operation,
    })),
  );
  return tags.map(({ name, description }) => (
    <section key={name} id={name.toLowerCase().replaceAll(" ", "-")}>
      <a className="topic" href={`#/${encodeURIComponent(name)}`}>
        {name}
      </a>
      <p>{description}</p>
      <ul>
        {calls
          .filter((call) => call.tags.includes(name))
          .map(({ method, path, operationId, summary }) => (
            <li key={operationId} id={operationId}>
              <a href={`#/${encodeURIComponent(name)}/${operationId}`}>
                {method.toUpperCase()} {path}
              </a>{" "}
              {summary}
            </li>
          ))}
      </ul>
    </section>
  ));
}
