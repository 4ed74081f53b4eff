import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Reports that a picture failed before React was there to hear of it: one rendered on the server
 * starts to load, and may fail, before hydration.
 * @returns the ref of the picture; later failures reach its `onError`
 */
export function useLoadFailure(onFailure: () => void): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  const report = useEffectEvent(onFailure);
  useEffect(() => {
    // A lazy picture that has not been asked for yet is not complete.
    if (image.current?.complete && image.current.naturalWidth === 0) report();
  }, []);
  return image;
}
