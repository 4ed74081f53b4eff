/** The document's only inline script does what cannot wait for the page's code. It imports nothing. */
const root = document.documentElement;
const { dataset } = root;
const isHydrated = (part: Element | null) => part?.hasAttribute("data-hydrated");
const partOf = (element: Element) => element.closest("[data-part]");

function showStoredTheme(): void {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") dataset["theme"] = theme;
}
/** Sets `data-{name}` and `--{name}`, the number of cars in a visitor's list, which determines its height. */
function reserveList(key: string, name: string): void {
  const cars = JSON.parse(localStorage.getItem(key) ?? "[]") as ({ make?: unknown } | null)[];
  const count = String(cars.filter((car) => car?.make).length);
  if (count === "0") return;
  dataset[name] = count;
  root.style.setProperty(`--${name}`, count);
}
/** Sets `data-compared` and `--compared`, the number of compared cars, to reserve the height of what shows them. */
function reserveComparison(): void {
  const address = new URLSearchParams(location.search).get("ev");
  const ids = (address ?? localStorage.getItem("ev_comparison") ?? "").match(/\d+/g);
  if (!ids) return;
  dataset["compared"] = "";
  root.style.setProperty("--compared", String(ids.length));
}
/** Fragments never reach the server, so marks that chats add to them are removed here. */
function removeTrailingMarks(): void {
  const fragment = decodeURIComponent(location.hash);
  const clean = fragment.replace(/[^\p{L}\p{N}]+$/u, "");
  if (clean && clean !== fragment) location.replace(clean);
}
/** Storage may be refused or broken (limits-and-texts.md#storage-keys). */
function tryTo(read: (...names: string[]) => void, ...names: string[]): void {
  try {
    read(...names);
  } catch {}
}
tryTo(showStoredTheme);
tryTo(reserveComparison);
tryTo(reserveList, "ev_saved", "saved");
tryTo(reserveList, "ev_recently_viewed", "viewed");
tryTo(removeTrailingMarks);

/** Records what translators and extensions change before React hydrates (`changes-by-others.ts`). */
function recordEarlyChanges(): void {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((more) => {
    for (const record of more) records.push(record);
  });
  observer.observe(document.body, {
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });
  window.takeEarlyChanges = () => {
    const all = [...records, ...observer.takeRecords()];
    observer.disconnect();
    return all;
  };
}
// The parser has read the whole document.
addEventListener("readystatechange", recordEarlyChanges, { capture: true, once: true });

/** The first script is the entry, which imports the others. */
function requestScripts(): void {
  const names = document.head.querySelector<HTMLElement>("script[data-scripts]")?.dataset;
  const [src, ...imported] = names?.["scripts"]?.split(" ") ?? [];
  const append = (tag: string, properties: object) =>
    document.head.append(Object.assign(document.createElement(tag), properties));
  for (const href of imported) append("link", { rel: "modulepreload", href });
  if (src) append("script", { type: "module", src });
  delete names?.["scripts"];
}
// On a slow line (400 ms and more) ask before lists request pictures, else after the paint; hidden pages have none.
addEventListener("DOMContentLoaded", () => setTimeout(requestScripts, 1_000));
const onPaint = (list: PerformanceObserverEntryList) =>
  list.getEntriesByName("first-contentful-paint").length > 0 && requestScripts();
if (performance.now() > 400) requestAnimationFrame(requestScripts);
else new PerformanceObserver(onPaint).observe({ type: "paint", buffered: true });

/** Lets the pictures below the first screen load (`data-below` in base.css), or those of a part in view. */
for (const event of ["scroll", "click", "keydown"])
  addEventListener(event, () => (dataset["scrolled"] ??= ""));
addEventListener("DOMContentLoaded", () => {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      target.toggleAttribute("data-seen", isIntersecting);
  });
  for (const part of document.querySelectorAll("[data-below]")) observer.observe(part);
});

/** Code that does not arrive cannot report its own failure. */
function onError({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || !target.src.includes("/assets/")) return;
  dataset["code"] = "missing";
  delete dataset["waiting"];
}
/** Shows the loading bar, or a message offline, where the browser's error page would replace the site. */
function leave(event: Event, by: Element): void {
  if (navigator.onLine || isHydrated(partOf(by)))
    return void setTimeout(() => event.defaultPrevented || (dataset["waiting"] = ""));
  event.preventDefault();
  if (isHydrated(root)) dispatchEvent(new Event("pressoffline"));
  else dataset["code"] = "missing";
}
function onSubmit(event: Event): void {
  const { target } = event;
  if (target instanceof Element && target.matches("[role=search]")) leave(event, target);
}
const pressed = new Set<HTMLButtonElement>(); // before their part has hydrated
function onClick(event: MouseEvent): void {
  const control = event.target instanceof Element && event.target.closest("a[href], button");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (control instanceof HTMLAnchorElement && !control.matches("[target], [download], [type]")) {
    const isHere = control.pathname + control.search === location.pathname + location.search;
    if (control.origin === location.origin && !(control.hash && isHere)) leave(event, control);
  }
  if (!(control instanceof HTMLButtonElement) || isHydrated(partOf(control))) return;
  // A form with an address works sooner than one that waits for the page's code, which may never come.
  const submits = control.type === "submit" && control.form?.hasAttribute("action");
  if (dataset["code"] || (submits && !isHydrated(root))) return;
  // React must not handle this press too, in case it hydrates just in time.
  event.stopPropagation();
  event.preventDefault();
  pressed.add(control);
  dataset["waiting"] = "";
}
/** Replays each press once. */
function onHydrated({ target: part }: Event): void {
  for (const button of [...pressed].filter((one) => partOf(one) === part)) {
    pressed.delete(button);
    if (pressed.size === 0) delete dataset["waiting"];
    button.click();
  }
}
addEventListener("click", onClick, true);
addEventListener("submit", onSubmit, true);
addEventListener("error", onError, true);
addEventListener("hydrated", onHydrated);
addEventListener("pageshow", ({ persisted }) => persisted && delete dataset["waiting"]);
