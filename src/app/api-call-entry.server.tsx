import type { ApiDocument, ApiOperation } from "../server/openapi-document.server.ts";
import { curlOf, exampleOf } from "./api-examples.server.ts";
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
