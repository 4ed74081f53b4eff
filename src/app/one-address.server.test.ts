import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { openAppBothWays } from "../../test/both-ways.ts";
import { hasNginx, startNginx } from "../../test/nginx.ts";

const IDLE_CONNECTIONS = 10_000;
/** More than nginx holds for one address. */
const SLOW_BODIES = 300;
const MOST_REQUESTS = 256;
/** Fewer than operating systems queue before they are accepted. */
const BATCH_SIZE = 250;
const PATIENT_MS = 120_000;
/** Other systems have no second loopback address. */
const canRun = hasNginx && process.platform === "linux";
const [ATTACKER, VISITOR] = ["127.0.0.2", "127.0.0.3"];

if (!canRun)
  console.error("\n!!! No nginx or second loopback address: a flood is NOT tried out.\n");

/** After its answer, a connection may stay open for a minute. */
const WHOLE_REQUEST = "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
const BODY_BEGINS = "POST /api/logout HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{";

test.runIf(canRun)(
  "one address that holds 10,000 connections and sends slow bodies keeps nobody out",
  async () => {
    const app = await openAppBothWays({ TRUST_PROXY: "1" });
    onTestFinished(app.close);
    const nginx = await startNginx([app.port]);
    onTestFinished(nginx.stop);
    const port = Number(new URL(nginx.origin).port);

    const reached = new Set<string | undefined>();
    app.app.server.on("request", ({ url }) => reached.add(url));
    const sockets = new Set<Socket>();
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    /** Opens connections that send this and nothing more. @returns the beginnings of their answers */
    async function open(count: number, sent: string): Promise<string[]> {
      const answers: string[] = [];
      const opening = Array.from({ length: count }, async () => {
        const socket = connect({ port, host: "127.0.0.1", localAddress: ATTACKER });
        sockets.add(socket);
        socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
        socket.once("data", (answer) => answers.push(String(answer).slice(0, 12)));
        await once(socket, "connect");
        socket.write(sent);
      });
      await Promise.all(opening);
      return answers;
    }
    async function readAsVisitor(path: string): Promise<void> {
      const sent = get({ port, host: "127.0.0.1", localAddress: VISITOR, path, agent: false });
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      expect([path, answer.statusCode]).toEqual([path, 200]);
      await text(answer);
    }

    const refusals = await open(SLOW_BODIES, BODY_BEGINS);
    await vi.waitFor(() => expect(refusals).toHaveLength(SLOW_BODIES - MOST_REQUESTS), 10_000);
    expect(new Set(refusals)).toEqual(new Set(["HTTP/1.1 429"]));
    for (let opened = 0; opened < IDLE_CONNECTIONS; opened += BATCH_SIZE) {
      await Promise.all([open(BATCH_SIZE, WHOLE_REQUEST), readAsVisitor("/")]);
    }
    expect(sockets.size).toBeGreaterThanOrEqual(IDLE_CONNECTIONS);
    for (const path of ["/", "/api/evs", "/api/votes", "/compare", "/changes.atom"]) {
      await readAsVisitor(path);
    }
    // nginx waits for whole bodies, so the server holds nothing for the slow ones.
    expect(reached).not.toContain("/api/logout");
  },
  PATIENT_MS,
);
