/** The parts of `GET /api/openapi.json` that tests read. */

/** The subset of JSON Schema that our descriptions use. */
export interface ApiSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: readonly (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  anyOf?: ApiSchema[];
  properties?: Record<string, ApiSchema>;
  additionalProperties?: boolean | ApiSchema;
  required?: string[];
  items?: ApiSchema;
  prefixItems?: ApiSchema[];
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  example?: number;
  schema: ApiSchema;
}

export type ApiContent = Record<string, { schema: ApiSchema; example?: unknown }>;

interface ApiOperation {
  operationId: string;
  summary: string;
  tags?: string[];
  security: object[];
  parameters?: ApiParameter[];
  requestBody?: { content: ApiContent };
  responses: Record<string, { description: string; content?: ApiContent }>;
}

export interface ApiDocument {
  tags: { name: string; description: string }[];
  /** by path and lower-case method */
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, ApiSchema> };
}
