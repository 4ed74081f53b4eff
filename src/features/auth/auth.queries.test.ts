import { expect, test } from "vitest";
import { codeOf } from "./auth.queries.ts";

test.each([
  ["#invite=q7DT39yv-_2Q", "q7DT39yv-_2Q"],
  ["#invite=", null],
  ["#password=q7DT39yv-_2Q", null],
  ["#top", null],
  ["", null],
])("the fragment %j invites with %j", (hash, code) => {
  expect(codeOf(hash, "invite")).toBe(code);
});
