import { type QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { Router } from "wouter";

import { type DocumentData, DocumentDataProvider } from "../ui/document-data.ts";
import { getBasePath, withBase } from "../domain/base-path.ts";
import { CHANGES_FEED } from "../domain/routes.ts";
import { SiteFrame } from "./site-frame.tsx";
import { navigateWhenReady } from "./pages.ts";

/** Paths on this site. */
export interface DocumentAssets {
  /** the entry, then the modules that it imports and those of the page */
  scripts: string[];
  styles: string[];
}

export interface PageData extends DocumentData {
  assets: DocumentAssets;
  /** of the catalogue that the document shows */
  version: number;
  queries: [QueryKey, unknown][];
}

export const PAGE_DATA_ID = "page-data";

/** Rendered on the server and hydrated unchanged. */
export function Document(props: {
  data: PageData;
  /** `data` as JSON; hydration uses the same text */
  serialized: string;
  /** the only inline script, which runs before the first paint; the policy allows its hash */
  firstScript: string;
  /** contents of each of `data.assets.styles`; a sheet without contents is linked */
  sheets: readonly string[];
  client: QueryClient;
  /** as requested; the address in the browser may have changed since */
  address: { path: string; search: string };
}) {
  const { data, serialized, firstScript, sheets, client, address } = props;
  const { assets } = data;
  return (
    // The first script sets data-theme and other attributes before hydration.
    <html lang="en" data-part="" data-base={getBasePath() || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* Shrinks the page when a phone's keyboard opens, so that sticky elements stay above it. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <script
          // The first script removes this attribute once it has requested the scripts.
          data-scripts={assets.scripts.join(" ")}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        {assets.styles.map((href, at) => (
          <StyleSheet key={href} href={href} text={sheets[at]} />
        ))}
        <link rel="icon" href={withBase("/favicon.svg")} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={withBase("/apple-touch-icon.png")} />
        <link rel="manifest" href={withBase("/site.webmanifest")} />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="Recent price changes"
          href={withBase(CHANGES_FEED)}
        />
      </head>
      <body>
        <QueryClientProvider client={client}>
          <DocumentDataProvider value={data}>
            <Router
              aroundNav={navigateWhenReady(client)}
              base={getBasePath()}
              ssrPath={withBase(address.path)}
              ssrSearch={address.search}
            >
              <SiteFrame />
            </Router>
          </DocumentDataProvider>
        </QueryClientProvider>
        <script
          id={PAGE_DATA_ID}
          type="application/json"
          // Inert data in which every `<` is escaped; see serializeJson.
          dangerouslySetInnerHTML={{ __html: serialized }}
        />
      </body>
    </html>
  );
}

/** React's types lack this attribute. */
const DISABLED = { disabled: true };

/** Inlined so that nothing delays the first paint; the disabled link tells the bundler's loader that it is there. */
function StyleSheet({ href, text }: { href: string; text: string | undefined }) {
  if (text === undefined) return <link rel="stylesheet" href={href} />;
  return (
    <>
      <style data-sheet="" dangerouslySetInnerHTML={{ __html: text }} />
      <link rel="stylesheet" href={href} {...DISABLED} />
    </>
  );
}

/** The document contains the script's text, so the browser bundle does not need it. */
export function scriptOfDocument(): string {
  return document.head.querySelector("script")?.textContent ?? "";
}

export function sheetsOfDocument(): string[] {
  return Array.from(document.querySelectorAll("style[data-sheet]"), (sheet) => sheet.textContent);
}
