/** Stops a server with SIGTERM while it is busy with everything it does. */
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ensure, type Experiment } from "./experiment.ts";
import { createLedger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { makeFolder, start } from "./servers.ts";

const STOP_MS = 10_000;
const ROUNDS = 10;
const VOTERS = 16;
const RETRY_MS = 50;

export const stopAmidLoad: Experiment = {
  name: "stop-load",
  title: "SIGTERM amid writes, imports, event streams, idle connections and a stalled upload",
  async run(context) {
    const folder = await makeFolder(context);
    const ledger = createLedger(context.random);
    const server = await start(context, { DATA_DIR: folder });
    await ledger.prepare(server.origin);
    const { hostname, port } = new URL(server.origin);
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${server.origin}/api/events`)),
    );
    const ends = Promise.all(streams.map((stream) => stream.text().catch(() => "")));
    const idle = connect(Number(port), hostname);
    const upload = connect(Number(port), hostname);
    for (const socket of [idle, upload]) socket.on("error", () => undefined);
    upload.write("POST /api/evs/1/votes HTTP/1.1\r\nHost: cars\r\nContent-Length: 20\r\n");
    upload.write("Content-Type: application/json\r\n\r\n{");
    const load = startLoad(context, ledger, () => server.origin);
    await setTimeout(500);

    const started = performance.now();
    server.process.kill("SIGTERM");
    const code = await server.ended;
    const ms = performance.now() - started;
    const outcomes = await load.stop();
    await ends;
    ensure(code === 0, `The exit code is ${code}.`);
    ensure(ms < STOP_MS, `The stop took ${Math.round(ms)} ms.`);
    ensure(!existsSync(join(folder, "catalogue.db-wal")), "The database was not closed.");
    const odd = outcomes.find(({ status }) => status >= 400);
    ensure(!odd, `A ${odd?.kind} was answered ${odd?.status}.`);
    const again = await start(context, { DATA_DIR: folder });
    await ledger.check(again.origin);
    return (
      `exit code 0 after ${Math.round(ms)} ms with the upload cut off; streams ended; ` +
      `${ledger.acknowledged()} writes acknowledged, all there`
    );
  },
};

/**
 * Votes over a pooled connection. @returns the status, or 0 when the server closed the connection unanswered
 */
function vote(agent: Agent, origin: string, model: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api/evs/${model}/votes`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    sent.once("response", (answer) => {
      answer.once("error", () => reject(new Error("An answer broke off in the middle.")));
      answer.once("end", () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    sent.once("error", () => resolve(0));
    sent.end('{"isUpvote":true}');
  });
}

export const stopBehindProxy: Experiment = {
  name: "stop-proxy",
  title: "restarts by SIGTERM behind a proxy that sends again what was refused or not answered",
  async run(context) {
    const folder = await makeFolder(context);
    const rounds = context.option("rounds", ROUNDS);
    let server = await start(context, { DATA_DIR: folder });
    const list = await fetch(`${server.origin}/api/evs`);
    const [first] = (await list.json()) as { ev: { id: number } }[];
    const model = first?.ev.id ?? 0;
    const agent = new Agent({ keepAlive: true });
    let counted = 0;
    let sentAgain = 0;
    const over = new AbortController();
    async function voter(): Promise<void> {
      while (!over.signal.aborted) {
        let status = 0;
        while (status === 0) {
          status = await vote(agent, server.origin, model);
          if (status !== 0) break;
          sentAgain += 1;
          await setTimeout(RETRY_MS);
        }
        ensure(status === 201, `A vote was answered ${status}.`);
        counted += 1;
      }
    }
    const voters = Promise.all(Array.from({ length: VOTERS }, voter));
    for (let round = 0; round < rounds; round++) {
      await setTimeout(200 + context.random() * 300);
      server.process.kill("SIGTERM");
      ensure((await server.ended) === 0, "A stop failed.");
      server = await start(context, { DATA_DIR: folder });
    }
    over.abort();
    await voters;
    agent.destroy();
    const stats = await fetch(`${server.origin}/api/evs/${model}/votes`);
    const { total } = (await stats.json()) as { total: number };
    ensure(total === counted, `${counted} votes were answered, ${total} are counted.`);
    return `${rounds} restarts: ${counted} votes answered and counted once each; ${sentAgain} sent again`;
  },
};
