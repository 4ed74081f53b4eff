import { withBase } from "../domain/base-path.ts";
import { listen } from "./listen.ts";

/** Changes by the same gesture with shorter pauses between them share one history entry. */
const GESTURE_ENDS_AFTER_MS = 1000;
/** Pause before a gesture's latest change is written to the address. */
const GESTURE_WRITE_DELAY_MS = 300;
const SETTING_DELAY_MS = 400;
/** Safari refuses more than 100 history calls in 30 s. */
const HISTORY_WINDOW_MS = 30_000;
const HISTORY_MAX_CALLS = 60;
const HISTORY_RETRY_MS = 3000;

interface QueryPart {
  readonly owns: (parameter: string) => boolean;
  /** whether its parameters come before the others */
  readonly isFirst?: boolean;
  /** A visitor's own setting: served as the default, replaces the history entry, and links without it keep it. */
  readonly isSetting?: boolean;
}

/** How a feature keeps its state in the page's query. */
export interface Codec<T> extends QueryPart {
  /** Ignores invalid parameters, because anyone can write an address. */
  readonly parse: (search: string) => T;
  /** Returns the canonical text without question mark; "" for the default. */
  readonly serialize: (value: T) => string;
  /** Reads the address that the page opens with, if that differs from `parse`. */
  readonly open?: (search: string) => T;
}

export interface PageState<T> {
  readonly value: T;
  /** what the visitor was doing; null for a choice, and for a value from the address */
  readonly gesture: string | null;
  /** counts values from the address, which reset half-typed text */
  readonly arrivals: number;
}

export interface WriteOptions {
  /** replaces the history entry, so that Back skips the change */
  replaces?: boolean;
  /** delays the write by this time */
  afterMs?: number;
  /** What the visitor drags or types in. Its first change adds a history entry, later ones replace it. */
  gesture?: string | null;
}

/** The browser's history; tests pass their own. */
export interface HistoryPort {
  /** of the page, without the base path */
  readonly path: string;
  /** on other pages nothing is written or followed */
  isHere: () => boolean;
  search: () => string;
  push: (query: string) => void;
  replace: (query: string) => void;
  /** what was kept with the history entry */
  state: () => unknown;
  addState: (part: object) => void;
  listen: (follow: () => void, flush: () => void) => () => void;
}

interface Entry<T> {
  /** the query that this belongs to */
  query: string;
  /** canonical */
  text: string;
  state: PageState<T>;
  readonly served: PageState<T>;
  readonly read: (query: string) => string;
}

interface Waiting {
  readonly query: string;
  readonly replaces: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

const withoutMark = (search: string) => search.replace(/^\?/u, "");

/** Each write adds a history entry unless an option says otherwise. @param arrival the query at the start */
function createHistoryWriter(arrival: string, port: HistoryPort) {
  let written = arrival;
  let waiting: Waiting | null = null;
  let activeGesture: {
    readonly part: QueryPart;
    readonly gesture: string;
    readonly until: number;
  } | null = null;
  let calls: number[] = [];

  /** Counts a call, unless the browser would refuse it. */
  function takeCall(): boolean {
    const since = performance.now() - HISTORY_WINDOW_MS;
    calls = calls.filter((time) => time > since);
    if (calls.length >= HISTORY_MAX_CALLS) return false;
    calls.push(performance.now());
    return true;
  }

  function cancelPending(): void {
    clearTimeout(waiting?.timer);
    waiting = null;
  }

  /** Writes it later together with what waits already, as a new history entry if one of them adds one. */
  function scheduleWrite(query: string, replaces: boolean, ms: number): void {
    const replacesAll = replaces && waiting?.replaces !== false;
    cancelPending();
    waiting = { query, replaces: replacesAll, timer: setTimeout(flush, ms) };
  }

  function writeNow(query: string, replaces: boolean): void {
    if (!port.isHere() || query === written) return cancelPending();
    if (!takeCall()) return scheduleWrite(query, replaces, HISTORY_RETRY_MS);
    cancelPending();
    // Before the call, whose event must not look like a step of the visitor.
    written = query;
    if (replaces) port.replace(query);
    else port.push(query);
    written = withoutMark(port.search());
  }

  function flush(): void {
    if (waiting) writeNow(waiting.query, waiting.replaces);
  }

  /** @param part that has changed */
  function write(query: string, part: QueryPart, options: WriteOptions): void {
    const { replaces = false, afterMs = 0, gesture = null } = options;
    const now = performance.now();
    const continuesGesture =
      activeGesture !== null &&
      activeGesture.part === part &&
      activeGesture.gesture === gesture &&
      now < activeGesture.until;
    activeGesture = gesture === null ? null : { part, gesture, until: now + GESTURE_ENDS_AFTER_MS };
    if (continuesGesture) return scheduleWrite(query, true, GESTURE_WRITE_DELAY_MS);
    if (afterMs > 0) return scheduleWrite(query, replaces, afterMs);
    // A waiting history entry is still added.
    if (replaces) return writeNow(query, waiting?.replaces ?? true);
    flush();
    // Too many calls, so this entry and the waiting one become one.
    if (waiting) return scheduleWrite(query, waiting.replaces, HISTORY_RETRY_MS);
    writeNow(query, false);
  }

  return {
    write,
    flush,
    /** Takes over the query after Back, Forward or a link. @returns null while it is the one that was written */
    adoptMoved(): string | null {
      const found = withoutMark(port.search());
      if (!port.isHere() || found === written) return null;
      cancelPending();
      activeGesture = null;
      written = found;
      return found;
    },
  };
}

function openEntry<T>(codec: Codec<T>, arrival: string): Entry<T> {
  const { parse, serialize, open = parse } = codec;
  const read = (query: string) => serialize(parse(query));
  const state = { value: open(arrival), gesture: null, arrivals: 0 };
  // Another object would make React render everything that shows the setting again, right after hydration.
  const isServed = !codec.isSetting || serialize(state.value) === "";
  const served = isServed ? state : { ...state, value: parse("") };
  return { query: arrival, text: read(arrival), state, served, read };
}

export type PageQuery = ReturnType<typeof createPageQuery>;

/** The newest query of one page, which the address follows. @param search the query at the start */
export function createPageQuery(search: string, port: HistoryPort) {
  const arrival = withoutMark(search);
  const { write, flush, adoptMoved } = createHistoryWriter(arrival, port);
  let query = arrival;
  const entries = new Map<QueryPart, Entry<unknown>>();
  const listeners = new Set<() => void>();

  function entryOf<T>(codec: Codec<T>): Entry<T> {
    // An entry belongs to the codec that is its key.
    const entry = (entries.get(codec) as Entry<T> | undefined) ?? openEntry(codec, arrival);
    entries.set(codec, entry);
    if (entry.query === query) return entry;
    entry.query = query;
    const value = codec.parse(query);
    const text = codec.serialize(value);
    if (text === entry.text) return entry;
    entry.text = text;
    entry.state = { value, gesture: null, arrivals: entry.state.arrivals + 1 };
    return entry;
  }

  function set<T>(codec: Codec<T>, change: (now: T) => T, options: WriteOptions = {}): void {
    const entry = entryOf(codec);
    const { value: before, arrivals } = entry.state;
    const value = change(before);
    if (Object.is(value, before)) return;
    entry.state = { value, gesture: options.gesture ?? null, arrivals };
    const text = codec.serialize(value);
    if (text !== entry.text) {
      entry.text = text;
      query = replacePart(query, codec.owns, text, codec.isFirst);
      entry.query = query;
      write(
        query,
        codec,
        codec.isSetting ? { replaces: true, afterMs: SETTING_DELAY_MS } : options,
      );
    }
    notifyListeners();
  }

  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }

