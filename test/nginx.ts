/** Runs a real nginx with the shipped configuration. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";

export const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

export interface Nginx {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Runs the shipped nginx.conf.
 * @param ports of one or two instances on this machine
 * @param rate how fast one address may ask, beyond the requests in reserve
 */
export function startNginx(
  [one, two = one]: readonly [number, number?],
  { rate = "100r/s" } = {},
): Promise<Nginx> {
  return runNginx((folder, port) =>
    readFileSync("deploy/nginx.conf", "utf8")
      .replace("# server 10.0.0.12:3000", `server 127.0.0.1:${two}`)
      .replace("127.0.0.1:3000", `127.0.0.1:${one}`)
      .replace("/var/lib/nginx/catalogue", join(folder, "cache"))
      .replace("listen 80;", `listen 127.0.0.1:${port};`)
      .replace("listen [::]:80;", "")
      .replace("rate=100r/s", `rate=${rate}`),
  );
}

/** @param writeSite returns the configuration of a site that listens on the port */
export async function runNginx(
  writeSite: (folder: string, port: number) => string,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "ev-nginx-"));
  const port = await freePort();
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid ${folder}/pid;
    events { worker_connections 16384; }
    http {
      access_log off;
      ${places.join("\n")}
      ${writeSite(folder, port)}
    }`,
  );
  const options = ["-e", join(folder, "error.log"), "-p", folder, "-c", file];
  const checked = spawnSync("nginx", [...options, "-t"], { encoding: "utf8" });
  if (checked.status !== 0) throw new Error(checked.stderr);
  const nginx = spawn("nginx", options, { stdio: "ignore" });
  while (!(await isListening(port))) await after(10);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(nginx, "exit");
      nginx.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
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
