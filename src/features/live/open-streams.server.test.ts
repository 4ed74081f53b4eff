import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { UNREAD_MAX_BYTES } from "./limits.ts";
import { createOpenStreams } from "./live.routes.server.ts";

test("all together have a limit, whatever their addresses", () => {
  for (const limitAddresses of [true, false]) {
    const streams = createOpenStreams(limitAddresses);
    for (let count = 0; count < 2_000; count++) {
      const address = `net ${Math.floor(count / 20)}`;
      expect(streams.refusal(address)).toBeUndefined();
      streams.open(address, new Socket(), "");
    }
    expect(streams.refusal("another")).toBe("all");
  }
});

test("one address has a limit unless limits are off", () => {
  for (const [limitAddresses, refusal] of [
    [true, "address"],
    [false, undefined],
  ] as const) {
    const streams = createOpenStreams(limitAddresses);
    for (let count = 0; count < 20; count++) streams.open("a", new Socket(), "");
    expect(streams.refusal("a")).toBe(refusal);
    expect(streams.refusal("b")).toBeUndefined();
  }
});

test("who does not read is cut off and leaves room", async () => {
  const streams = createOpenStreams(true);
  const deaf = streams.open("a", new Socket(), "");
  streams.send("x".repeat(UNREAD_MAX_BYTES + 1));
  expect(streams.count()).toBe(1);
  streams.send("more");
  await vi.waitFor(() => expect(streams.count()).toBe(0));
  expect(deaf.destroyed).toBe(true);
});

test("a connection that takes no more does not hold the end", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = createOpenStreams(true);
  const socket = new Socket();
  streams.open("a", socket, "");
  streams.endAll();
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(socket.destroyed).toBe(true);
});
