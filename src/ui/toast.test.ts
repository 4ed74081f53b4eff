import { afterEach, expect, test } from "vitest";

import { currentToast, dismissToast, toast } from "./toast.ts";

afterEach(() => {
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
});

test("one is visible at most: a newer one takes its place (limits-and-texts.md#notifications)", () => {
  const first = toast({ description: "first" });
  const second = toast({ description: "second", variant: "destructive" });
  expect(currentToast()).toEqual({ id: second, description: "second", variant: "destructive" });
  dismissToast(first);
  expect(currentToast()?.id).toBe(second);
  dismissToast(second);
  expect(currentToast()).toBeUndefined();
});
