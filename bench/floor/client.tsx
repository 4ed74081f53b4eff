/** The only script of the floor page: it hydrates the cards in the document. */
import { hydrateRoot } from "react-dom/client";
import { type FloorCard, FloorPage } from "./page.tsx";

const root = document.getElementById("root");
const data = document.getElementById("data")?.textContent;
// floor-page.ts has written the data.
if (root && data) hydrateRoot(root, <FloorPage cards={JSON.parse(data) as FloorCard[]} />);
