/** The examples of the API description, as requests. */
import type { ApiOperation } from "./openapi-document.ts";

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

const QUERIES: Readonly<Record<string, string>> = {
  listEvs: "?make=Kia,Hyundai&maxPrice=60000&sort=range&limit=3",
  countEvs: "?drive=AWD&minRange=300",
  listChanges: "?since=0",
  listActivity: "?limit=10",
  listAllReviews: "?flagged=true",
  importRows: "?dryRun=true",
};

export function exampleOf(
  method: string,
  path: string,
  { operationId, security, parameters = [], requestBody }: ApiOperation,
): ApiExample {
  const json = requestBody?.content["application/json"];
  const form = requestBody?.content["multipart/form-data"];
  const startsSession = ["signIn", "register", "replacePassword"].includes(operationId);
  const isKnown = security.some((one) => Object.keys(one).length > 0);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? 1),
  );
  return {
    method: method.toUpperCase(),
    path: filled + (QUERIES[operationId] ?? ""),
    ...(json && { body: json.example }),
    ...(form && { form: form.example as Record<string, string> }), // the name of a file
    cookies: startsSession ? "kept" : isKnown ? "sent" : "none",
  };
}
