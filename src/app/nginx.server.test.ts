import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createPlainServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openAppBothWays } from "../../test/both-ways.ts";

/** The configurations that docs/operating.md proposes: the locations, and the upstream of several. */
const [LOCATIONS = "", UPSTREAM = ""] = [
  ...readFileSync("docs/operating.md", "utf8").matchAll(/^```nginx\n(.*?)^```/gms),
].map(([, text]) => text ?? "");

describe("the documented nginx", () => {
  it("passes the port of the host on, and leaves no instance out after a failure", () => {
    const hosts = LOCATIONS.match(/proxy_set_header Host .*?;/g);
    expect(hosts).toEqual(Array.from({ length: 2 }, () => "proxy_set_header Host $http_host;"));
    const servers = UPSTREAM.match(/^ *server .*$/gm) ?? [];
    expect(servers).toHaveLength(2);
    for (const server of servers) expect(server).toMatch(/ max_fails=0;$/);
    expect(UPSTREAM).toMatch(/^proxy_connect_timeout 1s;$/m);
  });
});

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
if (!hasNginx) console.error("\n!!! nginx is not installed: its documentation is NOT tried out.\n");

describe.runIf(hasNginx)("nginx as documented", () => {
  it("takes a vote on a port of its own from a page of its own", async () => {
    const app = await openAppBothWays({ TRUST_PROXY: "1" });
    onTestFinished(() => app.close());
    const port = await startNginx([app.port, app.port]);
    const origin = `http://127.0.0.1:${port}`;
    const entries = (await (await fetch(`${origin}/api/evs?limit=1`)).json()) as EvEntry[];
    const vote = (from: string) =>
      fetch(`${origin}/api/evs/${entries[0]?.ev.id}/votes`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: from },
        body: '{"isUpvote":true}',
      });
    expect((await vote(origin)).status).toBe(201);
    expect((await vote("http://127.0.0.1:1")).status).toBe(403);
  });

  it("answers when one instance has come back and the other one stops", async () => {
    let one = await startInstance("one");
    const two = await startInstance("two");
    const ports = [portOf(one), portOf(two)];
    const origin = `http://127.0.0.1:${await startNginx(ports)}`;
    /** Who answers twenty reads and then, on connections that stand, twenty writes. */
    const answers = async () => {
      const found = new Set<string>();
      for (const method of ["GET", "POST"]) {
        const asked = Array.from({ length: 20 }, () => fetch(origin, { method }));
        for (const answer of await Promise.all(asked)) {
          found.add(answer.ok ? await answer.text() : String(answer.status));
        }
      }
      return [...found].toSorted();
    };
    expect(await answers()).toEqual(["one", "two"]);
    await stopInstance(one);
    expect(await answers()).toEqual(["two"]);
    one = await startInstance("one", ports[0]);
    expect(await answers()).toContain("two");
    await stopInstance(two);
    expect(await answers()).toEqual(["one"]);
  });
});

/** How long it may take nginx to listen, and how often it is tried, in milliseconds. */
const LISTENING = { timeout: 20_000, interval: 20 };

interface EvEntry {
  ev: { id: number };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function startInstance(name: string, port = 0): Promise<Server> {
  const server = createServer((_, answer) => answer.end(name));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

async function stopInstance(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/** @returns the port on which nginx passes requests on to these ports */
async function startNginx(ports: readonly number[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "ev-nginx-"));
  const port = await freePort();
  let next = 0;
  const upstream = UPSTREAM.replaceAll(/10\.0\.0\.\d+:3000/g, () => `127.0.0.1:${ports[next++]}`);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off;
    pid ${folder}/pid;
    events {}
    http {
      access_log off;
      ${places.join("\n")}
      ${upstream}
      server {
        listen 127.0.0.1:${port};
        ${LOCATIONS.replaceAll("http://127.0.0.1:3000", "http://catalogue")}
      }
    }`,
  );
  const options = ["-e", join(folder, "error.log"), "-p", folder, "-c", file];
  const checked = spawnSync("nginx", [...options, "-t"], { encoding: "utf8" });
  expect(checked.status, checked.stderr).toBe(0);
  const nginx = spawn("nginx", options, { stdio: "ignore" });
  onTestFinished(async () => {
    await stopProcess(nginx);
    await rm(folder, { recursive: true, force: true });
  });
  await vi.waitFor(async () => expect(await isListening(port)).toBe(true), LISTENING);
  return port;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function freePort(): Promise<number> {
  const server = createPlainServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
