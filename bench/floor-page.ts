/**
 * What a page with cards costs with React and nothing else: the floor of `browser.ts`. Written
 * without JSX, so that Node runs it as it is.
 */
import { createElement as h, type ReactNode } from "react";

/** One card as the product shows it on a phone. */
export interface FloorCard {
  href: string;
  name: string;
  trim: string;
  picture: string;
  /** label and value */
  figures: readonly (readonly [string, string])[];
  others: readonly { href: string; name: string; picture: string; figures: string }[];
}

export interface FloorData {
  cards: readonly FloorCard[];
}

/** Cards of so many are in the first view, as in the product. */
const EAGER_CARDS = 3;
const PICTURE_PX = { width: 800, height: 450 };

function picture(src: string, eager: boolean): ReactNode {
  return h("img", {
    ...PICTURE_PX,
    src,
    alt: "",
    loading: eager ? "eager" : "lazy",
    fetchPriority: eager ? "high" : "auto",
    decoding: "async",
  });
}

function Card({ card, eager }: { card: FloorCard; eager: boolean }): ReactNode {
  return h(
    "article",
    null,
    h("a", { href: card.href, className: "picture" }, picture(card.picture, eager)),
    h("h3", null, card.name),
    h("p", null, card.trim),
    h(
      "dl",
      null,
      card.figures.map(([label, value]) =>
        h("div", { key: label }, h("dt", null, label), h("dd", null, value)),
      ),
    ),
    h(
      "ul",
      { className: "others" },
      card.others.map((other) =>
        h(
          "li",
          { key: other.href },
          h(
            "a",
            { href: other.href },
            picture(other.picture, false),
            h("b", null, other.name),
            h("span", null, other.figures),
          ),
        ),
      ),
    ),
  );
}

/** The cards under a heading. */
export function FloorPage({ cards }: FloorData): ReactNode {
  return h(
    "main",
    null,
    h("h1", null, "Every electric car, side by side"),
    h(
      "ul",
      { className: "cards" },
      cards.map((card, at) =>
        h("li", { key: card.href }, h(Card, { card, eager: at < EAGER_CARDS })),
      ),
    ),
  );
}
