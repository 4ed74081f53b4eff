/** Generated values for requests: some are odd, others match a schema. */
import fc from "fast-check";
import type { ApiSchema } from "./openapi-document.ts";

const DEEP = 20_000;

/** One of several kinds of values, which comes this often. */
export const times = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({
  weight,
  arbitrary,
});

/** Text of kinds that often break software. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u202e\u200b\ufeff",
    "\r\nSet-Cookie: a=b",
    ..."__proto__ constructor ../../etc/passwd ..%2f..%2f".split(" "),
    "'; drop table votes; --",
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    ..."1e999 -0 0x10 NaN null true".split(" "),
    "9".repeat(40),
    "x".repeat(5_000),
    "\u{1F697}".repeat(300),
    "\u0130I\u0307\u1E9E\uFB01",
  ),
);

export const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.1, 1e21, -1e308, 2 ** 31, 2 ** 31 - 1, 2 ** 53, 2 ** 63, 1e-320),
);

const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { "": "" }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Whole bodies that no JSON serializer would produce. */
const oddBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      "",
      "{",
      "null",
      "[]",
      '""',
      "1e999",
      "NaN",
      "{}{}",
      '{"a":1,"a":2}',
      '{"__proto__":{"isUpvote":true}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"isUpvote":true,"isUpvote":false}',
      '\ufeff{"isUpvote":true}',
      `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`,
      `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
      `{"comment":"${"x".repeat(40_000)}"}`,
    )
    .map((text) => Buffer.from(text)),
  fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
);

/** Text that satisfies the schema, and often a value that is in use. */
function textOf({ minLength = 0, maxLength = 60 }: ApiSchema, used: readonly string[]) {
  const any = fc.string({
    unit: "grapheme-composite",
    minLength,
    maxLength: Math.min(maxLength, 60),
  });
  return used.length > 0 ? fc.oneof(times(3, fc.constantFrom(...used)), any) : any;
}

/** A value that satisfies a schema. */
export function fitting(schema: ApiSchema, used: ValuesInUse, name = ""): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => fitting(part, used, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, used, name)));
  }
  const { minimum: min = 0, maximum = 1_000 } = schema;
  const max = Math.min(maximum, min + 200_000);
  switch (schema.type) {
    case "integer":
      return fc.integer({ min, max });
    case "number":
      return fc.oneof(
        fc.integer({ min, max }),
        fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return textOf(schema, used[name] ?? []);
    case "array":
      return fc.array(fitting(schema.items ?? {}, used, name), { maxLength: 4 });
    case "object":
      return fittingObject(schema, used);
    case undefined:
    default:
      return oddJson;
  }
}

/** Values worth trying, by field name. */
export type ValuesInUse = Readonly<Record<string, readonly string[]>>;

function fittingObject({ properties = {}, required = [] }: ApiSchema, used: ValuesInUse) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, fitting(part, used, name)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

type Fields = Record<string, unknown>;

/** An object with one mistake in it. */
function nearly(object: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(object, fc.nat(), fc.constantFrom("drop", "odd", "add"), oddText, oddJson)
    .map(([given, at, what, name, value]) => {
      const fields: Fields = { ...(given as Fields) }; // every body is an object
      const names = Object.keys(fields);
      const chosen = names[at % Math.max(1, names.length)] ?? "value";
      if (what === "drop") delete fields[chosen];
      else fields[what === "odd" ? chosen : name] = value;
      return fields;
    });
}

/** A body for a call that takes this JSON: valid, almost valid or nonsense. */
export function jsonBody(schema: ApiSchema, used: ValuesInUse): fc.Arbitrary<Buffer> {
  const right = fitting(schema, used);
  const asText = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "");
  return fc.oneof(
    times(5, right.map(asText)),
    times(4, nearly(right).map(asText)),
    times(1, oddJson.map(asText)),
    times(1, oddBytes),
  );
}
