import { onTestFinished, vi } from "vitest";

import type { HistoryPort } from "../src/ui/page-query.ts";

/** The part of localStorage that tests use. */
type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A history for tests whose clock only moves when told to. `steps` are its entries. */
export function sampleHistory(first = ""): HistoryPort & {
  steps: string[];
  calls: number;
  pass: (ms: number) => unknown;
  /** follows a link, or goes back */
  move: (search: string) => void;
  back: () => void;
  /** simulates that the visitor is about to leave */
  leave: () => void;
} {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let pages: { follow: () => void; flush: () => void }[] = [];
  const states = new Map<number, object>();
  const port = {
    path: "/",
    steps: [first],
    calls: 0,
    isHere: () => true,
    state: () => states.get(port.steps.length),
    addState: (part: object) => void states.set(port.steps.length, part),
    search: () => port.steps.at(-1) ?? "",
    push(query: string) {
      port.steps.push(query);
      states.delete(port.steps.length);
      port.calls += 1;
    },
    replace(query: string) {
      port.steps[port.steps.length - 1] = query;
      port.calls += 1;
    },
    listen(follow: () => void, flush: () => void) {
      const page = { follow, flush };
      pages.push(page);
      return () => {
        pages = pages.filter((other) => other !== page);
      };
    },
    move(search: string) {
      port.steps.push(search);
      states.delete(port.steps.length);
      for (const { follow } of pages) follow();
    },
    back() {
      port.steps.pop();
      for (const { follow } of pages) follow();
    },
    leave() {
      for (const { flush } of pages) flush();
    },
    pass: (ms: number) => vi.advanceTimersByTime(ms),
  };
  return port;
}

export function sampleStorage(
  values: Record<string, string> = {},
): BrowserStorage & { values: Map<string, string> } {
  const map = new Map(Object.entries(values));
  return {
    values: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

/** Gives the page this storage until the end of the test. */
export function stubStorage(
  name: "localStorage" | "sessionStorage",
  values?: Record<string, string>,
) {
  const storage = sampleStorage(values);
  vi.stubGlobal(name, storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  return storage;
}

/** A storage that refuses every call, as when cookies are blocked or the disk is full. */
export const BROKEN_STORAGE: BrowserStorage = {
  getItem: () => refuse(),
  setItem: () => refuse(),
  removeItem: () => refuse(),
};

function refuse(): never {
  throw new DOMException("refused", "SecurityError");
}

/** A window with this storage. `tell` dispatches an event, as if from another tab. */
export function openBrowser(storage: BrowserStorage) {
  const events = new EventTarget();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  return {
    tell: (type: "storage" | "pageshow", fields: object) =>
      events.dispatchEvent(Object.assign(new Event(type), fields)),
  };
}
