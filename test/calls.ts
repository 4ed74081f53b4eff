/** Generated requests: every documented call in valid, almost valid and invalid forms. */
import fc from "fast-check";
import type { ApiParameter } from "./openapi-document.ts";
import type { Api, DescribedCall } from "./api-description.ts";
import { fitting, jsonBody, oddNumber, oddText, times, type ValuesInUse } from "./odd-values.ts";

/** Who sends a request: a visitor, the administrator, or a guest account that may be deleted. */
export type Sender = "visitor" | "office" | "guest";

export interface GeneratedCall {
  method: string;
  /** including its query */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  sender: Sender;
  /** the client disconnects in the middle of the body */
  isCut: boolean;
}

export interface Material {
  used: ValuesInUse;
  pictures: readonly Buffer[];
}

/** Calls that end sessions or change a password, which only a guest may do. */
const ENDS_SESSIONS = /^(\/api\/sessions|\/api\/logout|\/api\/user\/password|\/api\/login)/;
const METHODS = ["HEAD", "OPTIONS", "PATCH", "TRACE", "PUT", "DELETE", "POST", "GET", "PROPFIND"];
/** Used less often, or soon there would be no rows left. */
const DELETES_ROWS = "/api/evs/{id}";
const IDS_TO = 700;

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const inPath = fc.oneof(
  times(7, fc.integer({ min: 1, max: IDS_TO }).map(String)),
  times(2, fc.integer({ min: 0, max: 4 }).map(String)),
  times(1, oddNumber.map(String).map(encode)),
  times(
    1,
    oddText.map(encode).filter((text) => text !== ""),
  ),
  times(1, fc.constantFrom("%zz", "%", "%00", "%c0%ae", "1%2f2", "1;2", "01", "+1")),
);

function inQuery(parameter: ApiParameter, used: ValuesInUse): fc.Arbitrary<string> {
  const good = fitting(parameter.schema, used, parameter.name).map((value) =>
    Array.isArray(value) ? value.map(String).join(",") : String(value),
  );
  const odd = fc.oneof(oddText, oddNumber.map(String));
  return fc
    .oneof(times(5, good), times(1, odd))
    .map((value) => `${parameter.name}=${encode(value)}`);
}

function queryOf(parameters: readonly ApiParameter[], used: ValuesInUse): fc.Arbitrary<string> {
  const known = parameters.filter((each) => each.in === "query");
  const parts = fc
    .tuple(
      ...known.map((each) =>
        fc.oneof(
          times(4, fc.constant<string[]>([])),
          inQuery(each, used).map((text) => [text]),
        ),
      ),
    )
    .map((all) => all.flat());
  const odd = fc.oneof(
    times(12, fc.constant<string[]>([])),
    parts,
    fc.tuple(oddText, oddText).map((pair) => [pair.map(encode).join("=")]),
    fc
      .constantFrom("%zz", "%00=%ff", "&&&", "=", "a[]=1", "search=%c3%28", "_=1", "x=+")
      .map((text) => [text]),
  );
  return fc
    .tuple(parts, odd)
    .map(([given, more]) => [...given, ...more].join("&"))
    .map((text) => (text ? `?${text}` : ""));
}

/** Header values that Node accepts; it refuses others before sending. */
const headerText = oddText.map((text) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")
    .slice(0, 2_000)
    .trim(),
);

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      accept: headerText,
      "accept-encoding": fc.oneof(
        fc.constantFrom("br", "gzip;q=x", "*;q=0", "br;q=2,,"),
        headerText,
      ),
      "accept-language": headerText,
      authorization: headerText,
      "if-match": fc.oneof(fc.constantFrom('"1"', '"2"', "*", 'W/"1"', '"'), headerText),
      "if-none-match": fc.oneof(fc.constantFrom("*", '"x"', '"'), headerText),
      "last-event-id": headerText,
      origin: fc.oneof(fc.constantFrom("null", "https://evil.example"), headerText),
      range: fc.constantFrom("bytes=0-1", "bytes=9-1", "bytes=-0,1-2,3-4", "x"),
      "sec-fetch-site": fc.constantFrom("cross-site", "same-origin", "none", ""),
      "user-agent": headerText,
      "x-forwarded-host": headerText,
      "x-forwarded-proto": fc.constantFrom("https", "http", "gopher", "https,http"),
      "x-http-method-override": fc.constantFrom("DELETE", "PUT"),
      "content-encoding": fc.constantFrom("gzip", "br"),
      cookie: fc.oneof(
        headerText,
        headerText.map((text) => `ev_session=${text}; ev_visitor=${text}`),
      ),
    },
    { requiredKeys: [] },
  )
  .map((all): Record<string, string> => all)
  // Most requests have one or two of them.
  .chain((all) =>
    fc
      .subarray(Object.keys(all), { maxLength: 2 })
      .map((names) => Object.fromEntries(names.map((name) => [name, all[name] ?? ""]))),
  );

