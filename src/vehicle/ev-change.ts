import { EvInput } from "./ev-input.ts";

/** Fields of the flat row that say which row it is and how it stands; a sender may echo them. */
const ECHOED = ["id", "isModelHeader", "version"] as const;

const FIELDS = EvInput.keyof().options;

/** What was sent without the fields that are ignored; anything but an object stays as it is. */
function withoutEchoes(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const rest: Record<string, unknown> = { ...body };
  for (const field of ECHOED) delete rest[field];
  return rest;
}

/**
 * A row to add, as it was sent.
 * @throws ZodError with the sentences of `EvInput`
 */
export function parseRow(body: unknown): EvInput {
  return EvInput.parse(withoutEchoes(body));
}

/**
 * A change of a row, as it was sent (readings 3): a missing field keeps its value, null or "" clears
 * an optional one. Only the fields given are judged.
 * @throws ZodError with the sentences of `EvInput`
 */
export function parseChange(body: unknown): Partial<EvInput> {
  const given = withoutEchoes(body);
  const asked: { [Field in keyof EvInput]?: true } = {};
  for (const field of FIELDS) if (Object.hasOwn(Object(given), field)) asked[field] = true;
  return EvInput.pick(asked).parse(given);
}
