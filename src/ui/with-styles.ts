/** Style sheets that did not arrive. */
const failed = new Set<HTMLLinkElement>();

if (typeof document !== "undefined") {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  };
  addEventListener("error", note, true);
}

/**
 * Fetches code that has a style sheet of its own. The bundler's helper asks for each sheet once: one
 * that did not arrive is asked for again first, or what comes would be shown without it.
 */
export async function withStyles<Code>(load: () => Promise<Code>): Promise<Code> {
  const again = [...failed].map(arrivalOf);
  failed.clear();
  await Promise.all(again);
  return load();
}

function arrivalOf(dead: HTMLLinkElement): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  const arrival = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
  link.href = dead.href;
  dead.replaceWith(link);
  return arrival;
}
