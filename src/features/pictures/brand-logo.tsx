import { clsx } from "clsx";
import { CarFront } from "lucide-react";
import { useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { brandSlug, hasLogo } from "../../domain/brands.ts";
import styles from "./brand-logo.module.css";
import { useLoadFailure } from "./image-with-fallbacks.tsx";

/** pictures.md#brand-logos */
const LOGO_RETRIES = 2;

export interface BrandLogoProps {
  /** the brand in any spelling; brands without a logo get the generic icon (pictures.md#brand-logos) */
  make: string;
  /** side of the square, in CSS pixels */
  size?: number;
  /** empty when the brand's name is next to it */
  alt?: string;
  className?: string | undefined;
}

/** A brand's logo on a light tile in both themes, since logos keep their own colors. */
export function BrandLogo({ make, size = 40, alt = "", className }: BrandLogoProps) {
  return (
    <span className={clsx(styles.tile, className)} style={{ width: size }}>
      {hasLogo(make) ? (
        <LogoImage key={make} slug={brandSlug(make)} alt={alt} />
      ) : (
        <GenericLogo alt={alt} />
      )}
    </span>
  );
}

function LogoImage({ slug, alt }: { slug: string; alt: string }) {
  const [failures, setFailures] = useState(0);
  const fail = () => setFailures(failures + 1);
  const image = useLoadFailure(fail);
  if (failures > LOGO_RETRIES) return <GenericLogo alt={alt} />;
  return (
    <img
      ref={image}
      className={styles.logo}
      src={withBase(`/images/logos/${slug}.svg${failures > 0 ? `?retry=${failures}` : ""}`)}
      alt={alt}
      loading="lazy"
      onError={fail}
    />
  );
}

function GenericLogo({ alt }: { alt: string }) {
  return (
    <CarFront
      className={styles.generic}
      {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
    />
  );
}
