/** Examples of requests for the API description: they can be sent as they are (open-data.md#first-call). */
import {
  EXAMPLE_ROW,
  type JsonSchema,
  type ApiTag,
} from "../server/plugins/api-description.server.ts";

/** The groups of calls, in the order of `/api/docs`; each route names its group. */
export const API_TAGS: readonly ApiTag[] = [
  {
    name: "Catalogue",
    description: "Models with their trims, as shoppers see them.",
  },
  {
    name: "Votes",
    description: "Each visitor can vote for a model once. A cookie identifies the visitor.",
  },
  {
    name: "Reviews",
    description: "What people write about a model or one of its trims.",
  },
  {
    name: "Evidence",
    description: "Where each figure comes from, and corrections sent in by readers.",
  },
  {
    name: "Changes",
    description:
      "Changes to the catalogue, live or after the fact. Feed readers can subscribe to /changes.atom.",
  },
  {
    name: "Files and fields",
    description: "The whole catalogue as files, and what each field means.",
  },
  {
    name: "Accounts",
    description: "Sign in and out, and accept an invitation.",
  },
  {
    name: "Service",
    description: "Health checks and this description.",
  },
];

/** Values of fields by name; other values are generated from the schema. */
const VALUES: Readonly<Record<string, unknown>> = {
  make: "Kia",
  model: "EV6",
  trim: "Wind AWD",
  year: 2026,
  bodyType: "Crossover",
  price: 52_600,
  rowId: EXAMPLE_ROW,
  ids: [EXAMPLE_ROW, EXAMPLE_ROW + 1],
  set: { price: 52_600 },
  from: 1,
  into: 4,
  value: 5,
  userName: "Ada",
  rating: 5,
  comment: "Quiet, quick and easy to park.",
  username: "ada",
  password: "correct horse battery",
  currentPassword: "correct horse battery",
  newPassword: "a longer sentence to remember",
  method: "maker",
  source: "Kia, press release",
  inviteCode: "the code of the invitation",
  code: "the code of the link",
  name: "The dealer's list",
  query: "sort=price&order=desc&rows=50",
  mapping: { columns: { Manufacturer: "make", Range_Km: { field: "range", unit: "km" } } },
  file: "@cars.csv",
  image: "@car.webp",
};

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Returns an example of a body: its required fields, or one of its fields if none is required. */
export function exampleOfBody(schema: JsonSchema, schemas: Schemas): unknown {
  return valueOf(schema, "", schemas);
}

function valueOf(schema: JsonSchema, name: string, schemas: Schemas): unknown {
  if (Object.hasOwn(VALUES, name)) return VALUES[name];
  if (schema.$ref !== undefined) {
    return valueOf(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name, schemas);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(schema.anyOf[0] ?? {}, name, schemas);
  const [type] = [schema.type].flat();
  if (type === "object") return objectOf(schema, schemas);
  if (type === "array") return [valueOf(schema.items ?? {}, name, schemas)];
  if (type === "boolean") return true;
  if (type === "string") return "text";
  return Math.max(1, schema.minimum ?? 1);
}

function objectOf({ properties = {}, required = [] }: JsonSchema, schemas: Schemas): object {
  const [first = "price"] = Object.keys(properties);
  const optional = Object.hasOwn(properties, "price") ? "price" : first;
  const names = required.length > 0 ? required : [optional];
  return Object.fromEntries(
    names.map((name) => [name, valueOf(properties[name] ?? {}, name, schemas)]),
  );
}
