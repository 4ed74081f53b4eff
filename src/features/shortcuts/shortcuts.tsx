import { ArrowDown, ArrowLeftRight, Columns3, Heart, Search } from "lucide-react";
import type { MouseEvent } from "react";
import { Link, useLocation } from "wouter";
import { useStore } from "zustand";

import { COMPARE, comparePath, SEARCH_ID, SEARCH_PATH } from "../../domain/routes.ts";
import { isPlainClick } from "../../ui/plain-click.ts";
import { listReturn, returnToList, useIsAway } from "../compare/list-return.ts";
import { useComparedIds } from "../compare/comparison.ts";
import { showSaved } from "../saved/saved.ts";
import { MAX_COMPARED } from "../compare/compare.ts";
import styles from "./shortcuts.module.css";

/** The bar at the bottom of a phone, for pages without actions of their own (everywhere.md#bottom-bar). */
export function Shortcuts() {
  const [path] = useLocation();
  const ids = useComparedIds() ?? [];
  const { position } = useStore(listReturn);
  const isAway = useIsAway();
  return (
    <>
      <SearchShortcut />
      <button type="button" aria-haspopup="dialog" onClick={showSaved}>
        <Heart aria-hidden />
        Saved
      </button>
      <Link href={comparePath(ids)} aria-current={path === COMPARE ? "page" : undefined}>
        <ArrowLeftRight aria-hidden />
        Compare{" "}
        {ids.length > 0 && (
          <span className={styles.count}>{Math.min(ids.length, MAX_COMPARED)}</span>
        )}
      </Link>
      {/* Returns to where pressing Compare left the list (comparing.md#tray). */}
      {isAway && (
        <button type="button" onClick={returnToList}>
          <ArrowDown aria-hidden />
          Back to the list
        </button>
      )}
      <span role="status" className="visually-hidden">
        {position?.announcement}
      </span>
    </>
  );
}

/** Leads to the search on the first screen. */
function SearchShortcut() {
  return (
    <Link
      href={SEARCH_PATH}
      onClick={(event: MouseEvent) => {
        const box = document.getElementById(SEARCH_ID);
        if (!box || !isPlainClick(event)) return;
        event.preventDefault();
        window.scrollTo({ top: 0, behavior: "instant" });
        box.focus();
      }}
    >
      <Search aria-hidden />
      Search
    </Link>
  );
}

/** Next to the actions of a car: the comparison, or as long as it is empty the search. */
export function OwnShortcut() {
  const ids = useComparedIds() ?? [];
  if (ids.length === 0) return <SearchShortcut />;
  return (
    <Link href={comparePath(ids)}>
      <Columns3 aria-hidden />
      View {Math.min(ids.length, MAX_COMPARED)} of {MAX_COMPARED}
      <span className="visually-hidden"> compared: full comparison</span>
    </Link>
  );
}
