import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { openAppBothWays } from "../../test/both-ways.ts";
import { CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS } from "../server/limits.server.ts";

/** More connections than the server accepts in total. */
const SOCKETS = MAX_CONNECTIONS + 300;
/** Fewer than operating systems queue before they are accepted. */
const AT_ONCE = 250;
const ENOUGH_MS = 1_000;
const PATIENT_MS = 120_000;
/** Other systems have no second loopback address. */
const hasAddresses = process.platform === "linux";
const [ATTACKER, VISITOR] = ["127.0.0.2", "127.0.0.3"];

if (!hasAddresses) console.error("\n!!! No second loopback address: a flood is NOT tried out.\n");

/** A body has more time to arrive than headers have. */
const BEGUN = "POST /api/logout HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{";

/**
 * Opens a connection that sends one byte of a body and nothing else.
 * @returns once it is open or was closed
 */
async function openSilent(port: number, sockets: Set<Socket>): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: ATTACKER });
  sockets.add(socket);
  socket.on("error", () => undefined).resume(); // it may get cut off
  socket.once("close", () => sockets.delete(socket)).write(BEGUN);
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve).once("close", resolve);
  });
}

async function ask(port: number, path: string, agent: Agent | false): Promise<IncomingMessage> {
  const sent = get({ port, host: "127.0.0.1", localAddress: VISITOR, path, agent });
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

test.runIf(hasAddresses)(
  "one address that opens all connections keeps nobody out",
  async () => {
    const { port, close } = await openAppBothWays();
    onTestFinished(close);
    const sockets = new Set<Socket>();
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    const waits: number[] = [];
    const readPage = async () => {
      const started = performance.now();
      const page = await ask(port, "/", false);
      expect(page.statusCode).toBe(200);
      expect(await text(page)).toContain("</html>");
      waits.push(performance.now() - started);
    };
    for (let opened = 0; opened < SOCKETS; opened += AT_ONCE) {
      const opening = Array.from({ length: AT_ONCE }, () => openSilent(port, sockets));
      await Promise.all([...opening, readPage()]);
    }
    await vi.waitFor(
      () => expect(sockets.size).toBeLessThanOrEqual(CONNECTIONS_PER_ADDRESS),
      10_000,
    );
    // A busy machine may delay one of them.
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(ENOUGH_MS);

    // A browser page has six connections besides an event stream.
    const stream = await ask(port, "/api/events", false);
    onTestFinished(() => void stream.destroy());
    const browser = new Agent({ keepAlive: true, maxSockets: 6 });
    onTestFinished(() => browser.destroy());
    const paths = ["/", "/api/evs", "/api/votes", "/compare", "/changes.atom", "/healthz"];
    const answers = await Promise.all(paths.map((path) => ask(port, path, browser)));
    await Promise.all(answers.map((answer) => text(answer)));
    expect([stream, ...answers].map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(200));
  },
  PATIENT_MS,
);
