import "@vitejs/plugin-react/preamble";
import { withoutBase } from "../domain/base-path.ts";
import "./base.css";

import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

import { createQueryClient } from "../features/catalogue/catalogue.queries.ts";
import { OutdatedDocument } from "../features/catalogue/use-catalogue.ts";
import { dataVersions } from "../ui/calls/answers.ts";
import { showCodeMissing } from "../ui/lazy.tsx";
import { hideChangesByOthers } from "./changes-by-others.ts";
import {
  Document,
  PAGE_DATA_ID,
  type PageData,
  scriptOfDocument,
  sheetsOfDocument,
} from "./document.tsx";
import { loadPage, matchPage } from "./pages.ts";

const client = createQueryClient();

/** A phone's address bar comes and goes with every scroll and is never this high. */
const ADDRESS_BAR_PX = 150;

// By the next frame the window's size is known, so reading it costs no extra layout.
requestAnimationFrame(disableLazyLayoutOnceResized);

/** The address of the document; going Back before hydration may have changed the browser's. */
const served = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href);
const servedPath = withoutBase(served.pathname);

// Each step is a task of its own, so that a slow phone can handle input in between.
const page = loadPage(matchPage(servedPath).page);
// Cached scripts run before the end of the document, where the data is.
if (document.readyState !== "loading") inNextTask(begin);
else addEventListener("DOMContentLoaded", begin, { once: true });

function begin(): void {
  hideChangesByOthers();
  const serialized = document.getElementById(PAGE_DATA_ID)?.textContent ?? "";
  // Our own server wrote this JSON, so it needs no validation.
  const data = JSON.parse(serialized) as PageData;
  for (const [key, value] of data.queries) client.setQueryData(key, value);
  dataVersions.version = data.version;
  void page.then(
    () => inNextTask(() => hydrate(data, serialized)),
    () => showCodeMissing(true),
  );
}

/** A message arrives without the minimum delay of a timer. */
function inNextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", work, { once: true });
  port1.start();
  port2.postMessage(null);
}

/** Hydrates in a transition, which React renders in slices. */
function hydrate(data: PageData, serialized: string): void {
  const sheets = sheetsOfDocument();
  showCodeMissing(false);
  startTransition(() => {
    hydrateRoot(
      document,
      <Document
        data={data}
        serialized={serialized}
        firstScript={scriptOfDocument()}
        sheets={sheets}
        client={client}
        address={{ path: servedPath, search: served.search }}
      />,
      {
        onRecoverableError(error) {
          // React renders a part of an older document again, and passes its own error with ours as the cause.
          const isOutdated = error instanceof Error && error.cause instanceof OutdatedDocument;
          if (!isOutdated) reportError(error);
        },
      },
    );
  });
}

/** Shows all late parts (`data-late` in base.css) after a resize, also before a screenshot of the whole page. */
function disableLazyLayoutOnceResized(): void {
  const [width, height] = [innerWidth, innerHeight];
  const onResize = () => {
    const change = Math.abs(innerHeight - height);
    if (innerWidth === width && change > 0 && change < ADDRESS_BAR_PX) return;
    removeEventListener("resize", onResize);
    document.documentElement.dataset.laidOut = "";
  };
  addEventListener("resize", onResize);
}
