import { isDeepStrictEqual } from "node:util";
import {
  bodyPart,
  type BodyPart,
  type Encoded,
  encodeParts,
  JSON_TYPE,
} from "../../server/compression.server.ts";
import { createTurns, eachInTurns } from "../../server/turns.server.ts";
import { toListEntries } from "../../vehicle/trims.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { type Facet, type Facets, inOrder, NO_FACETS, tallyFacets } from "../filters/facets.ts";
import { keptGroups, keptRuns } from "./kept-runs.server.ts";

const OPENING = bodyPart("[");
const COMMA = bodyPart(",");
const CLOSING = bodyPart("]");

/** What is made of a whole catalogue again and again, of which most is as it was the last time. */
export interface WholeCatalogue {
  /** The public list as an answer. At 100,000 trims it is 45 MB of text. */
  encodeList(found: readonly { ev: Ev }[]): Promise<Encoded>;
  /** The very object of the time before when nothing that it counts has changed. */
  countFacets(evs: readonly Ev[]): Promise<Facets>;
}

export function createWholeCatalogue(): WholeCatalogue {
  const textOf = keptRuns((evs) => bodyPart(JSON.stringify(toListEntries(evs)).slice(1, -1)));
  const facetsOf = keptRuns(tallyFacets);
  const sumOf = keptGroups(addFacets);
  let facets = NO_FACETS;
  return {
    async encodeList(found) {
      const takeTurns = createTurns();
      // As long as it will be: growing, it would be copied again and again.
      // oxlint-disable-next-line unicorn/no-new-array -- Array.from would fill it first
      const evs = new Array<Ev>(found.length);
      await eachInTurns(found, ({ ev }, at) => (evs[at] = ev), takeTurns);
      const parts: BodyPart[] = [];
      for (const part of await textOf(evs, takeTurns)) {
        parts.push(parts.length === 0 ? OPENING : COMMA, part);
      }
      return encodeParts(parts.length === 0 ? [OPENING, CLOSING] : [...parts, CLOSING], JSON_TYPE);
    },
    async countFacets(evs) {
      const takeTurns = createTurns();
      const counted = inOrder(addFacets(await sumOf(await facetsOf(evs, takeTurns), takeTurns)));
      // The same object for the same numbers: what is made of them need not be made again.
      if (!isDeepStrictEqual(counted, facets)) facets = counted;
      return facets;
    },
  };
}

/** The facets of parts of a catalogue together, in no order as theirs are. */
function addFacets(parts: readonly Facets[]): Facets {
  return {
    makes: sum(parts.map(({ makes }) => makes)),
    bodyTypes: sum(parts.map(({ bodyTypes }) => bodyTypes)),
    seatings: sum([NO_FACETS.seatings, ...parts.map(({ seatings }) => seatings)]),
    drives: sum([NO_FACETS.drives, ...parts.map(({ drives }) => drives)]),
    taxCredit: parts.reduce((count, { taxCredit }) => count + taxCredit, 0),
  };
}

function sum<Name extends string>(lists: readonly (readonly Facet<Name>[])[]): Facet<Name>[] {
  const facets = new Map<string, { name: Name; count: number }>();
  for (const { name, count } of lists.flat()) {
    // Makes that differ in letter case only are one, spelled as the first.
    const key = name.toLowerCase();
    const known = facets.get(key);
    if (known) known.count += count;
    else facets.set(key, { name, count });
  }
  return [...facets.values()];
}
