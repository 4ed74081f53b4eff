import {
  canonicalAddress,
  structuredData,
  vehicleDescription,
} from "../../features/catalogue/structured-data.ts";
import { trimName } from "../../features/catalogue/trim-name.ts";
import { imageAlt, imageFor } from "../../features/images/images.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import type { Site } from "../page-data.ts";
import { pageTitle } from "../site-name.ts";
import { SocialHead } from "../social-head.tsx";

/**
 * What a detail page says about itself to search engines and previews. React moves the metadata
 * into the head.
 * @param site its origin, for absolute addresses; null leaves them paths (readings 1)
 */
export function detailHead(ev: Ev, trim: Trim, { publicUrl, imageHost }: Site) {
  const title = pageTitle(`${ev.make} ${ev.model} ${trimName(ev, trim)}`.trim());
  const description = vehicleDescription(ev, trim);
  const address = canonicalAddress(ev, publicUrl);
  // The same for every visitor, whatever the device.
  const picture = imageFor(ev, trim, "other", imageHost);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <SocialHead
        type="product"
        title={title}
        description={description}
        path={canonicalAddress(ev, null)}
        image={{ src: picture.src, alt: imageAlt(ev, picture.isIllustration) }}
      />
      <script
        type="application/ld+json"
        // Inert data with every `<` escaped; see structuredData.
        dangerouslySetInnerHTML={{ __html: structuredData(ev, trim, publicUrl) }}
      />
    </>
  );
}