const fewOddHeaders = fc.oneof(
  times(3, fc.constant<Record<string, string>>({})),
  times(1, oddHeaders),
);

const BOUNDARY = "some-boundary";
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const CSV = "make,model,trim,year,price,range,charging,acceleration,bodyType,image\n";

const csvCell = fc.oneof(
  times(3, fc.constantFrom("Kia", "EV6", "2026", "40000", "SUV", "Sedan", "", "RWD")),
  times(
    1,
    oddText.map((text) => `"${text.replaceAll('"', '""')}"`),
  ),
);
const csvFile: fc.Arbitrary<Buffer> = fc
  .oneof(
    times(
      2,
      fc
        .array(fc.tuple(fc.nat(40), fc.nat(9), fc.nat(30)), { minLength: 1, maxLength: 5 })
        .map((rows) =>
          rows
            .map(
              ([make, year, trim]) =>
                `Maker ${make},Car ${make},T${trim},202${year},40000,300,20,5,SUV,`,
            )
            .join("\n"),
        ),
    ),
    fc
      .array(
        fc.array(csvCell, { minLength: 8, maxLength: 11 }).map((cells) => cells.join(",")),
        { maxLength: 4 },
      )
      .map((rows) => rows.join("\n")),
  )
  .map((rows) => Buffer.from(CSV + rows));

function formBody(field: string, files: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const name = fc.oneof(times(8, fc.constant(field)), headerText);
  const end = fc.oneof(
    times(8, fc.constant(`\r\n--${BOUNDARY}--\r\n`)),
    fc.constantFrom("", "\r\n--", `\r\n--${BOUNDARY}\r\n`, `\r\n--${BOUNDARY}\r\nContent-`),
  );
  return fc.tuple(name, headerText, files, end).map(([key, fileName, bytes, ending]) => {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"; filename="${fileName}"\r\ncontent-type: text/csv\r\n\r\n`;
    return Buffer.concat([Buffer.from(head, "latin1"), bytes, Buffer.from(ending)]);
  });
}

const contentTypes = (usual: string) =>
  fc.oneof(
    times(20, fc.constant(usual)),
    fc.constantFrom(
      "text/plain",
      "application/json; charset=utf-16",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/problem+json",
      "",
      "x",
    ),
  );

/** @returns the body and its content type */
function bodyOf({ body, path }: DescribedCall, { used, pictures }: Material) {
  const json = body?.["application/json"]?.schema;
  const form = body?.["multipart/form-data"]?.schema;
  if (json) {
    return fc.record({ bytes: jsonBody(json, used), type: contentTypes("application/json") });
  }
  if (form) {
    const [field = ""] = Object.keys(form.properties ?? {});
    const files = path.endsWith("upload-image") ? fc.constantFrom(...pictures) : csvFile;
    return fc.record({ bytes: formBody(field, files), type: contentTypes(FORM) });
  }
  return fc.oneof(
    times(9, fc.constant(undefined)),
    times(1, fc.record({ bytes: jsonBody({}, used), type: contentTypes("application/json") })),
  );
}

const mostly = (value: boolean) => fc.oneof(times(60, fc.constant(value)), fc.constant(!value));

function requestOf(call: DescribedCall, material: Material): fc.Arbitrary<GeneratedCall> {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)];
  const [usual, rare] = ENDS_SESSIONS.test(call.path)
    ? (["guest", "visitor"] as const)
    : (["office", "visitor"] as const);
  return fc
    .record({
      ids: fc.tuple(...names.map(() => inPath)),
      query: queryOf(call.parameters, material.used),
      method: fc.oneof(times(30, fc.constant(call.method)), fc.constantFrom(...METHODS)),
      body: bodyOf(call, material),
      headers: fewOddHeaders,
      sender: fc.oneof(times(4, fc.constant<Sender>(usual)), fc.constant<Sender>(rare)),
      isCut: mostly(false),
    })
    .map(({ ids, query, method, body, headers, sender, isCut }) => {
      let at = 0;
      const path = call.path.replaceAll(/\{\w+\}/g, () => ids[at++] ?? "");
      const withBody = body !== undefined && !["GET", "HEAD", "TRACE"].includes(method);
      return {
        method,
        path: path + query,
        headers: { ...headers, ...(withBody && body.type && { "content-type": body.type }) },
        body: withBody ? body.bytes : undefined,
        sender,
        isCut: isCut && withBody && body.bytes.length > 2,
      };
    });
}

export function anyCall(api: Api, material: Material): fc.Arbitrary<GeneratedCall> {
  return fc.oneof(
    ...api.calls.map((call) => ({
      weight: call.method === "DELETE" && call.path === DELETES_ROWS ? 1 : 4,
      arbitrary: requestOf(call, material),
    })),
  );
}
