/** Valid requests, generated from the API description. */
import type { ApiDocument, ApiOperation, ApiSchema } from "./openapi-document.ts";

/** A request that can be sent as it is and finds something in the starter catalogue. */
export interface ApiExample {
  method: string;
  /** including its query */
  path: string;
  body?: unknown; // as JSON
  /** the fields of a form; `@` precedes the name of a file */
  form?: Readonly<Record<string, string>>;
  cookies: "none" | "sent" | "kept";
}

/** The first row of the starter catalogue; the ids before it belong to models. */
const ROW = 98;

/** Values of fields by name; other values are generated from the schema. */
const VALUES: Readonly<Record<string, unknown>> = {
  make: "Kia",
  model: "EV6",
  trim: "Wind AWD",
  year: 2026,
  bodyType: "Crossover",
  price: 52_600,
  rowId: ROW,
  ids: [ROW, ROW + 1],
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

const QUERIES: Readonly<Record<string, string>> = {
  listEvs: "?make=Kia,Hyundai&maxPrice=60000&sort=range&limit=3",
  countEvs: "?drive=AWD&minRange=300",
  listChanges: "?since=0",
  listActivity: "?limit=10",
  listAllReviews: "?flagged=true",
  importRows: "?dryRun=true",
};

export function exampleOf(
  document: ApiDocument,
  method: string,
  path: string,
  { operationId, security, requestBody }: ApiOperation,
): ApiExample {
  const json = requestBody?.content["application/json"];
  const form = requestBody?.content["multipart/form-data"]?.schema;
  const startsSession = ["signIn", "register", "replacePassword"].includes(operationId);
  const isKnown = security.some((one) => Object.keys(one).length > 0);
  const ofRow = path.startsWith("/api/evs/") && security.some((one) => "session" in one);
  const filled = path.replace("{trimId}", "0").replaceAll(/\{\w+\}/g, String(ofRow ? ROW : 1));
  return {
    method: method.toUpperCase(),
    path: filled + (QUERIES[operationId] ?? ""),
    ...(json && { body: valueOf(json.schema, "", document) }),
    ...(form && { form: objectOf(form, document) as Record<string, string> }), // the name of a file
    cookies: startsSession ? "kept" : isKnown ? "sent" : "none",
  };
}

function valueOf(schema: ApiSchema, name: string, document: ApiDocument): unknown {
  if (Object.hasOwn(VALUES, name)) return VALUES[name];
  if (schema.$ref !== undefined) {
    const shape = schema.$ref.split("/").at(-1) ?? "";
    return valueOf(document.components.schemas[shape] ?? {}, name, document);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(schema.anyOf[0] ?? {}, name, document);
  const [type] = [schema.type].flat();
  if (type === "object") return objectOf(schema, document);
  if (type === "array") return [valueOf(schema.items ?? {}, name, document)];
  if (type === "boolean") return true;
  if (type === "string") return "text";
  return Math.max(1, schema.minimum ?? 1);
}

/** The required fields of an object, or one of its fields if none is required. */
function objectOf({ properties = {}, required = [] }: ApiSchema, document: ApiDocument): object {
  const [first = "price"] = Object.keys(properties);
  const optional = Object.hasOwn(properties, "price") ? "price" : first;
  const names = required.length > 0 ? required : [optional];
  return Object.fromEntries(
    names.map((name) => [name, valueOf(properties[name] ?? {}, name, document)]),
  );
}
