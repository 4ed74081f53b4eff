import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";

import { judgeImageAddress } from "./image-address.ts";
import styles from "./image-cell-content.module.css";
import { useImageHost } from "./vehicle-picture.tsx";
import { ImageWithFallbacks } from "./image-with-fallbacks.tsx";
import { IMAGE_UNAVAILABLE, imageSources, NO_IMAGE } from "./images.ts";

/** A small picture and its address, or what is wrong with that (§2, §8). */
export function ImageCellContent({ image: stored }: { image: string | null }) {
  const imageHost = useImageHost();
  const { image, message, isValid } = judgeImageAddress(stored ?? "", imageHost);
  if (image === null && isValid) return <span className={styles.none}>{NO_IMAGE}</span>;
  return (
    <span className={styles.cell}>
      {image !== null && message === null && (
        <span className={styles.frame}>
          <ImageWithFallbacks
            key={image}
            sources={imageSources(image, "mobile", imageHost)}
            description=""
            name=""
            alt=""
            failedText={IMAGE_UNAVAILABLE}
            className={styles.picture}
          />
        </span>
      )}
      {message === null ? (
        <span className={styles.address} title={stored ?? undefined}>
          {stored}
        </span>
      ) : (
        <span
          className={clsx(styles.message, !isValid && styles.wrong)}
          title={stored ?? undefined}
        >
          <TriangleAlert aria-hidden className={styles.icon} />
          {message}
        </span>
      )}
    </span>
  );
}
