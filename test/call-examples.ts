/** Valid bodies of writing calls, made from their schemas. */
import type { ApiSchema } from "./openapi-document.ts";

type Schemas = Readonly<Record<string, ApiSchema>>;

/** Values of fields by name; other values are generated from the schema. */
export const VALUES: Readonly<Record<string, unknown>> = {
  make: "Kia",
  model: "EV6",
  trim: "Wind AWD",
  year: 2026,
  bodyType: "Crossover",
  price: 52_600,
  rowId: 98,
  ids: [98, 99],
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

/** Returns a body with the required fields, or with one field if none is required. */
export function bodyOf(schema: ApiSchema, schemas: Schemas): unknown {
  return valueOf(schema, "", schemas);
}

function valueOf(schema: ApiSchema, name: string, schemas: Schemas): unknown {
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

function objectOf({ properties = {}, required = [] }: ApiSchema, schemas: Schemas): object {
  const [first = "price"] = Object.keys(properties);
  const optional = Object.hasOwn(properties, "price") ? "price" : first;
  const names = required.length > 0 ? required : [optional];
  return Object.fromEntries(
    names.map((name) => [name, valueOf(properties[name] ?? {}, name, schemas)]),
  );
}
