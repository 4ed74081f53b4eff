import { createContext, useContext } from "react";

import type { ChargingRates } from "../domain/charging-estimate.ts";

/** What a document was served with, the same on the server and in the browser. */
export interface DocumentData {
  /** determined from the user agent (pictures.md#transforms) */
  readonly device: "mobile" | "other";
  /** model years before this one are part of a car's name */
  readonly presentYear: number;
  /** of the whole catalogue (one-car.md#estimated-charging-time); null when too little is known */
  readonly chargingRates: ChargingRates | null;
  /** origin for canonical links (everywhere.md#search-engines); null when unset */
  readonly publicUrl: string | null;
  /** origin of the hosted image service whose addresses we rewrite (pictures.md#transforms); null when unset */
  readonly imageHost: string | null;
}

const DocumentDataContext = createContext<DocumentData>({
  device: "other",
  presentYear: 0,
  chargingRates: null,
  publicUrl: null,
  imageHost: null,
});

export const DocumentDataProvider = DocumentDataContext.Provider;

export function useDocumentData(): DocumentData {
  return useContext(DocumentDataContext);
}
