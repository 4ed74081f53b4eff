/**
 * Letters, figures or signs that can be seen. White space, format characters, marks without a letter,
 * fillers of Hangul and blank signs are none.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a name shows anything at all. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
