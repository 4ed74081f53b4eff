import { withBase } from "../domain/base-path.ts";
import { ADDRESS_DELAY_MS, BURST_REST_MS, HISTORY_MAX_CALLS, HISTORY_WINDOW_MS } from "./limits.ts";

/** The browser's address; tests pass their own. */
export interface AddressPort {
  search: () => string;
  push: (search: string) => void;
  replace: (search: string) => void;
  now: () => number;
  /** @returns a function that cancels it */
  later: (run: () => void, ms: number) => () => void;
  listen: (follow: () => void, flush: () => void) => () => void;
}

export interface AddressOptions {
  /** on other paths, nothing is written or tracked */
  path: string;
  owns: (parameter: string) => boolean;
  /** returns the canonical text of this part of a query, without question mark; "" for none */
  read: (search: string) => string;
  /** whether it comes before other parameters */
  isFirst?: boolean;
  /** state of a new history entry; a replaced entry keeps its own */
  stepState?: unknown;
  port?: AddressPort | undefined;
}

interface WriteOptions {
  replaces?: boolean;
  /** delays the write by this time; a later write replaces it */
  afterMs?: number;
  /**
   * A name for rapid changes (a dragged thumb, typing): the first one adds a history entry, and the later
   * ones replace it after a pause.
   */
  burst?: string | null;
}

export type AddressState = ReturnType<typeof createAddressState>;

interface Waiting {
  readonly text: string;
  readonly replaces: boolean;
  readonly cancel: () => void;
}

/** wouter dispatches the last two. */
const ADDRESS_EVENTS = ["popstate", "pushState", "replaceState"] as const;

/**
 * One feature's part of a page's query. Each write adds a history entry unless an option says otherwise.
 * Browsers limit history calls; beyond our share, the latest text has to wait.
 *
 *     const address = createAddressState({ path: HOME, owns: isMine, read: (s) => format(parse(s)) });
 *     useEffect(() => address.connect((text) => show(parse(text))), []);
 *     address.write("make=Tesla");                                  // a choice
 *     address.write("minRange=300", { burst: "range" });            // a thumb that moves
 *     address.write("price=4", { replaces: true, afterMs: 400 });   // no step, after a rest
 */
export function createAddressState(options: AddressOptions) {
  const { path, owns, read, isFirst = false, stepState = null } = options;
  const port = options.port ?? browserPort(path, stepState);
  let written = read(port.search());
  let waiting: Waiting | null = null;
  let burst: { readonly name: string; readonly until: number } | null = null;
  let calls: number[] = [];
  let onMove: (text: string) => void = () => undefined;

  function mayCall(): boolean {
    const since = port.now() - HISTORY_WINDOW_MS;
    calls = calls.filter((time) => time > since);
    if (calls.length >= HISTORY_MAX_CALLS) return false;
    calls.push(port.now());
    return true;
  }

  function forget(): void {
    waiting?.cancel();
    waiting = null;
  }

  function wait(text: string, replaces: boolean, ms: number): void {
    forget();
    waiting = { text, replaces, cancel: port.later(flush, ms) };
  }

  function go(text: string, replaces: boolean): void {
    if (!mayCall()) return wait(text, replaces, HISTORY_WINDOW_MS / 10);
    forget();
    written = text;
    const search = replacePart(port.search(), owns, text, isFirst);
    if (replaces) port.replace(search);
    else port.push(search);
  }

  function flush(): void {
    if (!waiting) return;
    const { text, replaces } = waiting;
    if (text === written) forget();
    else go(text, replaces);
  }

  function follow(): void {
    const text = read(port.search());
    if (text === written) return;
    forget();
    burst = null;
    written = text;
    onMove(text);
  }

  return {
    /** The text in the address, as far as known; newer text may be pending. */
    written: () => written,
    write(text: string, writeOptions: WriteOptions = {}): void {
      const { replaces = false, afterMs = 0, burst: name = null } = writeOptions;
      if (!replaces && text === (waiting?.text ?? written)) return;
      const now = port.now();
      const goesOn = name !== null && burst?.name === name && now < burst.until;
      burst = name === null ? null : { name, until: now + BURST_REST_MS };
      if (goesOn) return wait(text, true, ADDRESS_DELAY_MS);
      if (afterMs > 0) return wait(text, replaces, afterMs);
      if (replaces) {
        forget();
      } else {
        flush();
        // Too many calls, so this write and the pending one are combined.
        if (waiting) return wait(text, waiting.replaces, HISTORY_WINDOW_MS / 10);
      }
      if (text !== written) go(text, replaces);
    },
    flush,
    /**
     * Writes pending text before the page is left, and reports changes made by others.
     * @param told receives the text after Back, Forward or a link, but not after own writes
     */
    connect(told: (text: string) => void): () => void {
      onMove = told;
      const leave = port.listen(follow, flush);
      follow();
      return () => {
        flush();
        leave();
        onMove = () => undefined;
      };
    },
  };
}

/**
 * Replaces this feature's parameters of a query.
 * @returns the query without question mark
 */
export function replacePart(
  search: string,
  owns: (parameter: string) => boolean,
  text: string,
  isFirst = false,
): string {
  const others = search
    .replace(/^\?/u, "")
    .split("&")
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys();
      return part !== "" && (name === undefined || !owns(name));
    });
  return (isFirst ? [text, ...others] : [...others, text]).filter(Boolean).join("&");
}

function browserPort(ownPath: string, stepState: unknown): AddressPort {
  const path = withBase(ownPath);
  const addressOf = (search: string) => `${path}${search && `?${search}`}${location.hash}`;
  // A pause that ends after the visitor has left must not write to another page's address.
  const isHere = () => location.pathname === path;
  return {
    search: () => (typeof location === "object" ? location.search : ""),
    push: (search) => isHere() && history.pushState(stepState, "", addressOf(search)),
    replace: (search) => isHere() && history.replaceState(history.state, "", addressOf(search)),
    now: () => performance.now(),
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    listen(follow, flush) {
      const events = new AbortController();
      const { signal } = events;
      const followHere = () => isHere() && follow();
      for (const event of ADDRESS_EVENTS) addEventListener(event, followHere, { signal });
      // A click may be on a link, and pending text belongs to the page that the visitor is leaving.
      document.addEventListener("click", flush, { capture: true, signal });
      addEventListener("pagehide", flush, { signal });
      return () => events.abort();
    },
  };
}
