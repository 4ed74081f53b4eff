import type { FastifyRequest } from "fastify";

/** The databases' columns end here; a larger number is nobody's id, and PostgreSQL refuses it. */
const MAX_ID = 2 ** 31 - 1;

/**
 * The number in an address. Nothing has the id 0, which is the first trim's position.
 * @returns undefined for whatever is not the plain number of an id
 */
export function numberInAddress(text: string): number | undefined {
  const number = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Infinity;
  return number <= MAX_ID ? number : undefined;
}

/** The `:id` of a route's address; 0, which nothing has, for whatever is none. */
export function idOf({ params }: Pick<FastifyRequest, "params">): number {
  // Every route that calls this has an `:id`.
  return numberInAddress((params as { id: string }).id) ?? 0;
}
