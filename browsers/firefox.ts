import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { callOf, type Wire } from "./wire.ts";

const READY = /WebDriver BiDi listening on (ws:\S+)/;
/** Skips the questions of a first start and the browser's own network traffic. */
const SETTINGS = {
  "browser.aboutConfig.showWarning": false,
  "browser.shell.checkDefaultBrowser": false,
  "app.normandy.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "ui.prefersReducedMotion": 1,
};

/** Sends WebDriver BiDi commands over a WebSocket; each answer has the id of its command. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      // WebDriver BiDi messages: an answer has an id, an event has none.
      const { id, result, error, message } = JSON.parse(String(data)) as {
        id?: number;
        result?: unknown;
        error?: string;
        message?: string;
      };
      const waiting = this.#waiting.get(id ?? 0);
      this.#waiting.delete(id ?? 0);
      if (error) waiting?.reject(new Error(`${error}: ${message}`));
      else waiting?.resolve(result);
    });
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Firefox ended."));
    });
  }

  static async to(address: string): Promise<Connection> {
    const socket = new WebSocket(address);
    await once(socket, "open");
    return new Connection(socket);
  }

  async send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = (this.#last += 1);
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    // The protocol defines the result of each command.
    return (await answer.promise) as Result;
  }
}

/** Starts a headless Firefox and controls it with WebDriver BiDi. */
export async function startFirefox(
  program: string,
  size: { width: number; height: number },
): Promise<Wire> {
  const profile = await mkdtemp(join(tmpdir(), "ev-firefox-"));
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, "user.js"), lines.join(""));
  const firefox = spawn(
    program,
    ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
  );
  const ended = once(firefox, "exit");
  let address: string | undefined;
  const printed = createInterface(firefox.stderr);
  for await (const line of printed) {
    address = READY.exec(line)?.[1];
    if (address) break;
  }
  firefox.stderr.resume();
  if (!address) throw new Error("Firefox ended before it listened.");
  const connection = await Connection.to(`${address}/session`);
  await connection.send("session.new", { capabilities: {} });
  // In the first tab the address bar has the focus, so a page there would receive no focus events.
  const { context } = await connection.send<{ context: string }>("browsingContext.create", {
    type: "tab",
  });
  await connection.send("browsingContext.setViewport", { context, viewport: size });

  const evaluate = async (expression: string): Promise<{ value?: unknown; sharedId?: string }> => {
    const answer = await connection.send<{
      result: { value?: unknown; sharedId?: string };
      exceptionDetails?: { text: string };
    }>("script.evaluate", { expression, target: { context }, awaitPromise: false });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  return {
    async open(url) {
      await connection.send("browsingContext.navigate", { context, url, wait: "interactive" });
    },
    async run(inPage, ...args) {
      const { value } = await evaluate(callOf(inPage, args));
      return JSON.parse(String(value));
    },
    async act(actions) {
      await connection.send("input.performActions", { context, actions });
    },
    async choose(selector, path) {
      const { sharedId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`);
      await connection.send("input.setFiles", { context, element: { sharedId }, files: [path] });
    },
    async screenshot() {
      const { data } = await connection.send<{ data: string }>(
        "browsingContext.captureScreenshot",
        { context },
      );
      return Buffer.from(data, "base64");
    },
    async close() {
      firefox.kill("SIGKILL");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
