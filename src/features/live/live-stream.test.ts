import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "../catalogue/catalogue.queries.ts";
import { createRefresh, isIos, KEYS_OF, pollInterval, reopenDelay } from "./live-stream.ts";
import { LIVE_PAGES } from "./live-updates.tsx";

test.each([
  [1, 0, 2_500],
  [1, 1, 5_000],
  [2, 1, 10_000],
  [500, 1, 60_000],
])("after %i failures, with chance %d, a stream is opened after %i ms", (failures, random, ms) => {
  expect(reopenDelay(failures, random)).toBe(ms);
});

test.each([
  ["the table on a desktop", "table", "other", false, 2_000, 2_000],
  ["the table on a phone", "table", "mobile", false, 2_500, 30_000],
  ["the table on iOS", "table", "mobile", true, 3_000, 30_000],
  ["cards on a desktop", "cards", "other", false, 5_000, 5_000],
  ["cards on a phone", "cards", "mobile", false, 2_500, 30_000],
  ["cards on iOS", "cards", "mobile", true, 3_000, 30_000],
  ["the detail page on a desktop", "detail", "other", false, 2_000, 2_000],
  ["the detail page on a phone", "detail", "mobile", false, 5_000, 5_000],
  ["the detail page on iOS", "detail", "mobile", true, 5_000, 5_000],
] as const)(
  "%s reads again by the specification (everywhere.md#polling)",
  (_name, page, device, ios, firstMs, everyMs) => {
    expect(pollInterval({ page, device, ios })).toEqual({ firstMs, everyMs });
  },
);

test.each([
  ["home", "table"],
  ["ev-detail", "detail"],
  ["admin", "table"],
  ["coming-soon", undefined],
  ["not-found", undefined],
] as const)("the page %s shows: %s", (page, shown) => {
  expect(LIVE_PAGES[page]).toBe(shown);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Safari/604.1", true],
  ["Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Safari/604.1", true],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36", false],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", false],
])("%s: iOS %s", (userAgent, ios) => {
  expect(isIos(userAgent)).toBe(ios);
});

/** Creates a query on the page; the test decides when each of its reads ends. */
function shownQuery(client: QueryClient, key: string) {
  const reads: PromiseWithResolvers<number>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: [key],
    queryFn: () => {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  onTestFinished(() => client.clear());
  return {
    reads,
    async finish(index: number) {
      await vi.waitFor(() => expect(reads[index]).toBeDefined());
      reads[index]?.resolve(index);
      await vi.waitFor(() => expect(client.getQueryData([key])).toBe(index));
    },
  };
}

it("reads what is shown again, and no other kind of thing", async () => {
  const client = createQueryClient();
  const refresh = createRefresh(client);
  const evs = shownQuery(client, "evs");
  const votes = shownQuery(client, "votes");
  await evs.finish(0);
  await votes.finish(0);
  refresh(KEYS_OF.votes);
  await votes.finish(1);
  expect(evs.reads).toHaveLength(1);
  refresh(KEYS_OF.all);
  await evs.finish(1);
  await votes.finish(2);
});

it("leaves a read under way its time, then reads what it may have missed", async () => {
  const client = createQueryClient();
  const refresh = createRefresh(client);
  const evs = shownQuery(client, "evs");
  for (let times = 0; times < 5; times++) refresh(KEYS_OF.catalogue);
  expect(evs.reads).toHaveLength(1);
  await evs.finish(0);
  await evs.finish(1);
  await evs.finish(2); // four of the five came while the first one was being handled
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(evs.reads).toHaveLength(3);
});

it("joins a read under way where that will do", async () => {
  const client = createQueryClient();
  const evs = shownQuery(client, "evs");
  createRefresh(client)(["evs"], true);
  await evs.finish(0);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(evs.reads).toHaveLength(1);
});

it("marks what is not shown, to be read when it is", () => {
  const client = createQueryClient();
  client.setQueryData(["ev", 7], {});
  createRefresh(client)(KEYS_OF.catalogue);
  expect(client.getQueryState(["ev", 7])?.isInvalidated).toBe(true);
  client.clear();
});

it("asks nothing more of a model that is gone", async () => {
  const client = createQueryClient();
  const reads: string[] = [];
  const shown = (queryKey: readonly unknown[], read: () => unknown) => {
    const queryFn = () => {
      reads.push(queryKey.join(" "));
      return read();
    };
    const observer = new QueryObserver(client, { queryKey, queryFn });
    onTestFinished(observer.subscribe(() => undefined));
  };
  onTestFinished(() => client.clear());
  let models = [{ id: 1 }, { id: 2 }];
  shown(["evs"], () => models);
  shown(["evidence", 1], () => ({}));
  shown(["evidence", 2], () => ({}));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  reads.length = 0;
  models = [{ id: 2 }];
  createRefresh(client)(KEYS_OF.catalogue);
  await vi.waitFor(() => expect(reads).toContain("evidence 2"));
  expect(reads).toEqual(["evs", "evidence 2"]);
});
