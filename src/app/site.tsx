import { createContext, useContext } from "react";

import type { Site } from "./page-data.ts";

const SiteContext = createContext<Site>({ publicUrl: null, imageHost: null });

export const SiteProvider = SiteContext.Provider;

/** What every page may know about the running site. */
export function useSite(): Site {
  return useContext(SiteContext);
}

/** What the site calls itself, in its masthead and in the titles of its pages. */
export const SITE_NAME = "EV Catalogue";

/** Text of a page's `<title>`. */
export function pageTitle(page: string): string {
  return `${page} · ${SITE_NAME}`;
}

/** Our own drawings, for pages that show no vehicle of their own; 1200 x 630 px. */
const SITE_IMAGE = "/social.png";
const SITE_IMAGE_ALT = "Three drawn electric cars under the name EV Catalogue";

interface SocialHeadProps {
  title: string;
  description: string;
  /** address of the page without its query, from `/` on */
  path: string;
  /** path of this site or an `https:` address, and what it shows; the site's own when absent */
  image?: { src: string; alt: string } | undefined;
  type?: "website" | "product";
}

/**
 * What a preview of the page shows where a link to it is shared. React moves it into the head.
 * Without PUBLIC_URL addresses stay paths: no cached answer contains an origin (readings 1).
 */
export function SocialHead({ title, description, path, image, type = "website" }: SocialHeadProps) {
  const { publicUrl } = useSite();
  const absolute = (address: string) =>
    address.startsWith("/") ? `${publicUrl ?? ""}${address}` : address;
  const { src, alt } = image ?? { src: SITE_IMAGE, alt: SITE_IMAGE_ALT };
  return (
    <>
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(path)} />
      <meta property="og:image" content={absolute(src)} />
      <meta property="og:image:alt" content={alt} />
      {!image && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
