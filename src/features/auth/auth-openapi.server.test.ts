import { expect, it } from "vitest";
import { z } from "zod";
import { describeOnEachEngine } from "../../../test/databases.ts";
import {
  AdministratorSchema,
  authApi,
  InvitationSchema,
  NewInvitationSchema,
  SessionSchema,
} from "./auth-openapi.server.ts";
import { openTestAccounts, register } from "../../../test/accounts.ts";

describeOnEachEngine("openapi.json about accounts", ({ open }) => {
  it("describes every call there is, and only those", async () => {
    const { routes } = await openTestAccounts(await open());
    const described = Object.entries(authApi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ),
    );
    const known = routes.filter((route) => !route.startsWith("HEAD "));
    expect(described.toSorted()).toEqual(known.toSorted());
  });

  it("has the schemas of what the calls answer", async () => {
    const accounts = await openTestAccounts(await open());
    const cookie = await register(accounts);
    const made = await accounts.call("POST", "/api/invitations", cookie);
    NewInvitationSchema.parse(made.json());
    for (const [url, schema] of [
      ["/api/sessions", SessionSchema],
      ["/api/invitations", InvitationSchema],
      ["/api/users", AdministratorSchema],
    ] as const) {
      const list = (await accounts.call("GET", url, cookie)).json<unknown[]>();
      expect(z.array(schema as z.ZodType).parse(list), url).toHaveLength(1);
    }
  });
});
