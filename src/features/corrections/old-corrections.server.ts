import type { CorrectionStore } from "./corrections.db.server.ts";
import { ERASE_EVERY_MS, FIRST_ERASE_MS } from "./limits.ts";

/**
 * Erases senders of old corrections shortly after the start and then daily. @returns a function that stops it
 */
export function watchOldCorrections(
  store: Pick<CorrectionStore, "eraseSenders">,
  report: (error: unknown) => void,
): () => void {
  const erase = () => void store.eraseSenders(Date.now()).catch(report);
  const first = setTimeout(erase, FIRST_ERASE_MS).unref();
  const daily = setInterval(erase, ERASE_EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}
