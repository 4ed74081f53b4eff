import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { Gauge } from "prom-client";
import { registry } from "../../server/metrics.server.ts";
import { ENDING_MS, STREAMS_IN_ALL, STREAMS_PER_ADDRESS, UNREAD_MAX_BYTES } from "./limits.ts";

const openStreams = new Gauge({
  name: "ev_event_streams",
  help: "Open event streams.",
  registers: [registry],
});

/** The open event streams of this process. */
export interface OpenStreams {
  /** How many are open. */
  count(): number;
  /** Which bound another stream from this address would break, if any. */
  refusal(address: string): "address" | "all" | undefined;
  /** Opens one that starts with `text`, on the connection that asked for it. */
  open(address: string, socket: Socket, text: string): Readable;
  /** Writes to all; who has not read for long is cut off, and may come again. */
  send(text: string): void;
  /** Ends all, also those whose client has stopped reading. */
  endAll(): void;
}

/** @param limitAddresses false counts all together only (`RATE_LIMITS=off`) */
export function createOpenStreams(limitAddresses: boolean): OpenStreams {
  const streams = new Map<Readable, Socket>();
  const perAddress = new Map<string, number>();

  function add(address: string, change: 1 | -1): void {
    const count = (perAddress.get(address) ?? 0) + change;
    if (count > 0) perAddress.set(address, count);
    else perAddress.delete(address);
  }

  return {
    count: () => streams.size,
    refusal(address) {
      if (streams.size >= STREAMS_IN_ALL) return "all";
      const ofAddress = perAddress.get(address) ?? 0;
      return limitAddresses && ofAddress >= STREAMS_PER_ADDRESS ? "address" : undefined;
    },
    open(address, socket, text) {
      const stream = new Readable({ read: () => undefined });
      streams.set(stream, socket);
      add(address, 1);
      openStreams.inc();
      stream.once("close", () => {
        if (!streams.delete(stream)) return;
        add(address, -1);
        openStreams.dec();
      });
      stream.push(text);
      return stream;
    },
    send(text) {
      const bytes = Buffer.from(text);
      for (const stream of streams.keys()) {
        if (stream.readableLength > UNREAD_MAX_BYTES) stream.destroy();
        else stream.push(bytes);
      }
    },
    endAll() {
      for (const [stream, socket] of streams) {
        stream.push(null);
        setTimeout(() => socket.destroy(), ENDING_MS).unref();
      }
    },
  };
}
