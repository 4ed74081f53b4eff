import "@vitejs/plugin-react/preamble";
import "./base.css";

import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import { showCodeMissing } from "../ui/lazy.tsx";
import { Document, sheetsOfDocument } from "./document.tsx";
import { layOutAllOnceResized } from "./lay-out-late.ts";
import { fillQueries, PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { loadPage, matchPage } from "./pages.ts";

const serialised = document.getElementById(PAGE_DATA_ID)?.textContent ?? "";
const client = createQueryClient();

layOutAllOnceResized();

/** Of this document. Whoever goes Back before it listens is elsewhere by now. */
const served = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href);

// What must be done is divided into tasks, so that a slow phone can answer a finger in between.
const page = loadPage(matchPage(served.pathname).page);
inNextTask(() => {
  // Our own server wrote it, for this very script.
  const data = JSON.parse(serialised) as PageData;
  fillQueries(client, data.queries);
  void page.then(
    () => inNextTask(() => hydrate(data)),
    () => showCodeMissing(true),
  );
});

/** As soon as a timer without its delay, and whatever becomes of the page's clock. */
function inNextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", work, { once: true });
  port1.start();
  port2.postMessage(null);
}

/** In slices of a few milliseconds. */
function hydrate(data: PageData): void {
  const sheets = sheetsOfDocument();
  showCodeMissing(false);
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
