import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { UNREAD_MAX_BYTES } from "./live.routes.server.ts";
import { createOpenStreams } from "./live.routes.server.ts";

const address = (key: string) => [{ key, limit: 20 }];

test("all together have a limit, whatever their addresses", () => {
  const streams = createOpenStreams();
  for (let count = 0; count < 2_000; count++) {
    const shares = address(`net ${Math.floor(count / 20)}`);
    expect(streams.refusal(shares)).toBeUndefined();
    streams.open(shares, new Socket(), "");
  }
  expect(streams.refusal(address("another"))).toBe("all");
  expect(streams.refusal([])).toBe("all");
});

test("who does not read is cut off and leaves room", async () => {
  const streams = createOpenStreams();
  const deaf = streams.open(address("a"), new Socket(), "");
  streams.send("x".repeat(UNREAD_MAX_BYTES + 1));
  expect(streams.count()).toBe(1);
  streams.send("more");
  await vi.waitFor(() => expect(streams.count()).toBe(0));
  expect(deaf.destroyed).toBe(true);
});

test("a connection that takes no more does not hold the end", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = createOpenStreams();
  const socket = new Socket();
  streams.open(address("a"), socket, "");
  streams.endAll();
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(socket.destroyed).toBe(true);
});
