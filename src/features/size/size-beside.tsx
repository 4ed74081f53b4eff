/** Shows the page's car over the one viewed before, or the default (one-car.md#size-of-the-car). */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";

import { newest, readJson } from "../../ui/calls/answers.ts";
import { evPath } from "../../domain/routes.ts";
import { groupEntries, keepFigures } from "../../domain/trims.ts";
import type { Ev, EvListEntry } from "../../domain/vehicle.ts";
import { evQuery, evsQuery } from "../catalogue/catalogue.queries.ts";
import type { ModelTrim } from "../compare/compare.ts";
import { useRecentlyViewed } from "../recently-viewed/recently-viewed.ts";
import { SizePanel } from "./size-panel.tsx";
import { SIDES } from "./sizes.ts";

/** Most visitors have seen this car, so it gives them an idea of the size. */
const DEFAULT_CAR = { make: "Tesla", model: "Model Y" };

/** null if the catalogue does not have it */
export const defaultReferenceQuery = queryOptions({
  queryKey: ["ev", "default beside"],
  async queryFn({ client, signal }): Promise<Ev | null> {
    const path = `/api/evs?make=${DEFAULT_CAR.make}&search=${DEFAULT_CAR.model}`;
    const evs =
      client.getQueryData(evsQuery.queryKey) ??
      groupEntries(await readJson<EvListEntry[]>(newest(path), signal));
    const { make, model } = DEFAULT_CAR;
    const ev = evs.find((one) => one.make === make && one.model === model);
    return ev ? keepFigures(ev, (name) => DRAWN_FIGURES.has(name)) : null;
  },
});

const DRAWN_FIGURES = new Set<string>(["index", "rowId", "trim", "year", ...SIDES]);

/** @returns null until it is known, and when there is none */
function useReferenceCar(id: number) {
  const viewed = useRecentlyViewed().find((one) => one.id !== id);
  const isViewed = viewed !== undefined;
  const { data: viewedModel } = useQuery({ ...evQuery(viewed?.id ?? 0), enabled: isViewed });
  // The viewed car may no longer exist.
  const reference = useQuery({
    ...defaultReferenceQuery,
    enabled: !isViewed || viewedModel === null,
  }).data;
  const ev = viewedModel ?? (reference?.id === id ? null : reference);
  if (!ev) return null;
  const index = ev === viewedModel ? viewed?.trim.index : 0;
  const trim = ev.trims.find((one) => one.index === index) ?? ev.trims[0];
  return trim ? { ev, trim, wasViewed: ev === viewedModel } : null;
}

export function SizeBeside({ ev, trim }: ModelTrim) {
  const beside = useReferenceCar(ev.id);
  return (
    <SizePanel chosen={beside ? [{ ev, trim }, beside] : [{ ev, trim }]}>
      {beside && (
        <>
          Next to the{" "}
          <Link href={evPath(beside.ev.id, beside.trim, "top")} translate="no">
            {beside.ev.make} {beside.ev.model}
          </Link>
          {beside.wasViewed && " you viewed earlier"}.{" "}
        </>
      )}
    </SizePanel>
  );
}
