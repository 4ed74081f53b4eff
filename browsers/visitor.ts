import { setTimeout } from "node:timers/promises";

import type { Wire } from "./wire.ts";

/** As long as the tests in Chromium wait for what a page is to show. */
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

/** Names of keys of W3C WebDriver 17.4.2. */
export const KEYS = {
  Control: "\uE009",
  Enter: "\uE007",
  PageDown: "\uE00F",
  End: "\uE010",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/** By selector, or by role and name as a screen reader says it, within another. */
export type Target = string | { role: keyof typeof ROLES; name?: string | RegExp; within?: Target };

interface Step {
  css: string;
  name?: string;
  flags?: string;
}

interface Found {
  count: number;
  /** of all, a line each */
  text: string;
  value: string | null;
  /** the middle of the first one, null while a press would not meet it */
  point: { x: number; y: number } | null;
  /** of the first one, in the window */
  box: { x: number; y: number; width: number; height: number };
}

/** What these steps find, in sight and in order; written into the page, so it uses nothing else. */
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

/** What goes wrong in a page where nobody looks is kept for the test. */
function keepErrors(): void {
  const kept: string[] = [];
  Object.assign(globalThis, { keptErrors: kept });
  // Nothing is thrown: what was resized meanwhile is told a frame later. Chromium's tests hear no word of it.
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

/** Somebody with a mouse and a keyboard, in whichever browser the wire leads to. */
export class Visitor {
  readonly #wire: Wire;
  readonly #origin: string;

  constructor(wire: Wire, origin: string) {
    this.#wire = wire;
    this.#origin = origin;
  }

  /** Leaves nothing of who was here before but a sign-in and the device's name. */
  async forget(): Promise<void> {
    // A document without code, which would write again.
    await this.#wire.open(`${this.#origin}/robots.txt`);
    await this.#wire.run(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }

  /** Opens a page and waits until it answers, as the tests in Chromium do. */
  async open(path: string): Promise<void> {
    await this.#wire.open(this.#origin + path);
    await this.#wire.run(keepErrors);
    await this.until("the page listens", () =>
      this.run(() => document.querySelector("#main[data-hydrated]") !== null),
    );
  }

  run: Wire["run"] = (inPage, ...args) => this.#wire.run(inPage, ...args);

  /** Everything that the page printed or threw since it was opened. */
  errors(): Promise<string[]> {
    return this.run(() => (globalThis as { keptErrors?: string[] }).keptErrors ?? []);
  }

  look(target: Target): Promise<Found> {
    return this.run(find, stepsOf(target), false);
  }

  /** @throws when the condition does not come true in time; `what` says which */
  async until(what: string, isTrue: () => Promise<unknown>): Promise<void> {
    const end = Date.now() + WAIT_MS;
    while (!(await isTrue())) {
      if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
      await setTimeout(LOOK_AGAIN_MS);
    }
  }

  /** Waits for something in sight that holds these words; an empty text takes any. */
  async see(target: Target, words: string | RegExp = ""): Promise<void> {
    await this.until(`${said(target)} says ${String(words)}`, async () => {
      const { count, text } = await this.look(target);
      return count > 0 && (words instanceof RegExp ? words.test(text) : text.includes(words));
    });
  }

  async gone(target: Target): Promise<void> {
    await this.until(`${said(target)} is gone`, async () => !(await this.look(target)).count);
  }

  /** Brings it to the middle of the window, as a reader does, and waits until it stands still. */
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

  /** Comes near enough for its code to be fetched. */
  async comeTo(target: Target): Promise<void> {
    await this.#still(target, () => true);
  }

  /** Presses the middle of it as soon as it stands still and nothing covers it. */
  async press(target: Target): Promise<void> {
    const { point } = await this.#still(target, (found) => found.point !== null);
    await this.#point([
      { type: "pointerMove", duration: 0, ...point },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  /** Drags downwards in the middle of it. @param from, to in px below its upper edge; to of its height */
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

  /** Types these characters, one key after another; those of `KEYS` among them. */
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

  /** Presses a field and types over what is in it, once, as a person does. */
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
