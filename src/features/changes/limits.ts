export const CHANGES_PER_PAGE = 100; // calls.md#change-calls; the feed has the same number
