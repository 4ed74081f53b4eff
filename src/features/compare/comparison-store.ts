import { type Change, type LeftOut, NOTHING_LEFT_OUT } from "./compare.ts";
import { parseComparison, parseIds, replaceComparison } from "./compare-address.ts";

/** What is compared now. */
export interface Comparison {
  /** row or model ids, in order */
  readonly ids: readonly number[];
  /** what was left out since the last change by the visitor */
  readonly leftOut: LeftOut;
}

/** The address of a page that shows the comparison; a test gives its own. */
export interface AddressPort {
  /** the present query */
  search: () => string;
  push: (query: string) => void;
  replace: (query: string) => void;
  /** whether this step of the history was shown before: then it was Back or Forward that led here */
  wasShown: () => boolean;
  /** says so of the present step */
  markShown: () => void;
}

export type ComparisonStorage = Pick<Storage, "getItem" | "setItem"> | null;

/** The one selection that all pages share. */
export interface ComparisonStore {
  /** null until a page has joined it to the browser: on the server and while hydrating */
  get: () => Comparison | null;
  subscribe: (listener: () => void) => () => void;
  /** a page that shows the comparison is there: its address wins over what is remembered */
  arrive: (port: AddressPort) => void;
  leave: () => void;
  /**
   * a choice by the visitor: a step of the history, so that Back undoes it
   * @returns false when it was refused
   */
  change: (change: Change) => boolean;
  /** puts the ids as the catalogue knows them, in the same step of the history */
  settle: (ids: readonly number[], leftOut: LeftOut) => void;
  /**
   * the address changed. After Back or Forward one without comparison means that there is none; a
   * link that says nothing about it leaves it as it is
   */
  followAddress: () => void;
  /** another tab has stored something: its choice is shown here too, without a step of the history */
  followStorage: () => void;
}

const STORAGE_KEY = "ev_comparison";

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** @param storage remembers the selection while the visitor is elsewhere; it may fail (§8) */
export function createComparisonStore(storage: () => ComparisonStorage): ComparisonStore {
  let state: Comparison | null = null;
  let port: AddressPort | null = null;
  /** whether it is the visitor's own; a link of somebody else's is stored once it is changed */
  let isOwn = true;
  const listeners = new Set<() => void>();

  function remembered(): number[] {
    try {
      return parseIds(storage()?.getItem(STORAGE_KEY) ?? "");
    } catch {
      return [];
    }
  }

  function show(ids: readonly number[], leftOut = NOTHING_LEFT_OUT): void {
    state = { ids, leftOut };
    try {
      if (isOwn && !same(ids, remembered())) storage()?.setItem(STORAGE_KEY, ids.join(","));
    } catch {
      // Private windows and full storage: the address still holds it.
    }
    for (const listener of listeners) listener();
  }

  /** Brings the address in line without a step of the history. */
  function amend(): void {
    if (!port || !state || same(parseComparison(port.search()) ?? [], state.ids)) return;
    port.replace(replaceComparison(port.search(), state.ids));
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    arrive(next) {
      port = next;
      const asked = parseComparison(next.search());
      const ids = asked ?? state?.ids ?? remembered();
      if (!state || !same(ids, state.ids)) {
        isOwn = asked === null || same(asked, remembered());
        show(ids);
      }
      amend();
      next.markShown();
    },
    leave() {
      port = null;
    },
    change(change) {
      const before = state?.ids ?? remembered();
      const after = change(before);
      if (after === null) return false;
      if (state && same(before, after)) return true;
      isOwn = true;
      show(after);
      port?.push(replaceComparison(port.search(), after));
      return true;
    },
    settle(ids, leftOut) {
      if (!state || same(ids, state.ids)) return;
      show(ids, leftOut);
      amend();
    },
    followAddress() {
      if (!port || !state) return;
      const asked = parseComparison(port.search());
      if (asked === null && !port.wasShown()) amend();
      else if (!same(asked ?? [], state.ids)) show(asked ?? []);
      port.markShown();
    },
    followStorage() {
      const ids = remembered();
      if (!state || !isOwn || same(ids, state.ids)) return;
      show(ids);
      amend();
    },
  };
}

/** The selection of this browser, shared by its tabs. On the server nothing ever joins it, so it stays empty. */
export const comparison = createComparisonStore(() => {
  try {
    return localStorage;
  } catch {
    return null; // Reading the property itself throws where storage is forbidden.
  }
});
