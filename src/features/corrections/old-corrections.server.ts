import type { CorrectionDecisions } from "./correction-decisions.db.server.ts";
import type { CorrectionStore } from "./corrections.db.server.ts";

/** Old corrections are declined and erased at the start, and then at this interval. */
const SETTLE_EVERY_MS = 60 * 60_000;

/**
 * Declines corrections that nobody has decided, and erases senders of old ones, at the start and then every
 * hour. @returns a function that stops it
 */
export async function watchOldCorrections(
  store: Pick<CorrectionStore, "eraseSenders">,
  decisions: Pick<CorrectionDecisions, "declineOverdue">,
  report: (error: unknown) => void,
): Promise<() => void> {
  const settle = async () => {
    try {
      await decisions.declineOverdue(Date.now());
      await store.eraseSenders(Date.now());
    } catch (error) {
      report(error);
    }
  };
  await settle();
  const hourly = setInterval(() => void settle(), SETTLE_EVERY_MS).unref();
  return () => clearInterval(hourly);
}
