/** What a phone's first visit to a page costs: paints, blocking, bytes. */
import type { Browser, Tab } from "./devtools.ts";
import { CPU_SLOWDOWN, PHONE, SLOW_LINE, watchLine } from "./phone.ts";

/** What a main-thread task may take before it blocks (the B of TBT). */
const BLOCKS_FROM_MS = 50;

/** What a load cost; times in milliseconds, bytes as they travelled. */
export interface Load {
  lcp: number;
  lcpOf: string;
  fcp: number;
  tbt: number;
  longest: number;
  cls: number;
  /** when the page has hydrated */
  ready: number;
  bytes: number;
  byKind: ReadonlyMap<string, number>;
}

interface Seen {
  lcp: number;
  lcpOf: string;
  cls: number;
  fcp: number;
  ready: number;
  /** start and duration of each long task */
  tasks: [number, number][];
}

/** Runs in the page before anything else. */
function observe(): void {
  const seen: Seen = { lcp: 0, lcpOf: "", cls: 0, fcp: 0, ready: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  // The first script's, until the page has hydrated (ui/hydrated.ts).
  let earlyPress: unknown;
  Object.defineProperty(globalThis, "earlyPress", {
    get: () => earlyPress,
    set(value: unknown) {
      earlyPress = value;
      if (value === undefined) seen.ready = performance.now();
    },
  });
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

/** Loads a page as a new visitor on a slow line and waits until it rests. */
export async function loadPage(browser: Browser, url: string): Promise<Load> {
  const tab = await browser.openTab();
  try {
    const line = watchLine((event, listener) => tab.on(event, listener));
    await tab.send("Network.enable");
    await beOnPhone(tab);
    await tab.send("Page.enable");
    await tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(${observe.toString()})()`,
    });
    await tab.send("Page.navigate", { url });
    await line.settled();
    const seen = await tab.read<Seen>("seen");
    return {
      ...seen,
      ...blockingOf(seen),
      byKind: line.bytes,
      bytes: sum([...line.bytes.values()]),
    };
  } finally {
    await tab.close();
  }
}

async function beOnPhone(tab: Tab): Promise<void> {
  const { viewport, deviceScaleFactor, isMobile, userAgent } = PHONE;
  await tab.send("Emulation.setDeviceMetricsOverride", {
    ...viewport,
    deviceScaleFactor,
    mobile: isMobile,
  });
  await tab.send("Emulation.setTouchEmulationEnabled", { enabled: PHONE.hasTouch });
  await tab.send("Emulation.setUserAgentOverride", { userAgent });
  await tab.send("Network.emulateNetworkConditions", SLOW_LINE);
  await tab.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

function blockingOf({ tasks, fcp }: Seen): Pick<Load, "tbt" | "longest"> {
  const blocking = tasks
    .filter(([start, duration]) => start + duration > fcp)
    .map(([start, duration]) => start + duration - Math.max(start, fcp));
  return {
    tbt: sum(blocking.map((task) => Math.max(0, task - BLOCKS_FROM_MS))),
    longest: Math.max(0, ...blocking),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
