import { createContext, useContext } from "react";

import type { ChargingRates } from "../../domain/charging-estimate.ts";

const ChargingRatesContext = createContext<ChargingRates | null>(null);

export const ChargingRatesProvider = ChargingRatesContext.Provider;

/**
 * The catalogue's charging rates when the document was served, the same on the server and in the browser
 * (one-car.md#estimated-charging-time). Null when too little is known.
 */
export function useChargingRates(): ChargingRates | null {
  return useContext(ChargingRatesContext);
}
