/** The floor's only script: it hydrates the cards that stand in the document. */
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { type FloorData, FloorPage } from "./floor-page.ts";

const root = document.getElementById("root");
const data = document.getElementById("data")?.textContent;
// floor-document.ts wrote it.
if (root && data) hydrateRoot(root, createElement(FloorPage, JSON.parse(data) as FloorData));
