import type { Page } from "@playwright/test";

/** What browsers and extensions do to the texts of a page. */
export type TextChange = "replaces" | "moves" | "rewrites" | "marks" | "joins";

/**
 * Translates the texts of a page, also those that are added later, as browsers and extensions do it: with
 * scripts that do not use the DOM methods of the page's own world. The translation of `3 cars` is `«3 cars»`.
 * @param when `early`: once the document has been read, before the page's scripts run
 */
export async function translate(
  page: Page,
  change: TextChange = "replaces",
  when: "early" | "hydrated" = "hydrated",
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.addScriptToEvaluateOnNewDocument", {
    worldName: "translator",
    source: `(${String(runTranslator)})(${JSON.stringify(change)}, ${JSON.stringify(when)})`,
  });
}

function runTranslator(change: TextChange, when: "early" | "hydrated"): void {
  const translation = (text: string) => text.replace(/\S.*\S|\S/s, "«$&»");
  const half = (text: Text) => text.splitText(Math.ceil(text.length / 2));
  const wrap = (text: Text) => {
    const fonts = [document.createElement("font"), document.createElement("font")] as const;
    fonts[0].append(fonts[1]);
    fonts[1].append(text);
    return fonts[0];
  };
  const joined = new WeakMap<Text, string>();

  const changes = {
    /** Chrome: a new text in two elements */
    replaces: {
      isDone: (text) => text.parentElement?.closest("font"),
      apply: (text) => text.replaceWith(wrap(new Text(translation(text.data)))),
    },
    /** the same text in two elements */
    moves: {
      isDone: (text) => text.parentElement?.closest("font"),
      apply(text) {
        const place = document.createComment("");
        text.replaceWith(place);
        text.data = translation(text.data);
        place.replaceWith(wrap(text));
      },
    },
    /** Safari: another text in the same node */
    rewrites: {
      isDone: (text) => text.data.includes("«"),
      apply: (text) => (text.data = translation(text.data)),
    },
    /** a dictionary: the end of a text in an element of its own */
    marks: {
      isDone: (text) =>
        text.parentElement?.closest("mark") ?? text.nextSibling?.nodeName === "MARK",
      apply(text) {
        const mark = document.createElement("mark");
        const end = half(text);
        end.replaceWith(mark);
        mark.append(end);
      },
    },
    /** an extension that takes away its marks: texts that were neighbors become one */
    joins: {
      isDone: (text) => joined.get(text) === text.data || !text.isConnected,
      apply(text) {
        const parent = text.parentElement;
        half(text);
        parent?.normalize();
        for (const one of parent?.childNodes ?? [])
          if (one instanceof Text) joined.set(one, one.data);
      },
    },
  } satisfies Record<
    TextChange,
    { isDone: (text: Text) => unknown; apply: (text: Text) => unknown }
  >;
  const { isDone, apply } = changes[change];

  function translateBelow(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() !== "") texts.push(node);
    for (const text of texts) {
      if (text.parentElement?.closest("script, style, textarea, [translate=no]") || isDone(text))
        continue;
      apply(text);
    }
  }
  function begin() {
    document.documentElement.classList.add("translated-ltr");
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === "characterData") translateBelow(target);
        for (const node of addedNodes) translateBelow(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    translateBelow(document.body);
  }
  addEventListener("DOMContentLoaded", function wait() {
    if (when === "early" || document.querySelector("#main[data-hydrated]")) begin();
    else requestAnimationFrame(wait);
  });
}
