import { describe, expect, test, vi } from "vitest";
import { createPageQuery, type WriteOptions } from "../../ui/page-query.ts";
import { FILTERS_CODEC, parseFilters } from "./filter-address.ts";
import { setSearch, toggleMake } from "./filter-selections.ts";
import {
  DEFAULT_FILTERS,
  type FilterState,
  setShowcaseRange,
  toggleQuick,
} from "./filter-state.ts";
import { createFilterStorage } from "./filter-storage.ts";
import { sampleHistory, stubStorage } from "../../../test/sample-browser.ts";

function open(history: ReturnType<typeof sampleHistory>) {
  const query = createPageQuery(history.search(), history);
  query.connect();
  const { restore, checkFlags } = createFilterStorage(query);
  return {
    restore,
    checkFlags,
    getState: () => query.get(FILTERS_CODEC).value,
    subscribe: query.subscribe,
    update: (change: (now: FilterState) => FilterState, options?: WriteOptions) =>
      query.set(FILTERS_CODEC, change, options),
  };
}

function connected(address = "", stored: Record<string, string> = {}) {
  const history = sampleHistory(address);
  const storage = stubStorage("localStorage", stored);
  return { history, storage, store: open(history) };
}

const STORED = {
  ev_range_filter: "[300,550]",
  ev_range_slider_interacted: "true",
  ev_price_filter: "[60000,475000]",
  ev_price_slider_interacted: "true",
  ev_selected_brands: '["Kia"]',
  ev_body_types: '["SUV"]',
};

describe("a visitor's change", () => {
  test("is shown at once, told, stored and in the address", () => {
    const { store, storage, history } = connected();
    let told = 0;
    const leave = store.subscribe(() => (told += 1));
    store.update((now) => toggleMake(now, "Tesla"));
    store.update((now) => now);
    leave();
    store.update((now) => setShowcaseRange(now, 300));
    expect(store.getState()).toMatchObject({ makes: ["Tesla"], range: { min: 300, max: null } });
    expect(told).toBe(1);
    expect(history.steps).toEqual(["", "make=Tesla", "make=Tesla&minRange=300"]);
    expect(storage.values.get("ev_selected_brands")).toBe('["Tesla"]');
  });

  test("before filters are stored is stored then", () => {
    const history = sampleHistory();
    const storage = stubStorage("localStorage", STORED);
    const query = createPageQuery("", history);
    query.set(FILTERS_CODEC, (now) => toggleMake(now, "Tesla"));
    createFilterStorage(query).restore();
    expect(storage.values.get("ev_selected_brands")).toBe('["Tesla"]');
    expect(query.get(FILTERS_CODEC).value.makes).toEqual(["Tesla"]);
  });
});

describe("Back and links", () => {
  test("the address is applied and stored", () => {
    const { store, storage, history } = connected("make=Tesla");
    store.update((now) => toggleQuick(now, "fastest"));
    history.move("?make=Tesla");
    expect(store.getState()).toEqual(parseFilters("make=Tesla"));
    expect(storage.values.has("ev_quick_filter")).toBe(false);
  });

  test("our own writing is not taken for one", () => {
    const { store, history } = connected();
    store.update((now) => setSearch(now, "model "));
    history.move(history.steps.at(-1) ?? "");
    expect(store.getState().search).toBe("model ");
  });

  test("what was typed while our own writing was told stays", () => {
    const { store, history } = connected();
    const type = (text: string) =>
      store.update((now) => setSearch(now, text), { gesture: "search" });
    type("m");
    type("mo");
    history.pass(300);
    expect(history.steps.at(-1)).toBe("search=mo");
    type("mod");
    history.move("?search=mo");
    expect(store.getState().search).toBe("mod");
    history.pass(300);
    expect(history.steps.at(-1)).toBe("search=mod");
  });

  test("a parameter of somebody else's is none", () => {
    const { store, history } = connected("make=Tesla");
    const before = store.getState();
    history.move("?make=Tesla&ev=13");
    expect(store.getState()).toBe(before);
  });
});

