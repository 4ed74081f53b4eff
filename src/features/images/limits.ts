/** Every picture is shown in this proportion; its place is kept while it loads. */
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_HEIGHT_PX = 450;

/** How often a brand's logo is asked for again before the generic icon replaces it (§3). */
export const LOGO_RETRIES = 2;
