/**
 * The trim that an address asks for (§2 EV detail page), for chooseTrim().
 * @param search the query, with or without its question mark
 * @returns nulls where it asks for none
 */
export function trimAsked(search: string): { trimName: string | null; trim: number | null } {
  const query = new URLSearchParams(search);
  const index = query.get("trim") ?? "";
  return {
    trimName: query.get("trimName"),
    trim: /^\d{1,6}$/.test(index) ? Number(index) : null,
  };
}
