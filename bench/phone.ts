/** A phone on a slow line, as Lighthouse's devtools throttling has it. */
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../e2e/chromium.ts";

export const PHONE_AGENT =
  "Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  userAgent: PHONE_AGENT,
};
export const CPU_SLOWDOWN = 4;
export const SLOW_LINE = {
  offline: false,
  latency: 562.5, // ms a request
  downloadThroughput: (1474.56 * 1024) / 8, // bytes/s
  uploadThroughput: (675 * 1024) / 8,
};
/** Nothing in flight for so long is the end of loading. */
const QUIET_MS = 1500;
const LONGEST_MS = 20_000;
const LOOK_MS = 100;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

export interface Visit {
  page: Page;
  /** Resolves when nothing has been in flight for a while. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A new visitor with an empty cache, on a quick line, whom a driver of tests moves. */
export async function visit(browser: Browser): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const line = watchLine((event, listener) => session.on(event, listener));
  await session.send("Network.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { page, settled: line.settled, close: () => context.close() };
}

/** What the protocol's domain `Network` tells. */
interface LineEvents {
  "Network.requestWillBeSent": { requestId: string; type?: string };
  "Network.loadingFinished": { requestId: string; encodedDataLength: number };
  "Network.loadingFailed": { requestId: string };
}
type Listen = <Event extends keyof LineEvents>(
  event: Event,
  listener: (params: LineEvents[Event]) => void,
) => void;

/** What comes over the line to a page whose events `listen` gives. */
export function watchLine(listen: Listen) {
  const bytes = new Map<string, number>();
  const kinds = new Map<string, string>();
  const open = new Set<string>();
  let quietSince = performance.now();
  const ended = (id: string) => {
    open.delete(id);
    quietSince = performance.now();
  };
  listen("Network.requestWillBeSent", ({ requestId, type = "Other" }) => {
    kinds.set(requestId, type);
    if (type !== "EventSource") open.add(requestId);
    quietSince = performance.now();
  });
  listen("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
    ended(requestId);
  });
  listen("Network.loadingFailed", ({ requestId }) => ended(requestId));
  return {
    /** that have come, headers too, by kind of file */
    bytes,
    /** Resolves when nothing has been in flight for a while. */
    async settled(): Promise<void> {
      quietSince = performance.now();
      const until = quietSince + LONGEST_MS;
      const isQuiet = () => open.size === 0 && performance.now() - quietSince > QUIET_MS;
      while (!isQuiet() && performance.now() < until) await setTimeout(LOOK_MS);
    },
  };
}
