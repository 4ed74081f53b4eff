import type { Query, QueryClient } from "@tanstack/react-query";
import { withBase } from "../../domain/base-path.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { dataVersions } from "../../ui/calls/answers.ts";
import type { DeviceClass } from "../../ui/device.ts";
import { hydrateWholePage } from "../../ui/hydration.ts";
import { evQuery, evsQuery, readDirect } from "../catalogue/catalogue.queries.ts";
import { EVENTS_PATH } from "../../domain/routes.ts";
import { throttle } from "./throttle.ts";

/** Models, rows and ratings; votes; or anything that happened before the stream was open. */
const LIVE_EVENTS = ["catalogue", "votes", "all"] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];
export const DIRECT_MIN_GAP_MS = 500; // between two reads of `/direct` (everywhere.md#polling)
const READ_BESIDE_STREAM_MS = 30_000; // everywhere.md#polling; catches events that were lost
/** A stream that does not open is retried after this time, then after twice as long... */
const REOPEN_FIRST_MS = 5_000;
/** ...and at most this far apart. */
const REOPEN_MAX_MS = 60_000;

/** First element of the query keys. */
const CATALOGUE_KEYS = ["evs", "ev", "places", "history", "reviews", "evidence", "claims"];
const VOTES_KEYS = ["votes"];
export const KEYS_OF: Readonly<Record<LiveEvent, readonly string[]>> = {
  catalogue: CATALOGUE_KEYS,
  votes: VOTES_KEYS,
  all: [...CATALOGUE_KEYS, ...VOTES_KEYS],
};

const MODEL_KEYS: ReadonlySet<string> = new Set(["evs", "ev"]);

/** Reading a deleted model would get a 404, which browsers log in the console. */
function belongsToGoneModel(client: QueryClient, { queryKey: [, id] }: Query): boolean {
  if (typeof id !== "number") return false;
  const list = client.getQueryCache().find<Ev[]>({ queryKey: evsQuery.queryKey, type: "active" });
  const models = list?.state.data;
  return models?.every((ev) => ev.id !== id) ?? client.getQueryData(evQuery(id).queryKey) === null;
}

/** Runs one round of reads at a time; hidden queries are read when shown. */
export function createRefresh(client: QueryClient) {
  const wanted = new Set<string>();
  let isReading = false;

  async function readWanted(mayJoinRunning: boolean): Promise<void> {
    isReading = true;
    while (wanted.size > 0) {
      const keys = new Set(wanted);
      wanted.clear();
      // Read the models first, to learn which of them no longer exist.
      for (const isOfModels of [true, false]) {
        const predicate = (query: Query) => {
          const key = String(query.queryKey[0]);
          if (!keys.has(key) || MODEL_KEYS.has(key) !== isOfModels) return false;
          if (!isOfModels && belongsToGoneModel(client, query)) return false;
          // Queries that were never read, or are known not to exist, show that themselves and offer a retry.
          return query.state.data != null || query.state.fetchStatus === "fetching";
        };
        // An ongoing read may have begun before the change, but cancelling it would starve a slow connection.
        const isUnderWay = client.isFetching({ predicate, type: "active" }) > 0;
        const readAgain = () => client.invalidateQueries({ predicate }, { cancelRefetch: false });
        await readAgain();
        if (isUnderWay && !mayJoinRunning) await readAgain();
      }
    }
    isReading = false;
  }

  return (keys: readonly string[], mayJoinRunning = false) => {
    for (const key of keys) wanted.add(key);
    if (!isReading) void readWanted(mayJoinRunning);
  };
}

interface LiveStreamHandlers {
  onOpen: () => void;
  /** the first event of each stream is `all` */
  onEvent: (event: LiveEvent, data: string) => void;
  /** also called when it never opened */
  onLost: () => void;
}

/** Spreads reconnects, so that browsers do not all hit a restarted server at once. @param random from 0 to 1 */
export function reopenDelay(failures: number, random: number): number {
  const longest = Math.min(REOPEN_MAX_MS, REOPEN_FIRST_MS * 2 ** (failures - 1));
  return longest * (0.5 + random / 2);
}

/**
 * After a short break the browser reconnects by itself. After a refusal or a second failure we reopen the
 * stream with growing delays.
 * @returns a function that closes it
 */
function openLiveStream({ onOpen, onEvent, onLost }: LiveStreamHandlers): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = connect();

  function connect(): EventSource {
    const eventSource = new EventSource(withBase(EVENTS_PATH));
    eventSource.addEventListener("open", () => {
      failures = 0;
      onOpen();
    });
    eventSource.addEventListener("error", () => {
      failures++;
      hydrateWholePage(); // polling only reads what hydrated parts have read
      onLost();
      if (failures < 2 && eventSource.readyState !== EventSource.CLOSED) return;
      eventSource.close();
      timer = setTimeout(() => (source = connect()), reopenDelay(failures, Math.random()));
    });
    for (const event of LIVE_EVENTS) {
      eventSource.addEventListener(event, ({ data }: MessageEvent<string>) => {
        if (event !== "all") hydrateWholePage(); // its served HTML is out of date
        onEvent(event, data);
      });
    }
    return eventSource;
  }

  return () => {
    clearTimeout(timer);
    source.close();
  };
}

