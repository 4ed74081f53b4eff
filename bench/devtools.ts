/**
 * A browser driven by its own protocol, without a driver of tests: those enable the protocol's domain
 * `Runtime`, and a browser then reads every script once more for the positions of its lines.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchOptions } from "../e2e/chromium.ts";

type Params = Readonly<Record<string, unknown>>;
/** The protocol's documentation says what an event or an answer holds. */
type Listener = (params: never) => void;

export interface Tab {
  /** @throws Error when the browser refuses */
  send<Answer = unknown>(method: string, params?: Params): Promise<Answer>;
  on(event: string, listener: Listener): void;
  /** What the page's expression comes to, as JSON could say it. */
  read<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export interface Browser {
  /** A tab of a new visitor, who knows nothing of any page. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Params;
  result?: unknown;
  error?: { message: string };
}

export async function startBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "ev-bench-browser-"));
  const { executablePath = "chromium", args } = launchOptions();
  const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${folder}`];
  const program = spawn(executablePath, [...args, ...own, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const { send, listeners, socket } = await connect(await addressOf(program));
  return {
    async openTab() {
      const { browserContextId } = await send<{ browserContextId: string }>(
        "Target.createBrowserContext",
      );
      const { targetId } = await send<{ targetId: string }>("Target.createTarget", {
        url: "about:blank",
        browserContextId,
      });
      const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", {
        targetId,
        flatten: true,
      });
      const sendToTab: Tab["send"] = (method, params) => send(method, params, sessionId);
      return {
        send: sendToTab,
        on: (event, listener) => listeners.set(`${sessionId} ${event}`, listener),
        async read<T>(expression: string) {
          const { result } = await sendToTab<{ result: { value: T } }>("Runtime.evaluate", {
            expression,
            returnByValue: true,
          });
          return result.value;
        },
        async close() {
          await send("Target.disposeBrowserContext", { browserContextId });
        },
      };
    },
    async close() {
      // A signal would reach the script that starts the browser, and not the browser.
      const ended = once(program, "exit");
      await send("Browser.close");
      await ended;
      socket.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Where the browser listens, which it prints. */
function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    program.stderr?.on("data", (text: Buffer) => {
      printed += text.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    program.once("error", reject);
    program.once("exit", () => reject(new Error(`The browser ended: ${printed}`)));
  });
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const listeners = new Map<string, Listener>();
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message; // the browser's
    if (message.id !== undefined) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    } else {
      const listener = listeners.get(`${message.sessionId} ${message.method}`);
      listener?.(message.params as never); // whoever listens knows the event
    }
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`No browser at ${address}`)));
  });
  return {
    socket,
    listeners,
    send<Answer>(method: string, params: Params = {}, sessionId?: string): Promise<Answer> {
      const id = ++last;
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result, error }) => {
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result as Answer); // whoever asks knows the method
        });
      });
    },
  };
}
