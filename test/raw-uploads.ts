import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setInterval } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { form, FORM_TYPE } from "./import.ts";

const PIECE_BYTES = 64 * 1024;
const PACE_MS = 50;

export interface RawUpload {
  cookie: string;
  /** the beginning of the file */
  start: string | Buffer;
  /** repeated until the file has the required size */
  filler: string;
  bytes: number;
  query?: string;
  fields?: Record<string, string>;
  type?: string;
  /** additional header lines of the request */
  headers?: string;
  bytesPerSecond?: number;
}

interface RawAnswer {
  status: number;
  body: string;
  /** since the last byte was sent, minus time taken by other processes; 0 when it came earlier */
  waitedMs: number;
}

/** Starts an upload over a new connection. @returns the connection and the chunks to write */
export async function beginUpload(
  app: FastifyInstance,
  { cookie, start, filler, bytes, query = "", fields, type = FORM_TYPE, headers = "" }: RawUpload,
): Promise<{ socket: Socket; pieces: Iterable<Buffer> }> {
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const [head, tail] = splitForm(form("|", fields && { fields }));
  const piece = Buffer.from(filler.repeat(Math.ceil(Math.min(PIECE_BYTES, bytes) / filler.length)));
  const count = Math.ceil((bytes - start.length) / piece.length);
  const length = head.length + start.length + count * piece.length + tail.length;
  socket.write(
    `POST /api/evs/upload${query} HTTP/1.1\r\nHost: cars\r\nCookie: ${cookie}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n${headers}\r\n`,
  );
  function* pieces() {
    yield Buffer.concat([head, Buffer.from(start)]);
    for (let at = 0; at < count; at++) yield piece;
    yield tail;
  }
  return { socket, pieces: pieces() };
}

/** The parts of the form before and after the file. */
function splitForm(whole: Buffer): [Buffer, Buffer] {
  const at = whole.lastIndexOf("|");
  return [whole.subarray(0, at), whole.subarray(at + 1)];
}

/** Sends a whole upload as browsers do, even if the answer arrives earlier. @throws when it is cut off */
export async function sendUpload(app: FastifyInstance, upload: RawUpload): Promise<RawAnswer> {
  const { bytesPerSecond } = upload;
  const { socket, pieces } = await beginUpload(app, upload);
  const answer = readAnswer(socket);
  // The answer is awaited after everything has been sent.
  answer.catch(() => undefined);
  if (bytesPerSecond === undefined) await writeAll(socket, pieces);
  else await writePaced(socket, pieces, bytesPerSecond);
  const sentAt = performance.now() - starvedMs();
  const { at, ...rest } = await answer;
  socket.destroy();
  return { ...rest, waitedMs: Math.max(0, at - sentAt) };
}

/** How long this thread has waited for a CPU; only Linux counts it. */
function starvedMs(): number {
  if (process.platform !== "linux") return 0;
  const [, waitedNs] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return Number(waitedNs) / 1e6;
}

export async function writeAll(socket: Socket, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    if (!socket.write(piece)) await once(socket, "drain");
  }
}

async function writePaced(socket: Socket, pieces: Iterable<Buffer>, bytesPerSecond: number) {
  const started = performance.now();
  const left = Iterator.from(pieces);
  let sent = 0;
  for await (const _ of setInterval(PACE_MS)) {
    const due = ((performance.now() - started) / 1000) * bytesPerSecond;
    while (sent < due) {
      const { value, done } = left.next();
      if (done) return;
      sent += value.length;
      if (!socket.write(value)) await once(socket, "drain");
    }
  }
}

function readAnswer(socket: Socket): Promise<Omit<RawAnswer, "waitedMs"> & { at: number }> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (piece: Buffer) => {
      text += piece.toString();
      const [head = "", body] = text.split("\r\n\r\n", 2);
      if (body === undefined) return;
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const isWhole = length > 0 ? Buffer.byteLength(body) >= length : text.endsWith("0\r\n\r\n");
      if (isWhole)
        resolve({ status: Number(head.split(" ")[1]), body, at: performance.now() - starvedMs() });
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`The connection was closed: ${text}`)));
  });
}
