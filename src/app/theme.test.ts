import { expect, test } from "vitest";

import { themeAfter } from "./site-header.tsx";

test("the switch goes round", () => {
  expect(themeAfter("system")).toBe("light");
  expect(themeAfter("light")).toBe("dark");
  expect(themeAfter("dark")).toBe("system");
});
