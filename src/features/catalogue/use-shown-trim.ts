import { useState } from "react";

import { chooseTrim, trimsOf } from "../../vehicle/trims.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";

interface ShownTrim {
  /** undefined while there is no vehicle */
  trim: Trim | undefined;
  /** what was shown under the same address until it was deleted */
  gone: Trim | undefined;
}

/**
 * The trim that an address asks for. It stays the same row for as long as the address does, whatever
 * is added, renamed or moved meanwhile; when it is deleted, that is told.
 */
export function useShownTrim(ev: Ev | null | undefined, search: string): ShownTrim {
  const [last, setLast] = useState<{ search: string; trim: Trim; gone: Trim | undefined }>();
  const trims = ev ? trimsOf(ev) : [];
  const before = last?.search === search ? last : undefined;
  const same = trims.find(({ rowId }) => rowId === before?.trim.rowId);
  const trim = same ?? chooseTrim(trims, trimAsked(search));
  const gone = same ? before?.gone : before?.trim;
  if (trim && (!before || !same)) setLast({ search, trim, gone });
  return { trim, gone };
}

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