const WITH_STREAM_TIMES = { firstMs: READ_BESIDE_STREAM_MS, everyMs: READ_BESIDE_STREAM_MS };

/** @returns a function that stops it */
function startPolling(run: () => void, { firstMs, everyMs }: typeof WITH_STREAM_TIMES): () => void {
  let timer = setTimeout(function tick() {
    timer = setTimeout(tick, everyMs);
    run();
  }, firstMs);
  return () => clearTimeout(timer);
}

interface LiveTarget {
  page: LivePage;
  evId: number;
}

export type Live = ReturnType<typeof createLive>;

/** @returns what to read: only the votes if the page still shows its document and the catalogue has not changed */
function adoptVersions(event: keyof typeof KEYS_OF, data: string) {
  const { version, votes } = dataVersions;
  Object.assign(dataVersions, JSON.parse(data)); // as live.routes.server.ts writes it
  const isUnchanged = event === "all" && votes === undefined && dataVersions.version === version;
  return KEYS_OF[isUnchanged ? "votes" : event];
}

/** Uses the event stream while it is open, otherwise polling (everywhere.md#polling). */
export function createLive({ client, device }: { client: QueryClient; device: DeviceClass }) {
  const refresh = createRefresh(client);
  const ios = isIos(navigator.userAgent);
  let shownPage: LiveTarget | null = null;
  let closeStream: (() => void) | undefined;
  let isOpen = false;
  /** the page was hidden, and nothing has been read since */
  let isResumed = false;
  let stopPolling = () => {};
  const stopped = new AbortController();

  const throttledDirectRead = throttle(() => {
    if (shownPage?.page === "detail") void readDirect(client, shownPage.evId);
  }, DIRECT_MIN_GAP_MS);

  function read(): void {
    if (!navigator.onLine) return;
    if (shownPage?.page !== "detail") refresh(["evs"], true);
    else if (isOpen) refresh(["ev", "history", "evidence", "claims"], true);
    else throttledDirectRead.call();
  }

  function schedule(): void {
    stopPolling();
    if (!shownPage || !closeStream) return;
    const times = isOpen ? WITH_STREAM_TIMES : pollInterval({ page: shownPage.page, device, ios });
    stopPolling = startPolling(read, times);
  }

  const open = () =>
    openLiveStream({
      onOpen() {
        isOpen = true;
        isResumed = false;
        schedule();
      },
      onEvent(event, data) {
        refresh(adoptVersions(event, data));
      },
      onLost() {
        const wasOpen = isOpen;
        isOpen = false;
        if (isResumed) read();
        if (isResumed || wasOpen) schedule();
        isResumed = false;
      },
    });

  /** A hidden page keeps no connection, because a browser only has six per site. */
  function close(): void {
    closeStream?.();
    closeStream = undefined;
    isOpen = false;
    throttledDirectRead.stop();
  }

  function onVisibilityChange(): void {
    if (document.visibilityState === "hidden") close();
    else if (!shownPage || closeStream) return;
    else {
      isResumed = true;
      closeStream = open();
    }
    schedule();
  }

  function onOnline(): void {
    if (!closeStream) return;
    close();
    onVisibilityChange();
  }

  /** @param next null for a page without vehicles */
  function show(next: LiveTarget | null): void {
    shownPage = next;
    const isWanted = next !== null && document.visibilityState === "visible";
    if (isWanted) closeStream ??= open();
    else close();
    schedule();
  }

  document.addEventListener("visibilitychange", onVisibilityChange, stopped);
  window.addEventListener("online", onOnline, stopped);
  return {
    show,
    stop() {
      stopped.abort();
      show(null);
    },
  };
}

/** When to poll, in milliseconds after the page became visible or the stream was lost. */
interface PollTimes {
  firstMs: number;
  everyMs: number;
}

const EVERY_2_S: PollTimes = { firstMs: 2_000, everyMs: 2_000 };
const EVERY_5_S: PollTimes = { firstMs: 5_000, everyMs: 5_000 };
/** One refetch, then the list's own interval of 30 s on every device (everywhere.md#polling). */
const LIST_TIMES = {
  mobile: { firstMs: 2_500, everyMs: 30_000 },
  ios: { firstMs: 3_000, everyMs: 30_000 },
};

/** everywhere.md#polling, used while the event stream is not open (everywhere.md#live-data). */
const POLL_TIMES = {
  table: { desktop: EVERY_2_S, ...LIST_TIMES },
  cards: { desktop: EVERY_5_S, ...LIST_TIMES },
  // `/direct`
  detail: { desktop: EVERY_2_S, mobile: EVERY_5_S, ios: EVERY_5_S },
} as const satisfies Record<string, Record<string, PollTimes>>;

export type LivePage = keyof typeof POLL_TIMES;

export function pollInterval(shown: {
  page: LivePage;
  device: DeviceClass;
  ios: boolean;
}): PollTimes {
  const { page, device, ios } = shown;
  return POLL_TIMES[page][device === "other" ? "desktop" : ios ? "ios" : "mobile"];
}

export function isIos(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent);
}
