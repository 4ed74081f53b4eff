import { expect, test } from "vitest";

import { adminPath } from "../../../domain/routes.ts";
import { WHOLE_LIST } from "./row-filters.ts";
import { footerOf, parseListState, listQuery, parseAdminView } from "./list-query.ts";

test.each([
  ["", {}],
  ["?search=model+3&page=4", { search: "model 3", page: 4 }],
  ["?page=-2&search=%20kia%20", { search: "kia" }],
  ["?page=1e9&view=activity", {}],
  ["?sort=rank&order=desc", {}],
  ['?filters={"price":{"from":1}}', { filters: { price: { from: 1 } } }],
  ['?filters={"price":{"from":"1"}}', {}],
  ["?filters=[", {}],
  ["?rows=50&page=2", { pageSize: 50, page: 2 }],
])("the address %j means %j", (query, listState) => {
  expect(parseListState(query)).toEqual({ ...WHOLE_LIST, page: 1, pageSize: 10, ...listState });
});

test.each([
  [{}, "/admin"],
  [{ search: "", page: 1 }, "/admin"],
  [{ search: "a&b", page: 2 }, "/admin?search=a%26b&page=2"],
  [{ view: "activity" as const }, "/admin?view=activity"],
])("%j has an address that leads back to it", (shown, path) => {
  expect(adminPath(shown)).toBe(path);
  const query = path.slice("/admin".length);
  expect(parseListState(query)).toEqual({
    ...WHOLE_LIST,
    page: 1,
    pageSize: 10,
    ...("search" in shown ? shown : {}),
  });
});

test("an unknown view is the list", () => {
  expect(parseAdminView("?view=reviews")).toBe("reviews");
  expect(parseAdminView("?view=secrets")).toBeUndefined();
  expect(parseAdminView("")).toBeUndefined();
});

test("the footer of an empty list", () => {
  const footer = footerOf({ ...WHOLE_LIST, page: 1, pageSize: 10 }, { total: 0, matches: 0 }, 0);
  expect(footer).toBe("Showing 0-0 of 0 EVs (including all trims)");
});

test.each([
  "",
  "search=model+3&rows=50",
  "sort=price&order=desc&filters=%7B%22price%22%3A%7B%22from%22%3A1%7D%7D",
])("the address %j leads back to itself", (query) =>
  expect(listQuery(parseListState(query))).toBe(query),
);
