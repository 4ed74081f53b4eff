/** Reads filters and sort from a query of the list. */
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { FILTER_BY_FIELD_NAME } from "../../domain/field-names.ts";
import { UserError } from "../../base/errors.server.ts";
import type { CountQuery, ListQuery } from "./catalogue.schema.ts";
import { NO_FILTER, type VehicleFilter } from "../../domain/filters/find-models.ts";
import { wordsOf } from "../../domain/filters/search.ts";
import {
  DEFAULT_SORT,
  isAscendingOnly,
  type Sort,
  startingOrder,
} from "../../domain/filters/sort.ts";
import { createScorer, parseWeights, type Scorer } from "../../domain/scores.ts";
import type { Ev } from "../../domain/vehicle.ts";

/**
 * A `preValidation` hook that renames filters written with another name of their field (open-data.md#field-names).
 * @throws UserError 400 when a filter has two of its names
 */
export async function acceptFieldNames(request: FastifyRequest): Promise<void> {
  const given = request.query as Record<string, unknown>; // every query is an object
  for (const [name, filter] of FILTER_BY_FIELD_NAME) {
    if (!Object.hasOwn(given, name)) continue;
    if (Object.hasOwn(given, filter)) {
      const message = `${name} and ${filter} are the same filter: send one of them`;
      throw new UserError(400, message, { fields: [name] });
    }
    given[filter] = given[name];
    delete given[name];
  }
}

export function filterOf(query: z.output<typeof CountQuery>): VehicleFilter {
  const { search = "", make: makes = [], bodyType: bodyTypes = [], ids = [], ...filters } = query;
  const named = { words: wordsOf(search), makes, bodyTypes, rowIds: ids };
  // The others have the names of the filters; an absent parameter has no key.
  return { ...NO_FILTER, ...filters, ...named } as VehicleFilter;
}

/** By default the longest range first. @throws UserError 400 for `desc` where lower is better (finding.md#sorting) */
export function sortOf({ sort, order }: z.output<typeof ListQuery>): Sort {
  const key = sort ?? DEFAULT_SORT.key;
  if (isAscendingOnly(key) && order === "desc") {
    const message = `order must be asc when sort is ${key}`;
    throw new UserError(400, message, { fields: ["order"] });
  }
  return { key, order: order ?? startingOrder(key) };
}

/** @param evs every model @returns null without weights @throws UserError 400 for weights combined with a sort */
export function findScorer(
  evs: readonly Ev[],
  { rank, sort, order }: z.output<typeof ListQuery>,
): Scorer | null {
  const weights = parseWeights(rank);
  if (!weights) return null;
  if (sort !== undefined || order !== undefined) {
    const message = "rank already sets the order: leave out sort and order";
    throw new UserError(400, message, { fields: ["rank"] });
  }
  return createScorer(evs, weights);
}
