import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Reports a failure before hydration: a picture of the served page may fail before React listens.
 * Later failures reach its `onError`.
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
