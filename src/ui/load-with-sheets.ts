const failedSheets = new Set<HTMLLinkElement>();

if (typeof document !== "undefined") {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedSheets.add(target);
  };
  addEventListener("error", onError, true);
}

function fetchSheet(failed: HTMLLinkElement): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  const { promise, resolve, reject } = Promise.withResolvers<Event>();
  link.addEventListener("load", resolve);
  link.addEventListener("error", reject);
  link.href = failed.href;
  failed.replaceWith(link);
  return promise;
}

/** The bundler asks for each style sheet once, so failed ones are fetched first. */
export async function loadWithSheets<Code>(load: () => Promise<Code>): Promise<Code> {
  const sheets = [...failedSheets].map(fetchSheet);
  failedSheets.clear();
  await Promise.all(sheets);
  return load();
}
