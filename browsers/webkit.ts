import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { findWebKit } from "./programs.ts";
import { callOf, type Wire } from "./wire.ts";

/** Larger than any window in the tests. */
const SCREEN = "1920x1400x24";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"; // W3C WebDriver 12.2
const START_MS = 20_000;
const ASK_AGAIN_MS = 50;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function stop(process: ChildProcess): Promise<void> {
  const ended = once(process, "exit");
  if (process.exitCode === null && process.kill()) await ended;
}

/** Sends one W3C WebDriver command; `path` begins with a slash. */
async function command<Result>(driver: string, path: string, body?: object): Promise<Result> {
  const answer = await fetch(driver + path, {
    method: body ? "POST" : "GET",
    ...(body && { body: JSON.stringify(body) }),
  });
  // The shape of every WebDriver answer.
  const { value } = (await answer.json()) as { value: Result & { message?: string } };
  if (!answer.ok) throw new Error(`${path}: ${value.message}`);
  return value;
}

/** Waits until the driver listens. */
async function ready(driver: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${driver}/status`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error("WebKitWebDriver did not answer.");
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Starts WebKitGTK on a display of its own and controls it with W3C WebDriver. */
export async function startWebKit(
  programs: NonNullable<ReturnType<typeof findWebKit>>,
  size: { width: number; height: number },
): Promise<Wire> {
  const display = spawn(programs.display, ["-displayfd", "1", "-screen", "0", SCREEN], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  // A line event has a single argument.
  const [number] = (await once(createInterface(display.stdout), "line")) as [string];
  const home = await mkdtemp(join(tmpdir(), "ev-webkit-"));
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${number}`, HOME: home, XDG_RUNTIME_DIR: home },
  });
  const address = `http://127.0.0.1:${port}`;
  await ready(address);
  const browser = { binary: programs.browser, args: ["--automation"] };
  const { sessionId } = await command<{ sessionId: string }>(address, "/session", {
    capabilities: {
      alwaysMatch: { "webkitgtk:browserOptions": browser },
    },
  });
  const session = `${address}/session/${sessionId}`;
  await command(session, "/window/rect", size);

  return {
    async open(url) {
      await command(session, "/url", { url });
    },
    async run(inPage, ...args) {
      const script = `return ${callOf(inPage, args)}`;
      return JSON.parse(await command<string>(session, "/execute/sync", { script, args: [] }));
    },
    async act(actions) {
      await command(session, "/actions", { actions });
    },
    async choose(selector, path) {
      const found = await command<{ [ELEMENT]: string }>(session, "/element", {
        using: "css selector",
        value: selector,
      });
      await command(session, `/element/${found[ELEMENT]}/value`, { text: path });
    },
    async screenshot() {
      return Buffer.from(await command<string>(session, "/screenshot"), "base64");
    },
    async close() {
      await fetch(session, { method: "DELETE" }).catch(() => undefined);
      await stop(driver);
      await stop(display);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
