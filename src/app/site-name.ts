/** What the site calls itself, in its masthead and in the titles of its pages. */
export const SITE_NAME = "EV Catalogue";

/** Text of a page's `<title>`. */
export function pageTitle(page: string): string {
  return `${page} · ${SITE_NAME}`;
}
