import { CarFront } from "lucide-react";
import { useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { brandSlug, hasLogo } from "../../domain/brands.ts";
import styles from "./brand-logo.module.css";
import { useLoadFailure } from "./image-with-fallbacks.tsx";

/** pictures.md#brand-logos */
const LOGO_RETRIES = 2;

/**
 * A brand's logo on a light tile in both themes, since logos keep their own colors; its name stands next to it.
 * @param make in any spelling; brands without a logo get the generic icon (pictures.md#brand-logos)
 */
export function BrandLogo({ make, size = 40 }: { make: string; size?: number }) {
  return (
    <span className={styles.tile} style={{ width: size }}>
      {hasLogo(make) ? <LogoImage key={make} slug={brandSlug(make)} /> : <GenericLogo />}
    </span>
  );
}

function LogoImage({ slug }: { slug: string }) {
  const [failures, setFailures] = useState(0);
  const fail = () => setFailures(failures + 1);
  const image = useLoadFailure(fail);
  if (failures > LOGO_RETRIES) return <GenericLogo />;
  return (
    <img
      ref={image}
      className={styles.logo}
      src={withBase(`/images/logos/${slug}.svg${failures > 0 ? `?retry=${failures}` : ""}`)}
      alt=""
      loading="lazy"
      onError={fail}
    />
  );
}

function GenericLogo() {
  return <CarFront aria-hidden className={styles.generic} />;
}
