import { expect, test } from "vitest";
import { codeOf } from "./auth.queries.ts";
import { credentialsSchema, passwordChangeSchema } from "./credentials.form.ts";

const REQUIRED = ["username", "Username is required"];
const TOO_SHORT = ["password", "Password must be at least 6 characters"];

test.each([
  [{ username: "Grace", password: "123456" }, []],
  [{ username: "", password: "" }, [REQUIRED, TOO_SHORT]],
  [{ username: "  ", password: "123456" }, [REQUIRED]],
  [{ username: "Grace", password: "12345" }, [TOO_SHORT]],
  [{ username: "Grace", password: "      " }, []],
])("of %j is wrong: %j (accounts.md#signing-in)", (typed, issues) => {
  const { data, error } = credentialsSchema.safeParse(typed);
  expect(error?.issues.map(({ path, message }) => [path.join(), message]) ?? []).toEqual(issues);
  // The form sends what was typed; the server trims the name.
  if (issues.length === 0) expect(data).toEqual(typed);
});

test("a new password is as long as that of a new account", () => {
  const typed = { currentPassword: "123456", newPassword: "12345" };
  const { error } = passwordChangeSchema.safeParse(typed);
  expect(error?.issues).toMatchObject([{ path: ["newPassword"], message: TOO_SHORT[1] }]);
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
