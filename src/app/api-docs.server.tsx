import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";

import { API_DOCS } from "../routes.ts";
import { encode, type Encoded } from "../server/compression.server.ts";
import { textAnswer, UNCHANGED } from "../server/answers.server.ts";
import type { ApiDocument } from "../server/openapi-document.server.ts";
import { ONLY_PASS_CACHES } from "../server/query.schema.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import sheet from "./api-docs.css?inline";
import { breakable, type Call, CallEntry, type UsualAnswers } from "./api-call-entry.server.tsx";
import { Shape } from "./api-shapes.server.tsx";
import type { Assets } from "./assets.server.ts";
import { SiteFooter } from "./site-frame.tsx";
import { MainNavigation, Wordmark } from "./site-header.tsx";
import header from "./site-header.module.css";
import { pageTitle } from "./site.tsx";
import { THEME_SCRIPT } from "./theme.tsx";

/** Its styles are those that every page has. */
const FRAME = "src/app/pages/not-found-page.tsx";
const POLICY = "content-security-policy";
/** In examples, where no origin is configured; the page's script writes the real one (readings 1). */
const SOME_ORIGIN = "http://localhost:3000";
/** Names the page's own origin, and gives each example a button that copies it. */
const SCRIPT = `${THEME_SCRIPT};addEventListener("DOMContentLoaded",()=>{let d=document,said=d.querySelector("[role=status]");for(let pre of d.querySelectorAll("pre")){let code=pre.firstChild,b=d.createElement("button");code.textContent=code.textContent.replaceAll("${SOME_ORIGIN}",location.origin);b.type="button";b.textContent="Copy";b.setAttribute("aria-label","Copy the example of "+pre.dataset.of);b.onclick=async()=>{try{await navigator.clipboard.writeText(code.textContent);said.textContent=b.textContent="Copied"}catch{getSelection().selectAllChildren(code);said.textContent="Selected";b.textContent="Selected"}setTimeout(()=>{b.textContent="Copy";said.textContent=""},2e3)};pre.after(b)}})`;
/** What so many calls may answer is told once. */
const USUAL_CALLS = 12;

interface DocsDeps {
  assets: Assets;
  /** PUBLIC_URL; null when it is unset */
  publicUrl: string | null;
}

/** `GET /api/docs`: the calls for people, of the same declarations as the OpenAPI document (beyond 6). */
export const docsRoutes: FastifyPluginAsyncZodOpenApi<DocsDeps> = async (
  app,
  { assets, publicUrl },
) => {
  /** With the first request, so that no start waits for it. */
  function make(): { page: Encoded; allow: (policy: string) => string } {
    const { styles } = assets.forPage(FRAME);
    const sheets = [...(assets.sheet ? styles.map(assets.sheet) : []), sheet];
    const markup = renderToString(
      <DocsPage
        document={app.swagger() as unknown as ApiDocument}
        origin={publicUrl ?? SOME_ORIGIN}
        links={assets.sheet ? [] : styles}
        sheets={sheets}
      />,
    );
    return {
      page: encode(`<!DOCTYPE html>${markup}`, "text/html; charset=utf-8"),
      allow: allowInline({ scripts: [SCRIPT], styles: sheets }),
    };
  }
  let made: ReturnType<typeof make> | undefined;

  app.get(
    API_DOCS,
    {
      schema: {
        operationId: "readDocs",
        summary: "This description as a page",
        tags: ["Service"],
        querystring: ONLY_PASS_CACHES,
        response: { 200: textAnswer("HTML", "text/html"), 304: UNCHANGED },
      },
    },
    async (request, reply) => {
      made ??= make();
      reply.header(POLICY, made.allow(String(reply.getHeader(POLICY))));
      return sendEncoded(request, reply, made.page, { cacheControl: PUBLIC });
    },
  );
};

interface DocsPageProps {
  document: ApiDocument;
  origin: string;
  /** style sheets that are linked, and the texts of others */
  links: readonly string[];
  sheets: readonly string[];
}

