import { once } from "node:events";
import { Socket } from "node:net";
import { expect, it, onTestFinished, test } from "vitest";
import { createHttp } from "./http.server.ts";
import { CONNECTIONS_PER_ADDRESS, NETWORK_FACTOR } from "./limits.server.ts";

type HttpEnv = Parameters<typeof createHttp>[0];

/** Starts a server that can receive connections from any address. */
async function openServer(env: Partial<HttpEnv> = {}) {
  const { server } = await createHttp({ logLevel: "silent", trustProxy: 0, ...env });
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  return {
    /** @returns the server's end of a new connection */
    receive(remoteAddress: string | undefined): Socket {
      const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
      sockets.push(socket);
      server.emit("connection", socket);
      return socket;
    },
  };
}

const many = <Each>(count: number, make: (at: number) => Each): Each[] =>
  Array.from({ length: count }, (_, at) => make(at));

test.each([
  ["an IPv4 address", () => "192.0.2.7", "192.0.2.8"],
  ["one that is written in two ways", (at) => ["192.0.2.7", "::ffff:192.0.2.7"][at % 2], "::1"],
  ["an IPv6 /64", (at) => `2001:db8::${at.toString(16)}`, "2001:db8:0:1::1"],
] satisfies [string, (at: number) => string | undefined, string][])(
  "%s has its share of the connections, and no more",
  async (_name, addressAt, another) => {
    const { receive } = await openServer();
    const taken = many(CONNECTIONS_PER_ADDRESS, (at) => receive(addressAt(at)));
    expect(taken.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(receive(addressAt(1)).destroyed).toBe(true);
    expect(receive(another).destroyed).toBe(false);

    const [first] = taken;
    if (first) await once(first.destroy(), "close");
    expect(receive(addressAt(0)).destroyed).toBe(false);
    expect(receive(addressAt(1)).destroyed).toBe(true);
  },
);

it("takes no more than the share of a site from many networks of one IPv6 /48", async () => {
  const { receive } = await openServer();
  const taken = many(NETWORK_FACTOR * CONNECTIONS_PER_ADDRESS, (at) =>
    receive(`2001:db8:0:${at.toString(16)}::1`),
  );
  expect(taken.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(receive("2001:db8:0:ffff::1").destroyed).toBe(true);
  expect(receive("2001:db8:1::1").destroyed).toBe(false);
});

it("closes the connection of a client that has left already", async () => {
  const { receive } = await openServer();
  expect(receive(undefined).destroyed).toBe(true);
});

it.each([
  ["a proxy, whose connections are all visitors'", { trustProxy: 1 }],
  ["anybody where limits are off", { rateLimits: 0 }],
])("has no share for %s", async (_name, env) => {
  const { receive } = await openServer(env);
  const taken = many(CONNECTIONS_PER_ADDRESS + 1, () => receive("192.0.2.7"));
  expect(taken.filter(({ destroyed }) => destroyed)).toEqual([]);
});
