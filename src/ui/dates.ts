const inUtc = (at: string, options: Intl.DateTimeFormatOptions) =>
  new Date(at).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** Formats `2026-11-23`, or a time on that day in UTC, as `November 23, 2026`, or short as `Nov 23, 2026`. */
export function formatDay(at: string, isShort = false): string {
  return inUtc(at, { dateStyle: isShort ? "medium" : "long" });
}

/** Formats `2025-07` as `July 2025`. */
export function formatMonth(at: string): string {
  return inUtc(at, { month: "long", year: "numeric" });
}

/** Formats a time as `Nov 21, 2026` in the reader's time zone. */
export function formatLocalDay(at: string): string {
  return new Date(at).toLocaleDateString("en-US", { dateStyle: "medium" });
}

/** Formats a time as `Nov 21, 2026, 3:05 PM` in the reader's time zone. */
export function formatLocalTime(at: string): string {
  return new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}

/** Formats a time as `3:05 PM` in the reader's time zone. */
export function formatLocalClock(at: string): string {
  return new Date(at).toLocaleTimeString("en-US", { timeStyle: "short" });
}
