import { expect, test } from "vitest";
import { createEventLog } from "./event-log.server.ts";

const ALL = "id: here.5\nevent: all\ndata: {}\n\n";
const FOURTH = 'id: here.4\nevent: catalogue\ndata: {"version":4}\n\n';
const FIFTH = "id: here.5\nevent: votes\ndata: {}\n\n";

test.each([
  ["the last one", "here.5", ""],
  ["one before", "here.4", FIFTH],
  ["as many before as are kept", "here.3", FOURTH + FIFTH],
  ["one too old", "here.2", ALL],
  ["one that is yet to come", "here.6", ALL],
  ["one of another process", "there.4", ALL],
  ["no number", "here.x", ALL],
  ["another spelling of a number", "here.05", ALL],
  ["nonsense", "\n\nevent: all", ALL],
])("whoever comes back with %s", (_name, lastId, missed) => {
  const log = createEventLog("here", 2);
  expect(log.greeting()).toBe("id: here.0\n\n");
  for (const version of [1, 2, 3]) log.append("catalogue", { version });
  expect(log.append("catalogue", { version: 4 })).toBe(FOURTH);
  expect(log.append("votes", {})).toBe(FIFTH);
  expect(log.since(lastId)).toBe(missed);
});

test("nothing has been missed before the first event", () => {
  const log = createEventLog("here", 2);
  expect(log.since("here.0")).toBe("");
  expect(log.since("")).toContain("event: all");
});
