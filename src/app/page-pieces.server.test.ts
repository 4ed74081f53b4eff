import { createElement, useId } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";

import { refuseStrayHtml } from "./page-pieces.server.tsx";

function Labelled() {
  const id = useId();
  return createElement("section", { "aria-labelledby": id }, createElement("h2", { id }, "Range"));
}

test.each([
  ["an id of React's own", createElement(Labelled), /"card" cannot be kept: .*_R_/],
  [
    "a picture that the page's head tells of",
    createElement("img", { src: "/ev9.webp", alt: "", fetchPriority: "high" }),
    /fetchPriority/,
  ],
])("what is kept of a page holds no %s", (_, element, reason) => {
  expect(() => refuseStrayHtml("card", renderToString(element))).toThrow(reason);
});

test("what is the same on every page is kept", () => {
  const card = createElement("img", { src: "/ev9.webp", alt: "", loading: "lazy" });
  expect(() => refuseStrayHtml("card", renderToString(card))).not.toThrow();
});
