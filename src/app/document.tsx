import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";

import { ImageHostProvider } from "../features/images/vehicle-picture.tsx";
import { DeviceProvider } from "../ui/device.ts";
import { PresentYearProvider } from "../vehicle/present-year.ts";
import type { Ev } from "../vehicle/vehicle.ts";
import { CHANGES_FEED } from "../routes.ts";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { SiteFrame } from "./site-frame.tsx";
import { navigateWhenReady } from "./pages.ts";
import { SiteProvider } from "./site.tsx";
import { ServerCatalogueProvider } from "./whole-catalogue.ts";

export interface DocumentProps {
  data: PageData;
  /** `data` as JSON, the same text for hydration */
  serialised: string;
  /** the only inline script, before the first paint; the policy allows its hash */
  firstScript: string;
  /** of each of `data.assets.styles`; without its text a sheet is linked */
  sheets: readonly string[];
  client: QueryClient;
  /** as requested; the browser's may have changed since */
  address: { path: string; search: string };
  /** on the server only */
  evs?: readonly Ev[] | undefined;
}

/** Rendered on the server and hydrated as it is. */
export function Document(props: DocumentProps) {
  const { data, serialised, firstScript, sheets, client, address, evs } = props;
  const { assets } = data;
  return (
    // The first script has set data-theme before hydration.
    <html lang="en" data-scripts={assets.scripts.join(" ")} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
        {assets.styles.map((href, at) => (
          <StyleSheet key={href} href={href} text={sheets[at]} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="What changed"
          href={CHANGES_FEED}
        />
      </head>
      <body>
        <QueryClientProvider client={client}>
          <SiteProvider value={data.site}>
            <ImageHostProvider value={data.site.imageHost}>
              <DeviceProvider value={data.device}>
                <PresentYearProvider value={data.presentYear}>
                  <Router
                    aroundNav={navigateWhenReady(client)}
                    ssrPath={address.path}
                    ssrSearch={address.search}
                  >
                    <ServerCatalogueProvider value={evs}>
                      <SiteFrame />
                    </ServerCatalogueProvider>
                  </Router>
                </PresentYearProvider>
              </DeviceProvider>
            </ImageHostProvider>
          </SiteProvider>
        </QueryClientProvider>
        <script
          id={PAGE_DATA_ID}
          type="application/json"
          // Inert data with every `<` escaped; see serialisePageData.
          dangerouslySetInnerHTML={{ __html: serialised }}
        />
      </body>
    </html>
  );
}

/** Missing in React's types. */
const DISABLED = { disabled: true };

/**
 * Inside the document, so that the first paint waits for nothing else. The disabled link fetches
 * nothing; it tells the bundler's loader that the sheet is there.
 */
function StyleSheet({ href, text }: { href: string; text: string | undefined }) {
  if (text === undefined) return <link rel="stylesheet" href={href} />;
  return (
    <>
      <style data-sheet="" dangerouslySetInnerHTML={{ __html: text }} />
      <link rel="stylesheet" href={href} {...DISABLED} />
    </>
  );
}

/**
 * Part of the first script: asks for the page's scripts. On a slow line, where the document took 400 ms to
 * begin, with the first frame, before the lists ask for their pictures. Elsewhere they would
 * arrive before the first paint and delay it, so they wait for it; a hidden page is not painted.
 */
export const LATE_SCRIPTS_SCRIPT =
  '{let d=document,r=d.documentElement,isAsked,ask=()=>{if(!isAsked)for(let src of isAsked=r.dataset.scripts.split(" "))d.head.append(Object.assign(d.createElement("script"),{type:"module",src}))};addEventListener("DOMContentLoaded",()=>setTimeout(ask,1e3));if(performance.now()>400)requestAnimationFrame(ask);else new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&ask()).observe({type:"paint",buffered:!0})}';

/** So that the browser's code need not hold its text. */
export function scriptOfDocument(): string {
  return document.head.querySelector("script")?.textContent ?? "";
}

export function sheetsOfDocument(): string[] {
  return Array.from(document.querySelectorAll("style[data-sheet]"), (sheet) => sheet.textContent);
}
