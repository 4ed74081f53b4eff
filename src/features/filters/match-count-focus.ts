/** The one match count of the page; what takes itself away when pressed gives the focus to it. */
export const MATCH_COUNT_ID = "match-count";

/**
 * Moves the focus to the match count: the button that had it is gone, and the number says what the
 * press did. Call it after the change; without a match count on the page nothing happens.
 */
export function focusMatchCount(): void {
  document.getElementById(MATCH_COUNT_ID)?.focus({ preventScroll: true });
}
