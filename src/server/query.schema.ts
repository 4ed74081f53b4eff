/** What schemas of queries and bodies are made of, in every feature. */
import { z } from "zod";

/** A query string with these parameters and no others; `_` is not named among them. */
export function query<T extends z.core.$ZodShape>(shape: T) {
  const names =
    Object.keys(shape)
      .filter((name) => name !== "_")
      .join(", ") || "none";
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `Unknown parameter ${issue.keys.join(", ")}. Known parameters: ${names}`
        : undefined,
  });
}

const MOST = 999_999_999;

export function whole(name: string, from: number, to: number = MOST) {
  const range = to === MOST ? `, ${from} or more` : ` from ${from} to ${to}`;
  const error = `${name} must be a whole number${range}`;
  return z.preprocess(
    (given) => (/^\d{1,9}$/.test(String(given)) ? Number(given) : given),
    z.int({ error }).min(from, { error }).max(to, { error }),
  );
}

/**
 * Any text keeps caches away (calls.md#caches-and-versions); a version that an event has named is awaited as
 * well.
 */
export const passCaches = z.string().meta({
  description:
    "any value, to bypass caches; with a version from the event stream, the answer is at least that recent",
});

/** The version that `_` names; 0: none, as with a time, which has more digits. */
export function versionIn(given: string | undefined): number {
  return given !== undefined && /^\d{1,10}$/.test(given) ? Number(given) : 0;
}

/** Describes a body that is not an object with the known fields. */
export function bodyError(issue: z.core.$ZodRawIssue): string {
  return issue.code === "unrecognized_keys"
    ? `Unknown field ${issue.keys.join(", ")}`
    : "The body must be a JSON object";
}

export const NO_PARAMETERS = query({});
/** Body of a call that takes none: an empty object stands for it. */
export const NO_FIELDS = z.strictObject({}, { error: bodyError });

export const ONLY_PASS_CACHES = query({ _: passCaches }).partial();

export function truth(name: string) {
  return z.preprocess(
    (given) => (given === "true" ? true : given === "false" ? false : given),
    z.boolean({ error: `${name} must be true or false` }),
  );
}
