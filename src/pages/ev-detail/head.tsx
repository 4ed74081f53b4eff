import { structuredData, vehicleDescription } from "../../features/catalogue/structured-data.ts";
import { drawingPath, imageAlt, imageFor } from "../../features/pictures/pictures.ts";
import { evPath } from "../../domain/routes.ts";
import { trimName } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { pageTitle, SocialHead, useSite } from "../site.tsx";

/**
 * For search engines and previews; without an origin, addresses stay paths (everywhere.md#search-engines).
 */
export function DetailHead({ ev, trim }: { ev: Ev; trim: Trim }) {
  const { publicUrl, imageHost } = useSite();
  const title = pageTitle(`${ev.make} ${ev.model} ${trimName(ev, trim)}`.trim());
  const description = vehicleDescription(ev, trim);
  // Always the same picture, whatever the device.
  const { src, isDrawing } = imageFor(ev, trim, { device: "other", imageHost });
  const image = {
    src: isDrawing ? drawingPath(ev, "jpg") : src,
    alt: imageAlt(ev, isDrawing),
  };
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <SocialHead
        type="product"
        title={title}
        description={description}
        path={evPath(ev.id)}
        image={image}
      />
      <script
        type="application/ld+json"
        // Inert data in which every `<` is escaped; see structuredData.
        dangerouslySetInnerHTML={{ __html: structuredData(ev, trim, image.src, publicUrl) }}
      />
    </>
  );
}
