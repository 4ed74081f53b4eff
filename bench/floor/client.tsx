/** The floor's only script: it hydrates the cards that stand in the document. */
import { hydrateRoot } from "react-dom/client";
import { type FloorCard, FloorPage } from "./page.tsx";

const root = document.getElementById("root");
const data = document.getElementById("data")?.textContent;
// floor-page.ts wrote it.
if (root && data) hydrateRoot(root, <FloorPage cards={JSON.parse(data) as FloorCard[]} />);
