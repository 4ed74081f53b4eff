import { createContext, useContext } from "react";

import { useDevice } from "../../ui/device.ts";
import type { EvSummary, Trim } from "../../vehicle/vehicle.ts";
import { ImageWithFallbacks, type PictureLook } from "./image-with-fallbacks.tsx";
import { illustrationPath, imageAlt, imageFor } from "./images.ts";

const ImageHostContext = createContext<string | null>(null);

export const ImageHostProvider = ImageHostContext.Provider;

/** Origin of the hosted image service whose pictures are rewritten; null for none (readings 1, 8). */
export function useImageHost(): string | null {
  return useContext(ImageHostContext);
}

export interface VehiclePictureProps extends PictureLook {
  ev: Pick<EvSummary, "make" | "model" | "bodyType" | "image">;
  trim?: Pick<Trim, "trim" | "image"> | null | undefined;
}

export function VehiclePicture({ ev, trim, ...rest }: VehiclePictureProps) {
  const choice = imageFor(ev, trim, useDevice(), useImageHost());
  const isDrawn = rest.eager && choice.isIllustration;
  return (
    <ImageWithFallbacks
      key={choice.src} // another picture starts anew
      sources={[choice.src, ...choice.fallbacks]}
      vector={isDrawn ? illustrationPath(ev.make, ev.model, "svg") : undefined}
      description={imageAlt(ev, choice.isIllustration)}
      name={`${ev.make} ${ev.model}`}
      {...rest}
    />
  );
}
