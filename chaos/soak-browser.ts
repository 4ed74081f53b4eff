/** One browser of the soak test, with cookies, kept-alive connections, cached ETags and one event stream. */
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const DESKTOP = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140 Safari/537.36";
const PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile";
/** A stream that ended is reopened after this time, as the server requests. */
const REOPEN_MS = 2_000;
/** A slower answer counts as missing. */
const NO_ANSWER_MS = 10_000;

/** Refusals in normal use: the session has ended, or a page does not exist. */
const USUAL_REFUSALS = [401, 404];

interface Answer {
  status: number;
  /** The decompressed body. */
  text(): string;
}

/** Results of all browsers together. */
export interface Tally {
  answers: number;
  /** errors that must not happen, each with its call */
  faults: string[];
  slowestMs: number;
}

export type Browser = ReturnType<typeof openBrowser>;

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return ""; // as for a 304
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

/**
 * @param address the source of its requests, in the header that the server's one proxy would send
 */
export function openBrowser(
  origin: string,
  { address, isPhone, tally }: { address: string; isPhone: boolean; tally: Tally },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2, maxFreeSockets: 1 });
  const cookies = new Map<string, string>();
  const etags = new Map<string, string>();
  const common = {
    "user-agent": isPhone ? PHONE : DESKTOP,
    "accept-encoding": "gzip, deflate, br",
    "x-forwarded-for": address,
  };
  let stream: ClientRequest | undefined;
  let isOpen = true;

  function headersOf(more: Record<string, string>): Record<string, string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { ...common, ...(cookie && { cookie }), ...more };
  }

  function keepCookies(answer: IncomingMessage): void {
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  function call(
    method: string,
    path: string,
    more: Record<string, string> = {},
    body?: Buffer,
  ): Promise<Answer & { etag: string | undefined }> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        if (isOpen) tally.faults.push(`${error.message}: ${method} ${path}`);
        reject(error);
      };
      const length = body && { "content-length": String(body.length) };
      const headers = headersOf({ ...more, ...length });
      const sent = request(`${origin}${path}`, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", fail); // the connection was cut
        answer.on("end", () => {
          const status = answer.statusCode ?? 0;
          tally.answers++;
          tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started);
          if (status >= 400 && !USUAL_REFUSALS.includes(status)) {
            tally.faults.push(`${status} ${method} ${path}`);
          }
          keepCookies(answer);
          const text = () => unpacked(Buffer.concat(chunks), answer.headers["content-encoding"]);
          resolve({ status, text, etag: answer.headers.etag });
        });
      });
      sent.setTimeout(NO_ANSWER_MS, () => sent.destroy(new Error("no answer")));
      sent.on("error", fail);
      sent.end(body);
    });
  }

  function openStream(onEvent: (name: string) => void): void {
    if (!isOpen) return;
    const headers = headersOf({ accept: "text/event-stream" });
    const sent = request(`${origin}/api/events`, { agent: false, headers }, (answer) => {
      let text = "";
      if (answer.statusCode !== 200) tally.faults.push(`${answer.statusCode} /api/events`);
      answer.setEncoding("utf8");
      answer.on("error", () => undefined); // the connection was cut
      answer.on("data", (chunk: string) => {
        const messages = (text + chunk).split("\n\n");
        text = messages.pop() ?? "";
        for (const message of messages) {
          const name = /^event: (.*)$/m.exec(message)?.[1];
          if (name) onEvent(name);
        }
      });
    });
    stream = sent;
    sent.on("error", () => undefined); // the connection was cut
    sent.on("close", () => setTimeout(() => openStream(onEvent), REOPEN_MS));
    sent.end();
  }

  return {
    get: (path: string) => call("GET", path),
    /** Reads with the ETag of the previous answer, as a browser's cache does. */
    async getAgain(path: string) {
      const etag = etags.get(path);
      const answer = await call("GET", path, etag ? { "if-none-match": etag } : {});
      if (answer.status === 200 && answer.etag) etags.set(path, answer.etag);
      return answer;
    },
    async send(method: string, path: string, body: string | FormData | null) {
      if (body === null) return call(method, path);
      if (typeof body === "string") {
        return call(method, path, { "content-type": "application/json" }, Buffer.from(body));
      }
      const form = new Response(body);
      const type = form.headers.get("content-type") ?? "";
      return call(method, path, { "content-type": type }, Buffer.from(await form.arrayBuffer()));
    },
    /** Keeps an event stream open as long as the browser, and calls back with each event's name. */
    listen: openStream,
    /** Drops the stream's connection, which is then reopened. */
    cutStream: () => void stream?.destroy(),
    /** Becomes a new visitor, without cookies. */
    forget: () => cookies.clear(),
    close(): void {
      isOpen = false;
      stream?.destroy();
      agent.destroy();
    },
  };
}
