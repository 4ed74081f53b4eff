/** Used only on administrators' screens, because shoppers do not load `EvInput`. */
import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";

import { EvInput } from "../../domain/ev-input.ts";
import { ImageWithFallbacks } from "./image-with-fallbacks.tsx";
import { IMAGE_UNAVAILABLE, imageSources, NO_IMAGE } from "./pictures.ts";
import styles from "./image-cell-content.module.css";
import { useDocumentData } from "../../ui/document-data.ts";

const PLACEHOLDER_HOSTS = (
  "dummyimage.com fakeimg.pl loremflickr.com lorempixel.com picsum.photos " +
  "placehold.co placehold.it placeholder.com placeimg.com placekitten.com"
).split(" ");

function isOnPlaceholderHost(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return PLACEHOLDER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/**
 * Accepts `https://`, `data:image/` and paths of our own store; a placeholder host gets a hint
 * (pictures.md#image-cells). `imageHost` is the origin of the hosted image service.
 * @returns the picture to show, if any, and an error or a hint
 */
export function validateImageAddress(typed: string, imageHost: string | null) {
  const { data, error } = EvInput.shape.image.safeParse(typed);
  if (error) return { image: null, message: error.issues[0]?.message ?? null, isValid: false };
  if (data === null || !isOnPlaceholderHost(data))
    return { image: data, message: null, isValid: true };
  const service = imageHost === null ? "a hosted-image-service URL" : `a ${imageHost}/ URL`;
  const message = `Placeholder image: please edit and set ${service}.`;
  return { image: data, message, isValid: true };
}

export function AddressPicture(props: {
  image: string;
  alt: string;
  className: string | undefined;
}) {
  const { image, alt, className } = props;
  const { imageHost } = useDocumentData();
  return (
    <ImageWithFallbacks
      key={image}
      sources={imageSources(image, "mobile", imageHost)}
      description={alt}
      name={alt}
      alt={alt}
      failedText={IMAGE_UNAVAILABLE}
      className={className}
    />
  );
}

/** A table cell's picture and address, or what is wrong with them (pictures.md#image-cells). */
export function ImageCellContent({ image: stored }: { image: string | null }) {
  const { imageHost } = useDocumentData();
  const { image, message, isValid } = validateImageAddress(stored ?? "", imageHost);
  if (image === null && isValid) return <span className="faint">{NO_IMAGE}</span>;
  return (
    <span className={styles.cell}>
      {image !== null && message === null && (
        <span className={styles.frame}>
          <AddressPicture image={image} alt="" className={styles.picture} />
        </span>
      )}
      {message === null ? (
        <span className="ellipsis quiet" title={stored ?? undefined}>
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
