import { expect, test } from "vitest";
import { credentialIssues } from "./credentials.ts";
import { codeOf } from "./auth.client.ts";

const REQUIRED = "Username is required";
const TOO_SHORT = "Password must be at least 6 characters";

test.each([
  [{ username: "Grace", password: "123456" }, {}],
  [
    { username: "", password: "" },
    { username: REQUIRED, password: TOO_SHORT },
  ],
  [{ username: "  ", password: "123456" }, { username: REQUIRED }],
  [{ username: "Grace", password: "12345" }, { password: TOO_SHORT }],
  [{ username: "Grace", password: "      " }, {}],
])("of %j is wrong: %j (§5)", (typed, issues) => {
  expect(credentialIssues(typed)).toEqual(issues);
});

test.each([
  ["#invite=q7DT39yv-_2Q", "q7DT39yv-_2Q"],
  ["#invite=", null],
  ["#password=q7DT39yv-_2Q", null],
  ["#top", null],
  ["", null],
])("the fragment %j invites with %j", (hash, code) => {
  expect(codeOf(hash, "invite")).toBe(code);
});
