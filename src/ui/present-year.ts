import { createContext, useContext } from "react";

const PresentYearContext = createContext(0);

export const PresentYearProvider = PresentYearContext.Provider;

/** The calendar year in which the document was served; the same on the server and in the browser. */
export function usePresentYear(): number {
  return useContext(PresentYearContext);
}
