import "@vitejs/plugin-react/preamble";
import "./base.css";

import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import { Document, sheetsOfDocument } from "./document.tsx";
import { fillQueries, PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { loadPage, matchPage } from "./pages.ts";

const serialised = document.getElementById(PAGE_DATA_ID)?.textContent ?? "";
// Our own server wrote it, for this very script.
const data = JSON.parse(serialised) as PageData;
const client = createQueryClient();
fillQueries(client, data.queries);

// Not awaited at the top: pages import from the chunk that holds this file, and would wait for it.
void loadPage(matchPage(location.pathname).page).then(() =>
  // In slices, so that a slow phone can answer a finger in between.
  startTransition(() => {
    hydrateRoot(
      document,
      <Document data={data} serialised={serialised} sheets={sheetsOfDocument()} client={client} />,
    );
  }),
);
