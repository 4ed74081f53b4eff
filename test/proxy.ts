/** A TCP proxy between a server under test and its database that misbehaves on demand. */
import { once } from "node:events";
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from "node:net";

/** What the proxy does with answers; it always forwards queries. */
interface Behaviour {
  /** stops forwarding answers, as if the database were frozen */
  isSilent?: boolean;
  /** cuts the connection in the middle of the answer to a query that contains this text */
  cutAfter?: string;
}

export type TestProxy = Awaited<ReturnType<typeof startProxy>>;

/** @param url of a PostgreSQL; its `host` parameter may be the folder of a socket */
export async function startProxy(url: string) {
  const pairs = new Set<Socket>();
  let behaviour: Behaviour = {};
  let cuts = 0;
  let target = targetOf(new URL(url));

  const server = createServer((client) => {
    const database = connect(target);
    let isToBeCut = false;
    for (const [own, other] of [
      [client, database],
      [database, client],
    ] as const) {
      pairs.add(own);
      own.on("error", () => undefined);
      own.once("close", () => {
        pairs.delete(own);
        other.destroy();
      });
    }
    client.on("data", (asked) => {
      if (behaviour.cutAfter !== undefined) isToBeCut ||= asked.includes(behaviour.cutAfter);
      database.write(asked);
    });
    database.on("data", (answer) => {
      if (behaviour.isSilent) return;
      if (!isToBeCut) return void client.write(answer);
      cuts += 1;
      client.end(answer.subarray(0, answer.length >> 1), () => client.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const { port } = server.address() as AddressInfo; // it listens on a port
  const through = new URL(url);
  through.search = "";
  through.host = `127.0.0.1:${port}`;
  return {
    /** address of the database through the proxy */
    url: through.href,
    /** Takes effect immediately, also for open connections. */
    behave: (next: Behaviour) => void (behaviour = next),
    /** How many answers have been cut. */
    cuts: () => cuts,
    /** Leads new connections to another server, as after a failover. */
    forwardTo: (next: string) => void (target = targetOf(new URL(next))),
    async stop(): Promise<void> {
      for (const socket of pairs) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function targetOf(url: URL): NetConnectOpts {
  const folder = url.searchParams.get("host");
  const port = url.port || "5432";
  return folder === null
    ? { host: url.hostname, port: Number(port) }
    : { path: `${folder}/.s.PGSQL.${port}` };
}