test("filters that the page brings back by itself are stored, and no step of the history", () => {
  const { store, storage, history } = connected("", STORED);
  store.update(() => parseFilters("make=Tesla&sort=price"), { replaces: true });
  expect(history.steps).toEqual(["make=Tesla&sort=price"]);
  expect(storage.values.get("ev_selected_brands")).toBe('["Tesla"]');
  store.restore();
  expect(store.getState()).toMatchObject({
    makes: ["Tesla"],
    sort: { key: "price", order: "desc" },
  });
});

describe("stored filters (finding.md#stored-filters)", () => {
  test("never overwrite what the visitor has touched meanwhile", () => {
    const { store } = connected("", { ...STORED, ev_quick_filter: "fastest" });
    store.update((now) => setShowcaseRange(now, 400));
    store.update((now) => toggleMake(toggleMake(now, "Tesla"), "Ford"));
    store.update((now) => ({ ...now, sort: { key: "price", order: "desc" } }));
    store.restore();
    expect(store.getState()).toMatchObject({
      range: { min: 400, max: null },
      makes: ["Tesla", "Ford"],
      sort: { key: "price", order: "desc" },
      quick: null,
      price: 60_000,
      bodyTypes: ["SUV"],
    });
  });

  test("nor what a quick filter has reset meanwhile", () => {
    const { store, storage } = connected("", STORED);
    store.update((now) => toggleQuick(now, "fastest"));
    store.restore();
    expect(store.getState()).toMatchObject({ range: null, price: null, makes: ["Kia"] });
    // It must not be there on the next visit either.
    expect(storage.values.has("ev_range_slider_interacted")).toBe(false);
    expect(storage.values.has("ev_price_slider_interacted")).toBe(false);
  });

  test("nor anything once a search has begun", () => {
    const { store } = connected("", STORED);
    const search = (now: FilterState) => setSearch(now, "suv under 40k");
    store.update(search);
    store.restore();
    expect(store.getState()).toEqual(search(DEFAULT_FILTERS));
  });

  test("nor what was chosen and taken back", () => {
    const { store } = connected("", STORED);
    store.update((now) => setShowcaseRange(now, 400));
    store.update((now) => ({ ...now, range: null }));
    store.restore();
    expect(store.getState().range).toBeNull();
  });
});

describe("interacted flags, re-read (finding.md#sliders)", () => {
  test("another tab's steps are never taken apart", () => {
    const page = connected();
    const { storage, store } = page;
    const look = () => store.checkFlags();
    const other = open(sampleHistory());
    // Looks at each write of the other tab.
    vi.stubGlobal("localStorage", {
      getItem: storage.getItem,
      setItem: (key: string, value: string) => (storage.setItem(key, value), look()),
      removeItem: (key: string) => (storage.removeItem(key), look()),
    });
    other.update((now) => ({ ...setShowcaseRange(now, 250), price: 60_000 }));
    expect(page.store.getState()).toEqual(other.getState());
    other.update((now) => ({ ...now, range: null, price: null }));
    expect(page.store.getState()).toEqual(DEFAULT_FILTERS);
  });

  test("a filter of this page's own address outlives another tab's reset", () => {
    const { store, storage } = connected("minRange=300", {
      ev_range_filter: "[200,550]",
      ev_range_slider_interacted: "true",
    });
    storage.removeItem("ev_range_slider_interacted");
    store.checkFlags();
    expect(store.getState().range).toEqual({ min: 300, max: null });
  });

  test("filters that only the address has outlive this page's own change", () => {
    const { store } = connected("maxPrice=60000&minRange=290");
    const { price, range } = store.getState();
    store.update((now) => toggleMake(now, "Kia"));
    store.checkFlags();
    expect(store.getState()).toMatchObject({ makes: ["Kia"], price, range });
  });
});
