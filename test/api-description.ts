/** Reads the app's own `GET /api/openapi.json` for tests. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { ApiContent, ApiDocument, ApiParameter, ApiSchema } from "./openapi-document.ts";

export interface DescribedCall {
  method: string;
  /** `/api/evs/{id}` */
  path: string;
  parameters: readonly ApiParameter[];
  body: ApiContent | undefined;
  /** only for administrators */
  needsSession: boolean;
  statuses: ReadonlySet<number>;
  /** Whether a JSON body matches the schema that is documented for this status. */
  isAnswer(status: number, body: unknown): boolean;
}

export interface Api {
  calls: readonly DescribedCall[];
  /** The call that matches a request, or the methods of its address when there is no such call. */
  find(method: string, path: string): DescribedCall | readonly string[];
}

const fixedParts = (path: string) => path.split("/").filter((part) => !part.startsWith("{")).length;

export function callsOf(app: FastifyInstance): readonly DescribedCall[] {
  return readApi(app.swagger() as unknown as ApiDocument).calls; // `ApiDocument` describes it
}

/** Reads the document and turns its schemas into checks of answers. */
export function readApi({ paths, components }: ApiDocument): Api {
  const inlined = (schema: ApiSchema): ApiSchema => {
    const name = schema.$ref?.split("/").pop();
    if (name !== undefined) return inlined(components.schemas[name] ?? {});
    return JSON.parse(JSON.stringify(schema), (_key, part: unknown) =>
      typeof part === "object" && part !== null && "$ref" in part
        ? inlined(part as ApiSchema)
        : part,
    ) as ApiSchema; // a schema with its references inlined
  };
  const checks = new Map<ApiSchema, z.ZodType>();
  const check = (schema: ApiSchema, body: unknown) => {
    const made =
      checks.get(schema) ?? z.fromJSONSchema(inlined(schema) as z.core.JSONSchema.JSONSchema);
    checks.set(schema, made);
    return made.safeParse(body).success;
  };

  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, security, responses }]): DescribedCall => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content,
        needsSession: security.some((scheme) => "session" in scheme),
        statuses: new Set(Object.keys(responses).map(Number)),
        isAnswer(status, body) {
          const schema = responses[status]?.content?.["application/json"]?.schema;
          return schema === undefined || check(schema, body);
        },
      }),
    ),
  );
  // Try fixed paths first, so that `/api/evs/count` does not match `/api/evs/{id}`.
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
