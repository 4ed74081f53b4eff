import type { QueryClient } from "@tanstack/react-query";
import type { DeviceClass } from "../../ui/device.ts";
import { DIRECT_MIN_GAP_MS, READ_BESIDE_STREAM_MS } from "./limits.ts";
import { openLiveStream } from "./live-stream.ts";
import { isIos, type LivePage, pollInterval } from "./poll-interval.ts";
import { createRefresh, HOME_KEY, KEYS_OF } from "./refresh.ts";
import { spaced } from "./spaced.ts";

/** What the page shows now; `evId` is that of the detail page. */
interface LivePlace {
  page: LivePage;
  evId: number;
}

export interface LiveOptions {
  client: QueryClient;
  device: DeviceClass;
  /** reads one model past every cache (§7 `/direct`) */
  readDirect: (client: QueryClient, evId: number) => Promise<void>;
}

/** Keeps what a page shows as new as the database, while the page can be seen. */
export interface Live {
  /** @param place null for a page that shows no vehicles */
  show(place: LivePlace | null): void;
  stop(): void;
}

/**
 * The one mechanism of fresh data: the event stream while it is open, else the specification's
 * polling, in one request for the page (readings 6).
 */
export function createLive({ client, device, readDirect }: LiveOptions): Live {
  const refresh = createRefresh(client);
  const ios = isIos(navigator.userAgent);
  let place: LivePlace | null = null;
  let closeStream: (() => void) | undefined;
  let isOpen = false;
  let hasBeenOpen = false;
  /** the page was hidden, and nothing has been read since */
  let isResumed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const direct = spaced(() => {
    if (place?.page === "detail") void readDirect(client, place.evId);
  }, DIRECT_MIN_GAP_MS);

  function read(): void {
    if (!navigator.onLine) return;
    // With a stream somebody would have told that the document is out of date.
    if (place?.page !== "detail") refresh(isOpen ? ["evs"] : ["evs", HOME_KEY], true);
    else if (isOpen) refresh(["ev"], true);
    else direct.call();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (!place || !closeStream) return;
    const { firstMs, everyMs } = isOpen
      ? { firstMs: READ_BESIDE_STREAM_MS, everyMs: READ_BESIDE_STREAM_MS }
      : pollInterval({ page: place.page, device, ios });
    const tick = () => {
      timer = setTimeout(tick, everyMs);
      read();
    };
    timer = setTimeout(tick, firstMs);
  }

  function open(): () => void {
    return openLiveStream({
      onOpen(missed) {
        isOpen = true;
        isResumed = false;
        // Between the page's own reads and this moment nobody told of changes.
        // The document itself is as new as can be when the first one opens.
        if (missed) refresh(KEYS_OF.all.filter((key) => key !== HOME_KEY || hasBeenOpen));
        hasBeenOpen = true;
        schedule();
      },
      onEvent: (event) => refresh(KEYS_OF[event]),
      onLost() {
        const wasOpen = isOpen;
        isOpen = false;
        if (isResumed) read();
        if (isResumed || wasOpen) schedule();
        isResumed = false;
      },
    });
  }

  /** Pages in the background hold no connection: a browser has six of them for a site. */
  function close(): void {
    closeStream?.();
    closeStream = undefined;
    isOpen = false;
    direct.stop();
  }

  function onVisibilityChange(): void {
    if (document.visibilityState === "hidden") {
      close();
      schedule();
    } else if (place && !closeStream) {
      isResumed = true;
      closeStream = open();
      schedule();
    }
  }

  /** The network is back: there is no reason to wait. */
  function onOnline(): void {
    if (!closeStream) return;
    close();
    onVisibilityChange();
  }

  document.addEventListener("visibilitychange", onVisibilityChange);
  window.addEventListener("online", onOnline);
  return {
    show(next) {
      place = next;
      const isWanted = next !== null && document.visibilityState === "visible";
      if (isWanted) closeStream ??= open();
      else close();
      schedule();
    },
    stop() {
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("online", onOnline);
      place = null;
      close();
      schedule();
    },
  };
}
