import type { ReactNode } from "react";

import type { ApiSchema } from "../server/openapi-document.server.ts";
import { formatCount } from "../vehicle/counts.ts";

/** Beyond it JavaScript has no whole numbers, so it is no bound of ours. */
const MOST = Number.MAX_SAFE_INTEGER;

/** More are folded. */
const SHOWN_FIELDS = 8;

interface FieldRow {
  /** with the objects around it: `set.price`, `rows[].id` */
  name: string;
  schema: ApiSchema;
  isRequired: boolean;
}

/** Every field of an object and of the objects in it; those with a name of their own stand apart. */
function fieldsIn(schema: ApiSchema, prefix = ""): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, value]) => [
    {
      name: prefix + field,
      schema: value,
      isRequired: schema.required?.includes(field) ?? false,
    },
    ...objectsIn(value, prefix + field).flatMap(([object, path]) => fieldsIn(object, `${path}.`)),
  ]);
}

function objectsIn(schema: ApiSchema, path: string): [ApiSchema, path: string][] {
  if (schema.properties) return [[schema, path]];
  const { anyOf = [], items, additionalProperties } = schema;
  return [
    ...anyOf.flatMap((one) => objectsIn(one, path)),
    ...(items ? objectsIn(items, `${path}[]`) : []),
    ...(typeof additionalProperties === "object"
      ? objectsIn(additionalProperties, `${path}.{name}`)
      : []),
  ];
}

/** The ways in which an object may be given, each with its fields. */
function alternativesOf(schema: ApiSchema): ApiSchema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternativesOf) : [schema];
}

/** `whole number, 1 to 5`, `list of Review`, `text or null` */
export function TypeOf({ schema }: { schema: ApiSchema }): ReactNode {
  const { $ref, anyOf, items, prefixItems, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1);
    return <a href={`#shape-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum)
    return joined(schema.enum.map((value) => <code key={String(value)}>{String(value)}</code>));
  if (anyOf) return joined(anyOf.map((one, at) => <TypeOf key={at} schema={one} />));
  if (prefixItems) return `list of ${prefixItems.length}`;
  if (items) {
    return (
      <>
        list of <TypeOf schema={items} />
      </>
    );
  }
  if (typeof additionalProperties === "object" && !schema.properties) {
    return (
      <>
        object: by name <TypeOf schema={additionalProperties} />
      </>
    );
  }
  return [schema.type ?? "any value"].flat().map(nameOfType).join(" or ") + boundsOf(schema);

  function nameOfType(type: string): string {
    if (type === "string") return schema.format === "binary" ? "file" : "text";
    return type === "integer" ? "whole number" : type;
  }
}

function joined(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, at) => (
    <span key={at}>
      {at > 0 && (at === parts.length - 1 ? " or " : ", ")}
      {part}
    </span>
  ));
}

/** 2030 is a year. */
function figure(value: number): string {
  return value < 10_000 ? String(value) : formatCount(value);
}

function boundsOf(schema: ApiSchema): string {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, type } = schema;
  if (maxLength !== undefined) return `, ${minLength ?? 0} to ${maxLength} characters`;
  if (minLength !== undefined) return ", not empty";
  if (type !== "integer" && type !== "number") return "";
  const least = minimum !== undefined && minimum > -MOST ? String(minimum) : undefined;
  const most = maximum !== undefined && maximum < MOST ? figure(maximum) : undefined;
  if (exclusiveMinimum !== undefined)
    return `, above ${exclusiveMinimum}${most ? ` to ${most}` : ""}`;
  if (least === undefined) return most === undefined ? "" : `, up to ${most}`;
  return most === undefined ? `, ${least} or more` : `, ${least} to ${most}`;
}

/** The fields of what is given or answered; several ways to give it stand below each other. */
export function Shape({ schema, withNeed }: { schema: ApiSchema; withNeed: boolean }) {
  const ways = alternativesOf(schema);
  return ways.map((way, at) => {
    // Of what may be one thing or another, a name stands once.
    const fields = [...new Map(fieldsIn(way).map((field) => [field.name, field])).values()];
    const list = (
      <dl className="fields">
        {fields.map((field) => (
          <Field
            key={field.name}
            name={field.name}
            schema={field.schema}
            need={withNeed && field.isRequired ? "required" : ""}
          />
        ))}
      </dl>
    );
    return (
      <div key={at}>
        {at > 0 && <p className="or">or</p>}
        {fields.length === 0 && (
          <p>
            <TypeOf schema={way} />
          </p>
        )}
        {fields.length > 0 && fields.length <= SHOWN_FIELDS && list}
        {fields.length > SHOWN_FIELDS && (
          <details className="fold">
            <summary>{fields.length} fields</summary>
            {list}
          </details>
        )}
      </div>
    );
  });
}

export function Field({ name, schema, need }: { name: string; schema: ApiSchema; need: string }) {
  return (
    <div>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <span className="type">
          <TypeOf schema={schema} />
          {need && `; ${need}`}
        </span>
        {schema.description !== undefined && <span>{schema.description}</span>}
      </dd>
    </div>
  );
}
