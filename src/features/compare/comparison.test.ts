import { describe, expect, it, vi } from "vitest";

import { createPageQuery } from "../../ui/page-query.ts";
import {
  BROKEN_STORAGE,
  openBrowser,
  sampleHistory,
  sampleStorage,
} from "../../../test/sample-browser.ts";
import { putTrimFirst, toggleTrim } from "./compare.ts";
import {
  comparedIds,
  comparisonStore,
  connectComparison,
  omittedCars,
  rememberSource,
  settleComparison,
  tryChange,
} from "./comparison.ts";

/** Simulates a tab with a history and a storage. */
function openTab(search = "", stored: string | null = null) {
  const sample = sampleHistory(search);
  // As location.search would show it.
  const history = {
    ...sample,
    push: (query: string) => sample.push(query && `?${query}`),
    replace: (query: string) => sample.replace(query && `?${query}`),
  };
  const storage = sampleStorage(stored === null ? {} : { ev_comparison: stored });
  const { tell } = openBrowser(storage);
  comparisonStore.setState(comparisonStore.getInitialState(), true);
  return {
    history,
    /** Opens the page. @returns a function that leaves it */
    arrive() {
      const query = createPageQuery(history.search(), history);
      const leave = [query.connect(), connectComparison(query)];
      return () => {
        for (const end of leave) end();
      };
    },
    follow(query: string) {
      history.move(query);
      rememberSource();
    },
    steps: history.steps,
    ids: comparedIds,
    omitted: () => omittedCars(comparedIds(), comparisonStore.getState()),
    stored: () => storage.getItem("ev_comparison"),
    /** Simulates another tab that stores these ids. */
    hearOf(ids: string) {
      storage.setItem("ev_comparison", ids);
      tell("storage", { key: "ev_comparison" });
    },
  };
}

describe("the shared selection", () => {
  it.each<[string, string, string | null, number[], string]>([
    ["the address wins over what is remembered", "?ev=1,2", "3", [1, 2], "?ev=1,2"],
    ["what is remembered reaches the address", "?make=Kia", "3,4", [3, 4], "?make=Kia&ev=3,4"],
    ["an address may say that there is none", "?ev=", "3", [], "?ev="],
    ["nothing anywhere", "?make=Kia", null, [], "?make=Kia"],
    ["nonsense in the storage", "", "x,", [], ""],
  ])("on arrival %s", (_, search, stored, ids, after) => {
    const tab = openTab(search, stored);
    tab.arrive();
    expect(tab.ids()).toEqual(ids);
    expect(tab.steps).toEqual([after]);
  });

  it("takes a choice before any page has joined it", () => {
    const tab = openTab("", "1");
    tryChange(toggleTrim(2));
    expect(tab.ids()).toEqual([1, 2]);
    tab.arrive();
    expect(tab.steps).toEqual(["?ev=1,2"]);
  });

  it("outlives a link that says nothing about it", () => {
    const tab = openTab("?ev=1");
    tab.arrive();
    tab.follow("?quick=fastest");
    expect(tab.ids()).toEqual([1]);
    expect(tab.steps.at(-1)).toBe("?quick=fastest&ev=1");
  });

  it("is put as the catalogue knows it without a step, and says what was left out", () => {
    const tab = openTab("?ev=1,999");
    tab.arrive();
    settleComparison([2], { unknown: true, beyond: false });
    expect(tab.steps).toEqual(["?ev=2"]);
    expect(tab.omitted().unknown).toBe(true);
    tryChange(toggleTrim(3));
    expect(tab.omitted().unknown).toBe(false);
  });

  it("is stored only once a link of somebody else's is changed", () => {
    const tab = openTab("?ev=1,999", "7");
    tab.arrive();
    settleComparison([1], { unknown: true, beyond: false });
    expect([tab.ids(), tab.stored()]).toEqual([[1], "7"]);
    tryChange(toggleTrim(2));
    expect([tab.ids(), tab.stored()]).toEqual([[1, 2], "1,2"]);
  });

  it.each<[string, string, string, number[], string[]]>([
    ["follows another tab without a step", "?make=Kia", "4", [4], ["?make=Kia&ev=4"]],
    ["follows it when its address is its own", "?ev=7", "7,4", [7, 4], ["?ev=7,4"]],
    ["follows it to none", "", "", [], [""]],
    ["stays with a link of somebody else's", "?ev=1,2", "7,4", [1, 2], ["?ev=1,2"]],
  ])("%s", (_, search, stored, ids, steps) => {
    const tab = openTab(search, "7");
    tab.arrive();
    tab.hearOf(stored);
    expect([tab.ids(), tab.stored()]).toEqual([ids, stored]);
    expect(tab.steps).toEqual(steps);
  });

  it("leaves the address of other pages alone", () => {
    const tab = openTab("?ev=1");
    tab.arrive()();
    tryChange(toggleTrim(2));
    expect(tab.steps).toEqual(["?ev=1"]);
    expect(tab.ids()).toEqual([1, 2]);
  });

  it.each<[string, "own" | "link", number[]]>([
    ["a step of one's own shows what has become of it", "own", [7, 4]],
    ["a step with a link of somebody else's shows the link", "link", [1, 2]],
  ])("after a reload or Back from another page %s", (_, whose, ids) => {
    const tab = openTab("?ev=1,2", "7,4");
    tab.history.addState({ comparison: whose });
    tab.arrive();
    expect([tab.ids(), tab.stored()]).toEqual([ids, "7,4"]);
    expect(tab.steps).toEqual([`?ev=${ids.join()}`]);
  });

  it("is not lost by Back from another page to a link that was changed since", () => {
    const tab = openTab("?ev=1,2", "7");
    const leave = tab.arrive();
    leave();
    tryChange(putTrimFirst(3));
    tab.arrive();
    expect([tab.ids(), tab.stored(), tab.steps]).toEqual([[3, 1, 2], "3,1,2", ["?ev=3,1,2"]]);
  });

  it("is known and changed on a page whose address does not hold it", () => {
    const tab = openTab("?ev=1", "1");
    tab.arrive()();
    expect(tab.ids()).toEqual([1]);
    tryChange(putTrimFirst(2));
    expect([tab.ids(), tab.stored(), tab.steps]).toEqual([[2, 1], "2,1", ["?ev=1"]]);
    tab.arrive();
    expect(tab.steps).toEqual(["?ev=2,1"]);
  });

  it("works without a storage (limits-and-texts.md#storage-keys)", () => {
    vi.stubGlobal("localStorage", BROKEN_STORAGE);
    comparisonStore.setState(comparisonStore.getInitialState(), true);
    expect(tryChange(toggleTrim(1))).toBe(true);
    expect(comparedIds()).toEqual([1]);
  });
});
