import { createContext, useContext } from "react";

const ImageHostContext = createContext<string | null>(null);

export const ImageHostProvider = ImageHostContext.Provider;

/** Origin of the hosted image service whose pictures are rewritten; null for none (readings 1, 8). */
export function useImageHost(): string | null {
  return useContext(ImageHostContext);
}