  function handleAddressChange(): void {
    const found = adoptMoved();
    if (found === null) return;
    query = found;
    for (const [part, { text, read }] of entries) {
      if (!part.isSetting || text === "" || read(found) !== "") continue;
      query = replacePart(query, part.owns, text);
      write(query, part, { replaces: true });
    }
    notifyListeners();
  }

  return {
    path: port.path,
    /** the query that the page opened with, without question mark */
    arrival,
    isHere: port.isHere,
    historyState: port.state,
    addHistoryState: port.addState,
    /** Returns the newest state; the same object until it changes. */
    get: <T>(codec: Codec<T>): PageState<T> => entryOf(codec).state,
    /** Returns what the server renders and the browser hydrates with. */
    served: <T>(codec: Codec<T>): PageState<T> => entryOf(codec).served,
    set,
    /** Writes what waits. */
    flush,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Follows the address, and writes what waits before the page is left. */
    connect(): () => void {
      const leave = port.listen(handleAddressChange, flush);
      handleAddressChange();
      return () => {
        flush();
        leave();
      };
    },
  };
}

/** Returns the query with another value of one part. @param search with or without its question mark */
export function queryWith<T>(search: string, codec: Codec<T>, value: T): string {
  return replacePart(search, codec.owns, codec.serialize(value), codec.isFirst);
}

/** Replaces a feature's parameters. @returns the query without question mark */
export function replacePart(
  search: string,
  owns: (parameter: string) => boolean,
  text: string,
  isFirst = false,
): string {
  const others = withoutMark(search)
    .split("&")
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys();
      return part !== "" && (name === undefined || !owns(name));
    });
  return (isFirst ? [text, ...others] : [...others, text]).filter(Boolean).join("&");
}

/** @param path of the page, without the base path */
export function browserHistory(path: string): HistoryPort {
  const pathname = withBase(path);
  const addressOf = (query: string) => `${pathname}${query && `?${query}`}${location.hash}`;
  return {
    path,
    isHere: () => location.pathname === pathname,
    search: () => location.search,
    push: (query) => history.pushState(null, "", addressOf(query)),
    replace: (query) => history.replaceState(history.state, "", addressOf(query)),
    state: () => history.state,
    addState: (part) => history.replaceState({ ...Object(history.state), ...part }, ""),
    listen(follow, flush) {
      const ends = [
        // wouter dispatches the last two.
        listen(window, "popstate pushState replaceState", follow),
        // A click may be on a link, and what waits belongs to the page that the visitor is leaving. It also writes
        // the end of a drag with the mouse at once.
        listen(document, "click", flush, { capture: true }),
        listen(window, "pagehide", flush),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}
