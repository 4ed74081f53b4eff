import { clsx } from "clsx";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { PLACEHOLDER_IMAGE, IMAGE_HEIGHT_PX, IMAGE_WIDTH_PX } from "./pictures.ts";
import styles from "./image-with-fallbacks.module.css";

export interface PictureLook {
  /** `""` next to the vehicle's name */
  alt?: string | undefined;
  /** visible without scrolling: loaded immediately and before others */
  eager?: boolean;
  /** shown instead of the placeholder (pictures.md#image-choice) */
  failedText?: string;
  className?: string | undefined;
}

interface ImageWithFallbacksProps extends PictureLook {
  sources: readonly string[];
  /** the first source as SVG, which arrives sooner on a slow connection, or in several widths */
  srcSet?: string | undefined;
  sizes?: string | undefined;
  description: string;
  name: string;
}

export function ImageWithFallbacks({
  sources,
  srcSet,
  sizes,
  description,
  name,
  alt,
  eager = false,
  failedText,
  className,
}: ImageWithFallbacksProps) {
  const [failures, setFailures] = useState(0);
  const src = sources[failures];
  const fail = () => {
    if (src === undefined) return;
    logOnce(src);
    setFailures(failures + 1);
  };
  const image = useLoadFailure(fail);

  if (src === undefined && failedText !== undefined) {
    return <span className={clsx(styles.picture, styles.failed, className)}>{failedText}</span>;
  }
  return (
    <img
      ref={image}
      className={clsx(styles.picture, className)}
      {...(failures === 0 && { srcSet, sizes })}
      src={src ?? withBase(PLACEHOLDER_IMAGE)}
      alt={alt ?? (src === undefined ? `${name}, image unavailable` : description)}
      width={IMAGE_WIDTH_PX}
      height={IMAGE_HEIGHT_PX}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={fail}
    />
  );
}

const logged = new Set<string>();

function logOnce(src: string): void {
  if (logged.has(src)) return;
  logged.add(src);
  console.error(`The picture ${src} could not be loaded.`);
}

/** A served picture may fail before React attaches its handlers; later failures reach its `onError`. */
export function useLoadFailure(onFailure: () => void): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  const report = useEffectEvent(onFailure);
  useEffect(() => {
    // A lazy picture that was not requested yet is not `complete`.
    if (image.current?.complete && image.current.naturalWidth === 0) report();
  }, []);
  return image;
}
