import { useDocumentData } from "../../ui/document-data.ts";
import type { EvSummary, Trim } from "../../domain/vehicle.ts";
import { ImageWithFallbacks, type PictureLook } from "./image-with-fallbacks.tsx";
import { drawingPath, imageAlt, imageFor, type SmallWidth } from "./pictures.ts";

/** Widths for browsers that do not measure lazy pictures themselves: on phones, and on wider screens. */
const SIZES: Readonly<Record<SmallWidth, string>> = {
  240: "(width < 640px) 120px, 220px",
  400: "(width < 640px) 180px, 400px",
};

/** Only lazy pictures can be measured before they are requested. */
function sizesOf(width: SmallWidth, isEager = false): string {
  return isEager ? SIZES[width] : `auto, ${SIZES[width]}`;
}

export interface VehiclePictureProps extends PictureLook {
  ev: Pick<EvSummary, "make" | "model" | "bodyType" | "image" | "drawing">;
  trim?: Pick<Trim, "trim" | "image"> | null | undefined;
  /** set it for drawings that are shown small */
  width?: SmallWidth | undefined;
}

export function VehiclePicture({ ev, trim, width, ...rest }: VehiclePictureProps) {
  const { device, imageHost } = useDocumentData();
  const choice = imageFor(ev, trim, { device, imageHost, width });
  // An SVG arrives sooner on a slow connection, but blocks a phone's main thread for 20 ms.
  const isVector = rest.eager && !width && choice.isDrawing;
  return (
    <ImageWithFallbacks
      key={choice.src} // resets the state for another picture
      sources={[choice.src, ...choice.fallbacks]}
      srcSet={isVector ? drawingPath(ev, "svg") : choice.srcSet}
      sizes={width && sizesOf(width, rest.eager)}
      description={imageAlt(ev, choice.isDrawing)}
      name={`${ev.make} ${ev.model}`}
      {...rest}
    />
  );
}
