import { toast } from "./toast.ts";

/** Thrown when code did not arrive, because there is no network or a new release has replaced it. */
export class MissingCode extends Error {}

let hasFailed = false;

/** Loads code, after retrying the style sheets that failed in an earlier attempt. @throws MissingCode */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    // Vite requests each style sheet only once.
    if (hasFailed) await fetchFailedSheets();
    hasFailed = false;
    return await load();
  } catch (cause) {
    hasFailed = true;
    throw new MissingCode("Part of the page did not load.", { cause });
  }
}

function fetchFailedSheets(): Promise<unknown> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const failed = [...sheets].filter((sheet) => !sheet.disabled && !sheet.sheet);
  return Promise.all(
    failed.map((sheet) => {
      const again = document.createElement("link");
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      again.addEventListener("load", resolve);
      again.addEventListener("error", reject);
      again.rel = "stylesheet";
      again.href = sheet.href;
      sheet.replaceWith(again);
      return promise;
    }),
  );
}

/**
 * Loads the code of a part that was served. Never rejects, so that the served HTML stays: without a network
 * it waits for it to return; otherwise only a reload can help, and the document says so.
 */
export async function loadServedPart<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await loadCode(load);
    } catch {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      if (navigator.onLine) showCodeMissing(true);
      else addEventListener("online", resolve, { once: true });
      await promise;
    }
  }
}

/** Shows or hides the document's message that part of the page did not load. */
export function showCodeMissing(isMissing: boolean): void {
  const { dataset } = document.documentElement;
  if (!isMissing) return void delete dataset["code"];
  dataset["code"] = "missing";
  // A press from before hydration would wait for ever.
  delete dataset["waiting"];
}

/** Explains why a press did nothing. */
export function reportMissingCode(): void {
  if (navigator.onLine) showCodeMissing(true);
  else sayOffline();
}

export function sayOffline(): void {
  toast({
    description: "You are offline. Please check your connection and try again.",
    variant: "destructive",
  });
}
