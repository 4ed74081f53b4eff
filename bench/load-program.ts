/**
 * Loads a server where wrk is not installed: one request at a time on each connection. Prints what it
 * measured as one line of JSON: `node bench/load-program.ts '{"origin":"http://127.0.0.1:3000",…}'`.
 */
import { connect } from "node:net";
import type { Load, Measured } from "./load.ts";

function requestText({ origin, headers = {}, body }: Load, path: string): string {
  const lines = [`${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`];
  lines.push(`Host: ${new URL(origin).host}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Calls back for each whole answer. Answers need a Content-Length, or no body as 304. */
function answerReader(onAnswer: (status: string, bytes: number) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let missing = 0;
  let status = "";
  let size = 0;
  return (chunk: Buffer) => {
    let data = chunk;
    if (missing > 0) {
      const taken = Math.min(missing, data.length);
      missing -= taken;
      data = data.subarray(taken);
      if (missing > 0) return;
      onAnswer(status, size);
    }
    if (rest.length > 0) data = Buffer.concat([rest, data]);
    for (;;) {
      const end = data.indexOf(HEAD_END);
      if (end < 0) break;
      const head = data.toString("latin1", 0, end);
      status = head.slice(9, 12);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      size = end + 4 + length;
      if (data.length < size) {
        missing = size - data.length;
        data = Buffer.alloc(0);
        break;
      }
      data = data.subarray(size);
      onAnswer(status, size);
    }
    rest = data;
  };
}

function run(load: Load): Promise<Measured> {
  const { hostname, port } = new URL(load.origin);
  const texts = load.paths.map((path) => Buffer.from(requestText(load, path)));
  const times: number[] = [];
  let failures = 0;
  let bytes = 0;
  let sent = 0;
  const started = performance.now();
  const until = started + load.seconds * 1000;
  const nextText = () => texts[sent++ % texts.length] ?? Buffer.alloc(0);

  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      let at = 0;
      const send = () => {
        at = performance.now();
        socket.write(nextText());
      };
      const read = answerReader((status, size) => {
        const now = performance.now();
        times.push(now - at);
        if (status >= "400") failures++;
        bytes += size;
        if (now < until) return send();
        socket.end();
        resolve();
      });
      socket.on("connect", send);
      socket.on("data", read);
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });

  return Promise.all(Array.from({ length: load.connections }, one)).then(() => {
    const seconds = (performance.now() - started) / 1000;
    const sorted = Float64Array.from(times).toSorted();
    const quantile = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
    return {
      perSecond: times.length / seconds,
      p50: quantile(0.5),
      p99: quantile(0.99),
      max: quantile(1),
      failures,
      bytes: bytes / times.length,
    };
  });
}

const load = JSON.parse(process.argv[2] ?? "{}") as Load; // our own parent wrote it
process.stdout.write(`${JSON.stringify(await run(load))}\n`);
