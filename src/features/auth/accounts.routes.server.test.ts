import { expect, it } from "vitest";
import { z } from "zod";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { Administrator, Invitation, NewInvitation, SessionEntry } from "./auth.schema.ts";
import { openTestAccounts, register } from "../../../test/accounts.ts";

describeOnEachEngine("calls of accounts", ({ open }) => {
  it("answer what their schemas say", async () => {
    const accounts = await openTestAccounts(await open());
    const cookie = await register(accounts);
    const made = await accounts.call("POST", "/api/invitations", cookie);
    NewInvitation.parse(made.json());
    for (const [url, schema] of [
      ["/api/sessions", SessionEntry],
      ["/api/invitations", Invitation],
      ["/api/users", Administrator],
    ] as const) {
      const list = (await accounts.call("GET", url, cookie)).json<unknown[]>();
      expect(z.array(schema as z.ZodType).parse(list), url).toHaveLength(1);
    }
  });
});
