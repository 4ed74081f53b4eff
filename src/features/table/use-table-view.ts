import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearch } from "wouter";

import { TABLE } from "../../domain/routes.ts";
import { createAddressState } from "../../ui/address-state.ts";
import { readWeights } from "../ranking/rank-address.ts";
import {
  isViewParameter,
  parseTableView,
  serializeTableView,
  type TableView,
} from "./table-address.ts";

const VIEW_ADDRESS = {
  path: TABLE,
  owns: isViewParameter,
  // Weights stay in the address until they are removed, even while a sort takes precedence.
  read: (search: string) => serializeTableView(parseTableView(search, readWeights(search))),
};

/** The columns and order of the table, which are only kept in the address. */
export function useTableView() {
  const text = serializeTableView(parseTableView(useSearch()));
  // Stays the same while only filters change, so that typing does not render every row again.
  const view = useMemo(() => parseTableView(text), [text]);
  const [address] = useState(() => createAddressState(VIEW_ADDRESS));
  useEffect(() => address.connect(() => undefined), [address]);
  const change = useCallback(
    (part: Partial<TableView>, options?: { replaces: boolean }) =>
      address.write(serializeTableView({ ...view, ...part }), options),
    [address, view],
  );
  return { view, change };
}
