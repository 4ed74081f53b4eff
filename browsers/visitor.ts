import { setTimeout } from "node:timers/promises";

import type { Wire } from "./wire.ts";

/** The same timeout as in the Chromium tests. */
const WAIT_MS = 20_000;
const LOOK_AGAIN_MS = 50;

const ROLES = {
  article: "article",
  button: "button, summary, [role=button]",
  cell: "td, [role=gridcell]",
  checkbox: "input[type=checkbox]",
  dialog: "dialog, [role=dialog]",
  heading: "h1, h2, h3, h4",
  link: "a[href]",
  radio: "input[type=radio]",
  row: "tr",
  searchbox: "input[type=search]",
  slider: "input[type=range], [role=slider]",
  textbox: "input:not([type]), input[type=text], input[type=password], textarea",
};

/** Key codes from W3C WebDriver 17.4.2. */
export const KEYS = {
  Control: "\uE009",
  Enter: "\uE007",
  PageDown: "\uE00F",
  End: "\uE010",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/** A selector, or role and accessible name, optionally inside another target. */
export type Target = string | { role: keyof typeof ROLES; name?: string | RegExp; within?: Target };

interface Step {
  css: string;
  name?: string;
  flags?: string;
}

interface Found {
  count: number;
  /** of all matches, one per line */
  text: string;
  value: string | null;
  /** the middle of the first match, null while a press there would miss it */
  point: { x: number; y: number } | null;
  /** of the first match, relative to the window */
  box: { x: number; y: number; width: number; height: number };
}

/** Finds visible matches in order. Runs inside the page, so it must not use anything from this module. */
function find(steps: readonly Step[], isPressed: boolean): Found {
  const words = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (node: Element): string => {
    const ids = node.getAttribute("aria-labelledby")?.split(" ");
    if (ids) return words(ids.map((id) => document.getElementById(id)?.textContent).join(" "));
    const label = node.getAttribute("aria-label");
    if (label) return label;
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
      return words(node.labels?.[0]?.textContent);
    return words(node.textContent);
  };
  let nodes: Element[] = [document.documentElement];
  for (const { css, name, flags } of steps) {
    const wanted = name === undefined ? /(?:)/ : new RegExp(name, flags);
    nodes = nodes
      .flatMap((root) => [...root.querySelectorAll(css)])
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .filter((node) => wanted.test(nameOf(node)));
  }
  const node = nodes[0];
  if (!node) {
    return {
      count: 0,
      text: "",
      value: null,
      point: null,
      box: { x: 0, y: 0, width: 0, height: 0 },
    };
  }
  if (isPressed) node.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = node.getBoundingClientRect();
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const met = document.elementFromPoint(point.x, point.y);
  const label = met?.closest("label");
  const isMet = (met && node.contains(met)) || (label && label.control === node);
  return {
    count: nodes.length,
    text: nodes.map((one) => words(one.textContent)).join("\n"),
    value: "value" in node ? String(node.value) : null,
    point: isMet && !node.matches(":disabled") ? point : null,
    box: { x, y, width, height },
  };
}

/** Records errors in the page for the test. */
function keepErrors(): void {
  const kept: string[] = [];
  Object.assign(globalThis, { keptErrors: kept });
  // Not a real error: a resize was reported one frame later. Playwright does not report it in Chromium
  // either.
  const put = "ResizeObserver loop completed with undelivered notifications.";
  addEventListener("error", ({ message }) => message === put || kept.push(message));
  addEventListener("unhandledrejection", ({ reason }) => kept.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    kept.push(`${violatedDirective} forbids ${blockedURI}`),
  );
  const say = console.error.bind(console);
  console.error = (...words) => {
    kept.push(words.map(String).join(" "));
    say(...words);
  };
}

const literally = (name: string) => `^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;

function stepsOf(target: Target): Step[] {
  if (typeof target === "string") return [{ css: target }];
  const { role, name, within } = target;
  const wanted = name instanceof RegExp ? { name: name.source, flags: name.flags } : {};
  const exact = typeof name === "string" ? { name: literally(name) } : {};
  return [...(within ? stepsOf(within) : []), { css: ROLES[role], ...wanted, ...exact }];
}

const said = (target: Target): string =>
  typeof target === "string" ? target : `${target.role} ${String(target.name ?? "")}`;

/** A person with a mouse and a keyboard, in any browser that the wire drives. */
export class Visitor {
  readonly #wire: Wire;
  readonly #origin: string;

  constructor(wire: Wire, origin: string) {
    this.#wire = wire;
    this.#origin = origin;
  }

  /** Clears stored data except the session and the device's name. */
  async forget(): Promise<void> {
    // Use a document without code, which could write again.
    await this.#wire.open(`${this.#origin}/robots.txt`);
    await this.#wire.run(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }

  /** Opens a page and waits until it is hydrated, as the Chromium tests do. */
  async open(path: string): Promise<void> {
    await this.#wire.open(this.#origin + path);
    await this.#wire.run(keepErrors);
    await this.until("the page listens", () =>
      this.run(() => document.querySelector("#main[data-hydrated]") !== null),
    );
  }

  run: Wire["run"] = (inPage, ...args) => this.#wire.run(inPage, ...args);

  /** Everything that the page has printed or thrown since it was opened. */
  errors(): Promise<string[]> {
    return this.run(() => (globalThis as { keptErrors?: string[] }).keptErrors ?? []);
  }

  look(target: Target): Promise<Found> {
    return this.run(find, stepsOf(target), false);
  }

  /** Waits until a condition holds. @param what describes it in the error @throws Error when time is up */
  async until(what: string, isTrue: () => Promise<unknown>): Promise<void> {
    const end = Date.now() + WAIT_MS;
    while (!(await isTrue())) {
      if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
      await setTimeout(LOOK_AGAIN_MS);
    }
  }

  /** Waits for a visible match that contains the text; an empty text matches anything. */
  async see(target: Target, words: string | RegExp = ""): Promise<void> {
    await this.until(`${said(target)} says ${String(words)}`, async () => {
      const { count, text } = await this.look(target);
      return count > 0 && (words instanceof RegExp ? words.test(text) : text.includes(words));
    });
  }

  async gone(target: Target): Promise<void> {
    await this.until(`${said(target)} is gone`, async () => !(await this.look(target)).count);
  }

  /** Scrolls the target to the middle of the window and waits until it stops moving. */
  async #still(target: Target, isReady: (found: Found) => boolean): Promise<Found> {
    let before = "";
    let found = await this.look(target);
    await this.until(`${said(target)} can be pressed`, async () => {
      found = await this.run(find, stepsOf(target), true);
      const now = JSON.stringify(found.box);
      const isStill = found.count > 0 && now === before && isReady(found);
      before = now;
      return isStill;
    });
    return found;
  }

  /** Scrolls close enough to the target for its code to load. */
  async comeTo(target: Target): Promise<void> {
    await this.#still(target, () => true);
  }

  /** Presses the middle of the target once it has stopped moving and nothing covers it. */
  async press(target: Target): Promise<void> {
    const { point } = await this.#still(target, (found) => found.point !== null);
    await this.#point([
      { type: "pointerMove", duration: 0, ...point },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  /**
   * Drags down the middle of the target.
   * @param from start in px below its upper edge
   * @param to end as a fraction of its height
   */
  async dragDown(target: Target, from: number, to: number): Promise<void> {
    const { box } = await this.#still(target, () => true);
    const x = Math.round(box.x + box.width / 2);
    const moves = [from, (from + box.height * to) / 2, box.height * to].map((below) => ({
      type: "pointerMove",
      duration: 50,
      x,
      y: Math.round(box.y + below),
    }));
    const [first, ...others] = moves;
    await this.#point([
      { ...first },
      { type: "pointerDown", button: 0 },
      ...others,
      { type: "pointerUp", button: 0 },
    ]);
  }

  #point(actions: readonly object[]): Promise<void> {
    const parameters = { pointerType: "mouse" };
    return this.#wire.act([{ type: "pointer", id: "mouse", parameters, actions }]);
  }

  /** Types characters one key at a time; `KEYS` can be among them. */
  async type(text: string, held?: string): Promise<void> {
    const keys = Array.from(text, (value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]).flat();
    const actions = held
      ? [{ type: "keyDown", value: held }, ...keys, { type: "keyUp", value: held }]
      : keys;
    await this.#wire.act([{ type: "key", id: "keys", actions }]);
  }

  /** Presses a field and replaces its text, as a person would. */
  async typeInto(target: Target, text: string): Promise<void> {
    await this.press(target);
    await this.type("a", KEYS.Control);
    await this.type(text);
    await this.until(`${said(target)} holds ${text}`, async () => {
      return (await this.look(target)).value === text;
    });
  }

  choose(selector: string, path: string): Promise<void> {
    return this.#wire.choose(selector, path);
  }

  screenshot(): Promise<Buffer> {
    return this.#wire.screenshot();
  }
}
