import { z } from "zod";

/** The maximum of the databases' columns; no id is larger, and PostgreSQL rejects larger numbers. */
export const MAX_ID = 2 ** 31 - 1;
const NO_SUCH_ID = -1;

/** Turns text that is not an id into one that no row has, so that the response is 404. */
function parseId(given: unknown): number {
  const text = String(given);
  const number = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : NO_SUCH_ID;
  return number <= MAX_ID ? number : NO_SUCH_ID;
}

function numberInPath(minimum: number) {
  return z.preprocess(parseId, z.int()).meta({ override: { minimum, maximum: MAX_ID } });
}

export const idInPath = numberInPath(1);
/** Trims are addressed by their position, starting at 0. */
export const indexInPath = numberInPath(0);

export const IdInPath = z.object({ id: idInPath });
