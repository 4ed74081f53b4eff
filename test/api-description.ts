/** The product's own `GET /api/openapi.json`, as tests read it. */
import { z } from "zod";

/** A part of JSON Schema: what the document uses of it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: readonly (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security?: object[];
}

export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One call of the document. */
export interface DescribedCall {
  method: string;
  /** `/api/evs/{id}` */
  path: string;
  parameters: readonly Parameter[];
  body: Content | undefined;
  statuses: ReadonlySet<number>;
  /** Whether a JSON answer of this status has the form that the document gives it. */
  isAnswer(status: number, body: unknown): boolean;
}

export interface Api {
  calls: readonly DescribedCall[];
  /** The call that a request is for; the methods of its address when there is no such call. */
  find(method: string, path: string): DescribedCall | readonly string[];
}

const fixedParts = (path: string) => path.split("/").filter((part) => !part.startsWith("{")).length;

/** Reads the document. Schemas become checks of answers. */
export function readApi({ paths, components }: ApiDescription): Api {
  const inlined = (schema: Schema): Schema => {
    const name = schema.$ref?.split("/").pop();
    if (name !== undefined) return inlined(components.schemas[name] ?? {});
    return JSON.parse(JSON.stringify(schema), (_key, part: unknown) =>
      typeof part === "object" && part !== null && "$ref" in part ? inlined(part as Schema) : part,
    ) as Schema; // a schema with others in place of their names
  };
  const checks = new Map<Schema, z.ZodType>();
  const check = (schema: Schema, body: unknown) => {
    const made =
      checks.get(schema) ?? z.fromJSONSchema(inlined(schema) as z.core.JSONSchema.JSONSchema);
    checks.set(schema, made);
    return made.safeParse(body).success;
  };

  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, responses }]): DescribedCall => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content,
        statuses: new Set(Object.keys(responses).map(Number)),
        isAnswer(status, body) {
          const schema = responses[status]?.content?.["application/json"]?.schema;
          return schema === undefined || check(schema, body);
        },
      }),
    ),
  );
  // `/api/evs/count` is no `/api/evs/{id}`.
  const byPath = calls
    .toSorted((a, b) => fixedParts(b.path) - fixedParts(a.path))
    .map((call) => ({
      call,
      pattern: new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
    }));
  return {
    calls,
    find(method, path) {
      const wanted = method === "HEAD" ? "GET" : method;
      const matching = byPath.filter(({ pattern }) => pattern.test(path));
      const found = matching.find(({ call }) => call.method === wanted);
      return found ? found.call : matching.map(({ call }) => call.method);
    },
  };
}