function DocsPage({ document, origin, links, sheets }: DocsPageProps) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const usual = usualAnswers(calls);
  const topics = document.tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(" ", "-"),
    calls: calls.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
  const contents = (
    <ul>
      {topics.map(({ name, id, calls: ofTopic }) => (
        <li key={id}>
          <a href={`#${id}`}>{name}</a>
          <ul>
            {ofTopic.map(({ operation: { operationId }, method, path }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <span className={`method ${method}`}>{method}</span>{" "}
                  <span className="path">{breakable(path)}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href="#shapes">Shapes</a>
      </li>
    </ul>
  );
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{pageTitle("API documentation")}</title>
        <meta
          name="description"
          content="Every call of the catalogue: who may, what it takes, what it answers, and an example to copy."
        />
        <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
        {links.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {sheets.map((text, at) => (
          <style key={at} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/json" href="/api/openapi.json" />
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
          <div className="docs">
            <nav aria-label="Calls" className="contents">
              {contents}
            </nav>
            <main id="main" tabIndex={-1}>
              <Introduction origin={origin} usual={usual} />
              <details className="contents-fold">
                <summary>All calls</summary>
                <nav aria-label="All calls">{contents}</nav>
              </details>
              {topics.map(({ name, id, description, calls: ofTopic }) => (
                <section key={id} id={id} className="topic" aria-labelledby={`${id}-title`}>
                  <h2 id={`${id}-title`}>{name}</h2>
                  <p>{description}</p>
                  {ofTopic.map((call) => (
                    <CallEntry
                      key={call.operation.operationId}
                      {...{ call, document, origin, usual }}
                    />
                  ))}
                </section>
              ))}
              <section id="shapes" className="topic" aria-labelledby="shapes-title">
                <h2 id="shapes-title">Shapes</h2>
                <p>What calls answer, by the names that stand above.</p>
                {Object.entries(document.components.schemas).map(([name, schema]) => (
                  <article key={name} id={`shape-${name}`} className="call">
                    <h3>{name}</h3>
                    <Shape schema={schema} withNeed={false} />
                  </article>
                ))}
              </section>
            </main>
          </div>
          <p role="status" className="visually-hidden" />
          <SiteFooter />
        </Router>
      </body>
    </html>
  );
}

/** By status what nearly all calls may answer, as they say it. */
function usualAnswers(calls: readonly Call[]): UsualAnswers {
  const said = calls.flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : [`${status} ${description}`],
    ),
  );
  const usual = [...new Set(said)].filter(
    (answer) => said.filter((one) => one === answer).length >= USUAL_CALLS,
  );
  return Object.groupBy(
    usual.map((answer) => answer.slice(4)),
    (_words, at) => Number(usual[at]?.slice(0, 3)),
  );
}

function Introduction({ origin, usual }: { origin: string; usual: UsualAnswers }) {
  return (
    <>
      <h1>API documentation</h1>
      <p className="lead">
        Programs use the same calls as these pages. Reading, voting and reviewing need no account.
        For tools there is the same as <a href="/api/openapi.json">OpenAPI 3.1</a>.
      </p>
      <ul className="rules">
        <li>
          What is sent and answered is JSON in UTF-8, files apart. Unknown parameters and fields are
          refused.
        </li>
        <li>
          An error is <a href="#shape-Error">one sentence for a person</a>, with the fields that are
          wrong.
        </li>
        <li>
          Most reads have an <code>ETag</code>: send it back as <code>If-None-Match</code> and an
          answer that has not changed costs nothing.
        </li>
        <li>
          <a href="#signIn">Signing in</a> sets a cookie. In the examples curl keeps it in{" "}
          <code>cookies.txt</code>.
        </li>
      </ul>
      <p>Any call may also be refused:</p>
      <dl className="answers">
        {Object.entries(usual).map(([status, words = []]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{words.join(". ")}</dd>
          </div>
        ))}
      </dl>
      {origin === SOME_ORIGIN && (
        <noscript>
          <p>
            The examples say <code>{SOME_ORIGIN}</code>; put the address of this site in its place.
          </p>
        </noscript>
      )}
    </>
  );
}
