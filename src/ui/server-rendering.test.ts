import { setImmediate } from "node:timers/promises";
import { createElement, Fragment, type ReactNode } from "react";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import {
  AfterOthers,
  Kept,
  type KeptProps,
  type ServerRendering,
  ServerRenderingProvider,
} from "./server-rendering.ts";

const OWNER = { name: "Kia EV9" };

function Card({ owner }: { owner: { name: string } }) {
  return createElement(
    Kept,
    // What stands inside is its last argument.
    { as: "article", className: "card", kept: { owner, name: "card" } } as KeptProps,
    createElement("b", null, owner.name),
  );
}

/** Waits before each element that asks, once. */
function impatient() {
  const html = new Map<object, string>();
  const order: string[] = [];
  let waits = 0;
  const rendering: ServerRendering = {
    kept: ({ owner }) => html.get(owner),
    keep({ owner, name }, element) {
      order.push(name);
      html.set(owner, renderToStaticMarkup(element));
      return html.get(owner) ?? "";
    },
    takeOut: () => "apart",
    turn: () => (waits++ % 2 === 0 ? setImmediate() : undefined),
  };
  return { rendering, order };
}

function streamed(rendering: ServerRendering, ...children: ReactNode[]): Promise<string> {
  const page = createElement(
    ServerRenderingProvider,
    { value: rendering },
    createElement(Fragment, null, ...children),
  );
  return new Promise((resolve, reject) => {
    const out = new PassThrough();
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(text(pipe(out))),
      onError: reject,
    });
  });
}

describe("what the server renders", () => {
  it("is what the browser does, and is kept of the same owner", async () => {
    const { rendering, order } = impatient();
    const card = createElement(Card, { owner: OWNER });
    const expected = renderToStaticMarkup(card);
    expect(expected).toBe('<article class="card"><b>Kia EV9</b></article>');
    expect(await streamed(rendering, card)).toBe(expected);
    expect(await streamed(rendering, card)).toBe(expected);
    expect(order).toEqual(["card"]);
    // Another version of the same vehicle is another object.
    await streamed(rendering, createElement(Card, { owner: { ...OWNER } }));
    expect(order).toEqual(["card", "card"]);
  });

  it("is the element itself where nothing is kept", () => {
    const props = { as: "section", className: "card" } as KeptProps;
    const section = createElement(Kept, props, "Kia EV9");
    expect(renderToStaticMarkup(section)).toBe('<section class="card">Kia EV9</section>');
  });

  it("stays in its place when it has waited for others", async () => {
    const { rendering } = impatient();
    const html = await streamed(
      rendering,
      createElement(AfterOthers, null, createElement("i", null, "first")),
      createElement("i", null, "second"),
      createElement(AfterOthers, null, createElement("i", null, "third")),
    );
    expect(html).toBe("<i>first</i><i>second</i><i>third</i>");
  });
});
