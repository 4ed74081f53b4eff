import type { DeviceClass } from "../../ui/device.ts";

/** When to poll, in milliseconds after the page became visible or the stream was lost. */
interface PollTimes {
  firstMs: number;
  everyMs: number;
}

const SECOND: PollTimes = { firstMs: 2_000, everyMs: 2_000 };
const CARD: PollTimes = { firstMs: 5_000, everyMs: 5_000 };
/** One refetch, then the list's own interval of 30 s on every device (everywhere.md#polling). */
const LIST = {
  mobile: { firstMs: 2_500, everyMs: 30_000 },
  ios: { firstMs: 3_000, everyMs: 30_000 },
};

/** everywhere.md#polling, used while the event stream is not open (everywhere.md#live-data). */
const TIMES = {
  table: { desktop: SECOND, ...LIST },
  cards: { desktop: CARD, ...LIST },
  // `/direct`
  detail: { desktop: SECOND, mobile: CARD, ios: CARD },
} as const satisfies Record<string, Record<string, PollTimes>>;

export type LivePage = keyof typeof TIMES;

export function pollInterval(shown: {
  page: LivePage;
  device: DeviceClass;
  ios: boolean;
}): PollTimes {
  const { page, device, ios } = shown;
  return TIMES[page][device === "other" ? "desktop" : ios ? "ios" : "mobile"];
}

export function isIos(userAgent: string): boolean {
  return /iPhone|iPad|iPod/.test(userAgent);
}
