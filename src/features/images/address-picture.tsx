import { clsx } from "clsx";
import { ImageOff } from "lucide-react";

import styles from "./address-picture.module.css";
import { FallingPicture } from "./falling-picture.tsx";
import { useImageHost } from "./image-host.ts";
import { IMAGE_UNAVAILABLE, imageSources, NO_IMAGE } from "./images.ts";

interface AddressPictureProps {
  /** a valid image address; null: 'No image' stands in its place (§8) */
  image: string | null;
  /** what to read aloud; `""` beside words that say it */
  alt: string;
  className?: string | undefined;
}

/** What an image field's address shows, 16:9, as wide as its place. Small, whatever the device. */
export function AddressPicture({ image, alt, className }: AddressPictureProps) {
  const imageHost = useImageHost();
  if (image === null) {
    return (
      <span className={clsx(styles.none, className)}>
        <ImageOff aria-hidden className={styles.icon} />
        {NO_IMAGE}
      </span>
    );
  }
  return (
    <FallingPicture
      key={image}
      sources={imageSources(image, "mobile", imageHost)}
      description={alt}
      name={alt}
      alt={alt}
      failedText={IMAGE_UNAVAILABLE}
      className={clsx(styles.picture, className)}
    />
  );
}
