import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";

import { ChargingRatesProvider } from "../features/catalogue/charging-rates.ts";
import { ImageHostProvider } from "../features/pictures/vehicle-picture.tsx";
import { DeviceProvider } from "../ui/device.ts";
import { PresentYearProvider } from "../ui/present-year.ts";
import { CHANGES_FEED } from "../domain/routes.ts";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { SiteFrame } from "./site-frame.tsx";
import { navigateWhenReady } from "./pages.ts";
import { SiteProvider } from "../pages/site.tsx";

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
}

/** Rendered on the server and hydrated as it is. */
export function Document(props: DocumentProps) {
  const { data, serialised, firstScript, sheets, client, address } = props;
  const { assets } = data;
  return (
    // The first script has set data-theme and others before hydration.
    <html lang="en" data-part="" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* A phone's keyboard takes its room from the page, so that what sticks stays above it. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <script
          // It takes the names away once it has asked for them.
          data-scripts={assets.scripts.join(" ")}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        {assets.styles.map((href, at) => (
          <StyleSheet key={href} href={href} text={sheets[at]} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="Recent price changes"
          href={CHANGES_FEED}
        />
      </head>
      <body>
        <QueryClientProvider client={client}>
          <SiteProvider value={data.site}>
            <ImageHostProvider value={data.site.imageHost}>
              <DeviceProvider value={data.device}>
                <PresentYearProvider value={data.presentYear}>
                  <ChargingRatesProvider value={data.chargingRates}>
                    <Router
                      aroundNav={navigateWhenReady(client)}
                      ssrPath={address.path}
                      ssrSearch={address.search}
                    >
                      <SiteFrame />
                    </Router>
                  </ChargingRatesProvider>
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

/** React's types lack this attribute. */
const DISABLED = { disabled: true };

/**
 * The sheet is inlined so that the first paint waits for nothing else. The disabled link fetches nothing; it
 * tells the bundler's loader that the sheet is there.
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

/** Served in the document, so that the browser's code need not hold its text. */
export function scriptOfDocument(): string {
  return document.head.querySelector("script")?.textContent ?? "";
}

export function sheetsOfDocument(): string[] {
  return Array.from(document.querySelectorAll("style[data-sheet]"), (sheet) => sheet.textContent);
}
