import "@vitejs/plugin-react/preamble";
import "./base.css";

import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import { Document, sheetsOfDocument } from "./document.tsx";
import { fillQueries, PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { loadPage, matchPage } from "./pages.ts";

const serialised = document.getElementById(PAGE_DATA_ID)?.textContent ?? "";
const client = createQueryClient();

/** Of this document. Whoever goes Back before it listens is elsewhere by now. */
const served = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href);

// What must be done is divided into tasks, so that a slow phone can answer a finger in between.
const page = loadPage(matchPage(served.pathname).page);
setTimeout(() => {
  // Our own server wrote it, for this very script.
  const data = JSON.parse(serialised) as PageData;
  fillQueries(client, data.queries);
  void page.then(() => setTimeout(hydrate, 0, data));
});

/** In slices of a few milliseconds. */
function hydrate(data: PageData): void {
  const sheets = sheetsOfDocument();
  startTransition(() => {
    hydrateRoot(
      document,
      <Document
        data={data}
        serialised={serialised}
        sheets={sheets}
        client={client}
        address={{ path: served.pathname, search: served.search }}
      />,
    );
  });
}
