/** Sends generated requests to a server and checks its answers. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { z } from "zod";
import { RefusalAnswer } from "../src/features/import/import.schema.ts";
import type { Api } from "./api-description.ts";
import type { GeneratedCall } from "./calls.ts";

/** A request that takes longer counts as hung. */
const HANGS_AFTER_MS = 10_000;
const SECURITY_HEADERS = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
];

/** The only shape of an error (calls.md#errors), with the extra fields of a 412; a refused import has more. */
const ErrorForm = z.strictObject({
  error: z.string().min(1),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
  current: z.looseObject({}).optional(),
  rows: z.array(z.looseObject({})).optional(),
});
const AnyErrorForm = z.union([ErrorForm, RefusalAnswer]);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Outcome {
  /** undefined when the client disconnected */
  status: number | undefined;
  /** what is wrong with the answer, if anything */
  fault: string | undefined;
}

export interface Prober {
  /** @param headers identify the sender by cookies and address */
  probe(call: GeneratedCall, headers: Record<string, string>): Promise<Outcome>;
  close(): void;
}

function send(agent: Agent, origin: string, call: GeneratedCall, headers: Record<string, string>) {
  const { method, path, body, isCut } = call;
  return new Promise<Answer | undefined>((resolve, reject) => {
    const length = body && { "content-length": String(body.length) };
    const sent = request(origin + path, {
      agent,
      method,
      // Cookies in the generated request replace those of the sender.
      headers: { ...headers, ...call.headers, ...length },
    });
    const timer = setTimeout(() => sent.destroy(new Error("hangs")), HANGS_AFTER_MS);
    sent.once("close", () => clearTimeout(timer));
    sent.once("error", (error) => (isCut ? resolve(undefined) : reject(error)));
    sent.once("response", (answer) => {
      const chunks: Buffer[] = [];
      const done = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        });
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", done);
      answer.once("error", (error) => (isCut ? resolve(undefined) : reject(error)));
      // The event stream never ends.
      if (!String(answer.headers["content-type"]).startsWith("text/event-stream")) return;
      done();
      sent.destroy();
    });
    if (!isCut || !body) return void sent.end(body);
    sent.write(body.subarray(0, body.length >> 1), () => sent.destroy());
  });
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** @returns what is wrong with an answer */
function judge(api: Api, { method, path }: GeneratedCall, answer: Answer): string | undefined {
  const { status, headers, body } = answer;
  // Resolve the path as the client does: `/api/evs/./1` is `/api/evs/1`.
  const found = api.find(method, new URL(`http://any${path}`).pathname);
  if (Array.isArray(found)) {
    // 400: the address is malformed. 403: another site's page sent the request. 414: the address is too long.
    const isRefused = [400, 403, 404, 405, 414].includes(status);
    // 204: whether pages of other sites may read this address.
    const isPreflight = method === "OPTIONS" && status === 204;
    if (!isRefused && !isPreflight) return "a call that does not exist was answered";
    if (status === 405 && !headers.allow) return "no Allow";
  } else if ("statuses" in found && !found.statuses.has(status)) {
    return "a status that is not documented";
  }
  const missing = SECURITY_HEADERS.filter((name) => headers[name] === undefined);
  if (missing.length > 0) return `no ${missing.join(", ")}`;
  if ((status === 429 || status === 503) && !headers["retry-after"]) return "no Retry-After";
  if (method === "HEAD" || status === 204 || status === 304) {
    return body.length > 0 ? "a body where none may be" : undefined;
  }
  const isPage = String(headers["content-type"]).startsWith("text/html");
  // Metrics are only for the operator; anybody else gets the page for unknown addresses.
  if (status === 404 && isPage && !path.startsWith("/api/")) return undefined;
  const isJson = String(headers["content-type"]).startsWith("application/json");
  if (status >= 400) {
    if (headers["cache-control"] !== "no-store") return "an error that caches may keep";
    return isJson && AnyErrorForm.safeParse(jsonOf(body)).success
      ? undefined
      : "not the form of errors";
  }
  if (!isJson || headers["content-encoding"] !== undefined || !("isAnswer" in found))
    return undefined;
  return found.isAnswer(status, jsonOf(body)) ? undefined : "not the form that is documented";
}

/** Sends requests over kept-alive connections, as browsers do. */
export function createProber(api: Api, origin: string, connections: number): Prober {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    async probe(call, headers) {
      try {
        const answer = await send(agent, origin, call, headers);
        if (!answer) return { status: undefined, fault: undefined };
        const { status, body } = answer;
        const wrong = status >= 500 && status !== 503 ? "failed" : judge(api, call, answer);
        return { status, fault: wrong && `${status} ${wrong}: ${body.toString("utf8", 0, 200)}` };
      } catch (error) {
        return { status: undefined, fault: `no answer: ${String(error)}` };
      }
    },
    close: () => agent.destroy(),
  };
}

/** A request on one line, for sending it again. */
export function lineOf({ method, path, headers, body, sender }: GeneratedCall): string {
  const sent = body ? ` ${JSON.stringify(body.toString("latin1").slice(0, 300))}` : "";
  return `${method} ${path.slice(0, 300)} as ${sender} ${JSON.stringify(headers).slice(0, 300)}${sent}`;
}
