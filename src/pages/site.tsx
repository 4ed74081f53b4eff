import { withBase } from "../domain/base-path.ts";
import { useDocumentData } from "../ui/document-data.ts";

export const SITE_NAME = "EV Catalogue";

export function pageTitle(page: string): string {
  return `${page} · ${SITE_NAME}`;
}

/** 1200 x 630 px */
const SITE_IMAGE = "/social.png";
const SITE_IMAGE_ALT = "Three drawn electric cars under the name EV Catalogue";

/**
 * Title, description, previews and the canonical link. Without PUBLIC_URL, addresses stay paths, because no
 * cached response may contain an origin (everywhere.md#search-engines), and there is no canonical link.
 */
export function PageHead(props: {
  title: string;
  description: string;
  path: string;
  /** path or `https:` address */
  image?: { src: string; alt: string } | undefined;
  type?: "website" | "product";
}) {
  const { title, description, path, image, type = "website" } = props;
  const { publicUrl } = useDocumentData();
  const absolute = (address: string) =>
    address.startsWith("/") ? `${publicUrl ?? ""}${address}` : address;
  const pageAddress = absolute(withBase(path));
  const { src, alt } = image ?? { src: withBase(SITE_IMAGE), alt: SITE_IMAGE_ALT };
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={pageAddress} />
      <meta property="og:image" content={absolute(src)} />
      <meta property="og:image:alt" content={alt} />
      {!image && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {publicUrl !== null && <link rel="canonical" href={pageAddress} />}
    </>
  );
}
