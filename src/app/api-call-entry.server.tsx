import type { ApiDocument, ApiOperation, ApiSchema } from "../server/openapi-document.server.ts";
import { Field, Shape, TypeOf } from "./api-shapes.server.tsx";

export interface Call {
  method: string;
  path: string;
  operation: ApiOperation;
}

/** A long path breaks at its slashes only. */
export function breakable(path: string) {
  return path.split("/").map((part, at) => (
    <span key={at}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </span>
  ));
}

/** By status what is told once for all calls. */
export type UsualAnswers = Readonly<Partial<Record<number, readonly string[]>>>;

interface CallEntryProps {
  call: Call;
  document: ApiDocument;
  origin: string;
  usual: UsualAnswers;
}

export function CallEntry({ call, document, origin, usual }: CallEntryProps) {
  const { method, path, operation } = call;
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const name = `${method.toUpperCase()} ${path}`;
  const answers = Object.entries(responses).filter(
    ([status, { description }]) => !usual[Number(status)]?.includes(description),
  );
  return (
    <article id={operationId} className="call" aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>
        <a href={`#${operationId}`}>
          <span className={`method ${method}`}>{method}</span>{" "}
          <span className="path">{breakable(path)}</span>
        </a>
      </h3>
      <p>
        {summary}. {whoMay(operation)}
      </p>
      <div className="example">
        <pre data-of={name}>
          <code>{curlOf(exampleOf(document, method, path, operation), origin)}</code>
        </pre>
      </div>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl className="fields">
            {parameters.map(({ name: parameter, in: place, required, description, schema }) => (
              <Field
                key={parameter}
                name={parameter}
                schema={{ ...schema, ...(description !== undefined && { description }) }}
                need={`${place === "query" ? "in the query" : `in the ${place}`}${required ? ", required" : ""}`}
              />
            ))}
          </dl>
        </>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <h4>{type === "application/json" ? "Body" : "Form"}</h4>
          <Shape schema={schema} withNeed />
        </div>
      ))}
      <h4>Answers</h4>
      <dl className="answers">
        {answers.map(([status, { description, content }]) => {
          const [[type, { schema }] = ["", { schema: undefined }]] = Object.entries(content ?? {});
          const isJson = type === "application/json" && Number(status) < 400;
          return (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                {description}
                {schema && isJson && (
                  <>
                    : <TypeOf schema={schema} />
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}

function whoMay({ security }: ApiOperation): string {
  const names = security.flatMap((one) => Object.keys(one));
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  if (!isOpen) return "For administrators.";
  return names.includes("visitor") ? "For anyone; a visitor’s cookie counts." : "For anyone.";
}

/** One call as it can be sent: of the starter catalogue it finds something. */
export interface ApiExample {
  method: string;
  /** with its query */
  path: string;
  body?: unknown; // as JSON
  /** of a form, by field; `@` before the name of a file */
  form?: Readonly<Record<string, string>>;
  cookies: "none" | "sent" | "kept";
}

/** The starter catalogue's first row; the ids before it are models'. */
const ROW = 98;

/** Values of fields by name; others are made of their schema. */
const VALUES: Readonly<Record<string, unknown>> = {
  make: "Kia",
  model: "EV6",
  trim: "Wind AWD",
  year: 2026,
  bodyType: "Crossover",
  price: 52_600,
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
  inviteCode: "the code of the invitation",
  code: "the code of the link",
  name: "The dealer's list",
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
    ...(form && { form: objectOf(form, document) as Record<string, string> }), // a file's name
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

/** What an object needs, or else one of its fields. */
function objectOf({ properties = {}, required = [] }: ApiSchema, document: ApiDocument): object {
  const [first = "price"] = Object.keys(properties);
  const optional = Object.hasOwn(properties, "price") ? "price" : first;
  const names = required.length > 0 ? required : [optional];
  return Object.fromEntries(
    names.map((name) => [name, valueOf(properties[name] ?? {}, name, document)]),
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** As `curl` takes it in a shell. @param origin such as `https://cars.example` */
export function curlOf(example: ApiExample, origin: string): string {
  const { method, path, body, form, cookies } = example;
  const isUsual = method === (body || form ? "POST" : "GET");
  const parts = [
    `curl ${isUsual ? "" : `-X ${method} `}${quoted(origin + path)}`,
    ...(cookies === "none" ? [] : [`${cookies === "kept" ? "-c" : "-b"} cookies.txt`]),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return parts.join(" \\\n  ");
}
