/** A phone on a slow line, as Lighthouse's devtools throttling has it, and what a page costs it. */
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../e2e/chromium.ts";

export const PHONE_AGENT =
  "Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  userAgent: PHONE_AGENT,
};
const CPU_SLOWDOWN = 4;
const LINE = {
  offline: false,
  latency: 562.5, // ms a request
  downloadThroughput: (1474.56 * 1024) / 8, // bytes/s
  uploadThroughput: (675 * 1024) / 8,
};
/** Nothing in flight and no long task for so long is the end of loading. */
const QUIET_MS = 1500;
const LONGEST_MS = 20_000;
/** What a main-thread task may take before it blocks (the B of TBT). */
const BLOCKS_FROM_MS = 50;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

export interface Visit {
  page: Page;
  session: CDPSession;
  /** Resolves when nothing has been in flight and no long task has run for a while. */
  settled(): Promise<void>;
  /** bytes that have come over the line, headers too, by kind of file */
  bytes: Map<string, number>;
  close(): Promise<void>;
}

/** Runs in the page before anything else. */
function observe(): void {
  const seen = { lcp: 0, lcpOf: "", cls: 0, fcp: 0, tasks: [] as [number, number][] };
  Object.assign(globalThis, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch("largest-contentful-paint", (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element };
    seen.lcp = entry.startTime;
    seen.lcpOf = element?.tagName.toLowerCase() ?? "";
  });
  watch("layout-shift", (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  watch("paint", (entry) => {
    if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime;
  });
  watch("longtask", ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
}

/** A new visitor with an empty cache; the slow line only where it is asked for. */
export async function visit(browser: Browser, { slowLine = true } = {}): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const bytes = new Map<string, number>();
  const kinds = new Map<string, string>();
  const open = new Set<string>();
  let quietSince = performance.now();
  const ended = (id: string) => {
    open.delete(id);
    quietSince = performance.now();
  };
  session.on("Network.requestWillBeSent", ({ requestId, type }) => {
    kinds.set(requestId, type ?? "Other");
    if (type !== "EventSource") open.add(requestId);
    quietSince = performance.now();
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
    ended(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => ended(requestId));
  await session.send("Network.enable");
  if (slowLine) await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  return {
    page,
    session,
    bytes,
    async settled() {
      quietSince = performance.now();
      const until = quietSince + LONGEST_MS;
      const isQuiet = () => open.size === 0 && performance.now() - quietSince > QUIET_MS;
      while (!isQuiet() && performance.now() < until) await page.waitForTimeout(100);
    },
    close: () => context.close(),
  };
}

/** What a load cost; times in milliseconds, bytes as they travelled. */
export interface Load {
  lcp: number;
  lcpOf: string;
  fcp: number;
  tbt: number;
  longest: number;
  cls: number;
  bytes: number;
  byKind: ReadonlyMap<string, number>;
}

/** Loads a page as a new visitor and waits until it rests. */
export async function loadPage(
  browser: Browser,
  url: string,
  then?: (visit: Visit) => Promise<void>,
): Promise<Load> {
  const visitor = await visit(browser);
  await visitor.page.goto(url);
  await visitor.settled();
  await then?.(visitor);
  const seen = await visitor.page.evaluate(
    // observe() put it there.
    () =>
      (globalThis as unknown as { seen: Omit<Load, "tbt"> & { tasks: [number, number][] } }).seen,
  );
  await visitor.close();
  const blocking = seen.tasks
    .filter(([start, duration]) => start + duration > seen.fcp)
    .map(([start, duration]) => start + duration - Math.max(start, seen.fcp));
  const byKind = visitor.bytes;
  return {
    ...seen,
    tbt: blocking.reduce((sum, task) => sum + Math.max(0, task - BLOCKS_FROM_MS), 0),
    longest: Math.max(0, ...blocking),
    bytes: [...byKind.values()].reduce((sum, size) => sum + size, 0),
    byKind,
  };
}
