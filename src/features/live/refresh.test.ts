import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { createQueryClient } from "../catalogue/catalogue.queries.ts";
import { createRefresh, KEYS_OF } from "./live-stream.ts";

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
