import { describe, expect, it } from "vitest";

import { putFirst, remove, toggle } from "./compare.ts";
import { createComparisonStore } from "./comparison-store.ts";

/** A tab with a history of addresses and a storage. */
function openTab(search = "", stored: string | null = null) {
  const steps = [search];
  const shown = new Set<number>();
  const storage = new Map<string, string>(stored === null ? [] : [["ev_comparison", stored]]);
  const store = createComparisonStore(() => ({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
  }));
  const port = {
    search: () => steps.at(-1) ?? "",
    wasShown: () => shown.has(steps.length),
    markShown: () => void shown.add(steps.length),
    push: (query: string) => void steps.push(query && `?${query}`),
    replace: (query: string) => void steps.splice(-1, 1, query && `?${query}`),
  };
  return {
    store,
    port,
    steps,
    ids: () => store.get()?.ids,
    stored: () => storage.get("ev_comparison"),
    storage,
  };
}

describe("the shared selection", () => {
  it("is unknown until a page has joined it to the browser", () => {
    expect(openTab("?ev=1", "2").store.get()).toBeNull();
  });

  it.each<[string, string, string | null, number[], string]>([
    ["the address wins over what is remembered", "?ev=1,2", "3", [1, 2], "?ev=1,2"],
    ["what is remembered reaches the address", "?make=Kia", "3,4", [3, 4], "?make=Kia&ev=3,4"],
    ["an address may say that there is none", "?ev=", "3", [], "?ev="],
    ["nothing anywhere", "?make=Kia", null, [], "?make=Kia"],
    ["nonsense in the storage", "", "x,", [], ""],
  ])("on arrival %s", (_, search, stored, ids, after) => {
    const tab = openTab(search, stored);
    tab.store.arrive(tab.port);
    expect(tab.ids()).toEqual(ids);
    expect(tab.steps).toEqual([after]);
  });

  it("makes each choice a step of the history, and remembers it", () => {
    const tab = openTab("?make=Kia");
    tab.store.arrive(tab.port);
    expect(tab.store.change(toggle(5))).toBe(true);
    tab.store.change(putFirst(7));
    tab.store.change(remove(5));
    expect(tab.steps).toEqual([
      "?make=Kia",
      "?make=Kia&ev=5",
      "?make=Kia&ev=7,5",
      "?make=Kia&ev=7",
    ]);
    expect(tab.stored()).toBe("7");
  });

  it("refuses a fourth and changes nothing", () => {
    const tab = openTab("?ev=1,2,3");
    tab.store.arrive(tab.port);
    expect(tab.store.change(toggle(4))).toBe(false);
    expect(tab.steps).toEqual(["?ev=1,2,3"]);
    expect(tab.ids()).toEqual([1, 2, 3]);
  });

  it("takes a choice before any page has joined it", () => {
    const tab = openTab("", "1");
    tab.store.change(toggle(2));
    expect(tab.ids()).toEqual([1, 2]);
    tab.store.arrive(tab.port);
    expect(tab.steps).toEqual(["?ev=1,2"]);
  });

  it("follows Back, also to where there was none", () => {
    const tab = openTab("");
    tab.store.arrive(tab.port);
    tab.store.change(toggle(1));
    tab.store.followAddress();
    tab.steps.pop();
    tab.store.followAddress();
    expect(tab.ids()).toEqual([]);
    expect(tab.steps).toEqual([""]);
  });

  it("outlives a link that says nothing about it", () => {
    const tab = openTab("?ev=1");
    tab.store.arrive(tab.port);
    tab.steps.push("?quick=fastest");
    tab.store.followAddress();
    expect(tab.ids()).toEqual([1]);
    expect(tab.steps.at(-1)).toBe("?quick=fastest&ev=1");
  });

  it("is put as the catalogue knows it without a step, and says what was left out", () => {
    const tab = openTab("?ev=1,999");
    tab.store.arrive(tab.port);
    tab.store.settle([2], { unknown: true, beyond: false });
    expect(tab.steps).toEqual(["?ev=2"]);
    expect(tab.store.get()?.leftOut.unknown).toBe(true);
    tab.store.change(toggle(3));
    expect(tab.store.get()?.leftOut.unknown).toBe(false);
  });

  it("is stored only once a link of somebody else's is changed", () => {
    const tab = openTab("?ev=1,999", "7");
    tab.store.arrive(tab.port);
    tab.store.settle([1], { unknown: true, beyond: false });
    expect([tab.ids(), tab.stored()]).toEqual([[1], "7"]);
    tab.store.change(toggle(2));
    expect([tab.ids(), tab.stored()]).toEqual([[1, 2], "1,2"]);
  });

  it.each<[string, string, string, number[], string[]]>([
    ["follows another tab without a step", "?make=Kia", "4", [4], ["?make=Kia&ev=4"]],
    ["follows it when its address is its own", "?ev=7", "7,4", [7, 4], ["?ev=7,4"]],
    ["follows it to none", "", "", [], [""]],
    ["stays with a link of somebody else's", "?ev=1,2", "7,4", [1, 2], ["?ev=1,2"]],
  ])("%s", (_, search, stored, ids, steps) => {
    const tab = openTab(search, "7");
    tab.store.arrive(tab.port);
    tab.storage.set("ev_comparison", stored);
    tab.store.followStorage();
    expect([tab.ids(), tab.stored()]).toEqual([ids, stored]);
    expect(tab.steps).toEqual(steps);
  });

  it("leaves the address of other pages alone", () => {
    const tab = openTab("?ev=1");
    tab.store.arrive(tab.port);
    tab.store.leave();
    tab.store.change(toggle(2));
    expect(tab.steps).toEqual(["?ev=1"]);
    expect(tab.ids()).toEqual([1, 2]);
  });

  it("works without a storage (§8)", () => {
    const store = createComparisonStore(() => ({
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("full");
      },
    }));
    expect(store.change(toggle(1))).toBe(true);
    expect(store.get()?.ids).toEqual([1]);
  });

  it("tells who listens", () => {
    const { store } = openTab();
    let calls = 0;
    const stop = store.subscribe(() => calls++);
    store.change(toggle(1));
    stop();
    store.change(toggle(2));
    expect(calls).toBe(1);
  });
});
