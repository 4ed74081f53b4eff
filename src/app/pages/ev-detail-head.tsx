import {
  canonicalAddress,
  structuredData,
  vehicleDescription,
} from "../../features/catalogue/structured-data.ts";
import { trimName } from "../../features/catalogue/trim-name.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { pageTitle } from "../site-name.ts";

/**
 * What a detail page says about itself to search engines and previews. React moves the metadata
 * into the head.
 * @param publicUrl origin for absolute addresses; null leaves them paths (readings 1)
 */
export function detailHead(ev: Ev, trim: Trim, publicUrl: string | null = null) {
  const title = pageTitle(`${ev.make} ${ev.model} ${trimName(ev, trim)}`.trim());
  const description = vehicleDescription(ev, trim);
  const address = canonicalAddress(ev, publicUrl);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="product" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <script
        type="application/ld+json"
        // Inert data with every `<` escaped; see structuredData.
        dangerouslySetInnerHTML={{ __html: structuredData(ev, trim, publicUrl) }}
      />
    </>
  );
}
