import type { SitePage } from "../../routes.ts";
import type { DeviceClass } from "../../ui/device.ts";

/** When a page reads again by itself, in milliseconds after it was shown or the stream was lost. */
export interface PollTimes {
  firstMs: number;
  everyMs: number;
}

const LIST_EVERY_MS = 30_000; // §7 GET /api/evs, on every device
const SECOND: PollTimes = { firstMs: 2_000, everyMs: 2_000 };
const CARD: PollTimes = { firstMs: 5_000, everyMs: 5_000 };

/** §4 Fresh-data refresh, §7 and §9, while the event stream is not open (readings 6). */
const TIMES = {
  table: {
    desktop: SECOND,
    mobile: { firstMs: 2_500, everyMs: LIST_EVERY_MS },
    // One refetch for the cards; what follows is the list's own.
    ios: { firstMs: 3_000, everyMs: LIST_EVERY_MS },
  },
  cards: {
    desktop: CARD,
    mobile: { firstMs: 2_500, everyMs: LIST_EVERY_MS },
    ios: { firstMs: 3_000, everyMs: LIST_EVERY_MS },
  },
  // `/direct`
  detail: { desktop: SECOND, mobile: CARD, ios: CARD },
} as const satisfies Record<string, Record<string, PollTimes>>;

/** What a page shows of the catalogue. */
export type LivePage = keyof typeof TIMES;

const LIVE_PAGES: Readonly<Partial<Record<string, LivePage>>> = {
  home: "table",
  compare: "cards",
  ev: "detail",
  admin: "table",
};

/** What the page shows of the catalogue; undefined for one without vehicles. */
export function livePageOf(page: SitePage): LivePage | undefined {
  return LIVE_PAGES[page];
}

/** The intervals of the specification. */
export function pollInterval(shown: {
  page: LivePage;
  device: DeviceClass;
  ios: boolean;
}): PollTimes {
  const { page, device, ios } = shown;
  return TIMES[page][device === "other" ? "desktop" : ios ? "ios" : "mobile"];
}

/** Whether a user agent is an iPhone, iPod or iPad. */
export function isIos(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent);
}
