import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { Administrator, SessionEntry } from "./auth.schema.ts";
import { ATTEMPTS_PER_NAME_AND_ADDRESS } from "./auth.server.ts";
import {
  cookieOf,
  GRACE,
  openTestAccounts,
  register,
  statusesOf,
  type TestAccounts,
} from "../../../test/accounts.ts";
import { expectIssue } from "../../../test/refusals.ts";

const ADA = { username: "Ada", password: "notes on the engine" };

async function login(accounts: TestAccounts, user = GRACE): Promise<string> {
  return cookieOf(await accounts.call("POST", "/api/login", "", user));
}

async function sessionsOf(accounts: TestAccounts, cookie: string): Promise<SessionEntry[]> {
  return (await accounts.call("GET", "/api/sessions", cookie)).json();
}

describeOnEachEngine("one's password", ({ open }) => {
  it("is changed by whoever knows it, which ends the other sessions", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE });
    const own = await login(accounts);
    const other = await login(accounts);
    const change = { currentPassword: GRACE.password, newPassword: "picoseconds" };
    const answer = await accounts.call("POST", "/api/user/password", own, change);
    expect(answer.statusCode, answer.body).toBe(204);
    expect((await accounts.call("GET", "/api/user", own)).statusCode).toBe(200);
    expect((await accounts.call("GET", "/api/user", other)).statusCode).toBe(401);
    expect((await accounts.call("POST", "/api/login", "", GRACE)).statusCode).toBe(401);
    const renewed = { ...GRACE, password: "picoseconds" };
    expect((await accounts.call("POST", "/api/login", "", renewed)).statusCode).toBe(200);
  });

  it("stays when anything is wrong", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE, rateLimits: true });
    const cookie = await login(accounts);
    const good = { currentPassword: GRACE.password, newPassword: "picoseconds" };
    const post = (body: unknown) => accounts.call("POST", "/api/user/password", cookie, body);
    const short = "Password must be at least 6 characters";
    for (const [body, path, message] of [
      [{ ...good, newPassword: "12345" }, "newPassword", short],
      [{ newPassword: "picoseconds" }, "currentPassword", short],
      [{ ...good, newPassword: 1_234_567 }, "newPassword", "Password must be text"],
      [{ ...good, username: "Ada" }, "", "Unknown field username"],
    ] as const) {
      expectIssue(await post(body), 400, path, message);
    }
    for (let time = 0; time < ATTEMPTS_PER_NAME_AND_ADDRESS; time += 1) {
      const answer = await post({ ...good, currentPassword: "a wrong one" });
      expectIssue(answer, 400, "currentPassword", "The current password is wrong");
    }
    expect((await post(good)).statusCode).toBe(429);
    expect((await accounts.call("GET", "/api/user", cookie)).statusCode).toBe(200);
  });
});

describeOnEachEngine("one's sessions", ({ open }) => {
  it("are listed by device and ended one by one or all others", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE });
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };
    const url = "/api/login";
    const answer = await accounts.app.inject({ method: "POST", url, headers, payload: GRACE });
    const own = cookieOf(answer);
    const others = [await login(accounts), await login(accounts), await login(accounts)];
    const list = await sessionsOf(accounts, own);
    expect(list).toHaveLength(4);
    expect(list.filter(({ current }) => current)).toMatchObject([{ device: "Firefox on Linux" }]);
    expect(JSON.stringify(list)).not.toMatch(/[\w-]{43}/);

    const ended = list.find(({ current }) => !current);
    const end = (id: unknown) => accounts.call("DELETE", `/api/sessions/${String(id)}`, own);
    expect((await end(ended?.id)).statusCode).toBe(204);
    for (const id of [ended?.id, 0, "x", 2 ** 40]) expect((await end(id)).statusCode).toBe(404);
    expect(await sessionsOf(accounts, own)).toHaveLength(3);
    expect((await accounts.call("DELETE", "/api/sessions", own)).statusCode).toBe(204);
    expect(await sessionsOf(accounts, own)).toMatchObject([{ current: true }]);
    for (const cookie of others) {
      expect((await accounts.call("GET", "/api/user", cookie)).statusCode).toBe(401);
    }
    const [last] = await sessionsOf(accounts, own);
    expect((await end(last?.id)).headers["set-cookie"]).toHaveLength(2);
    expect((await accounts.call("GET", "/api/user", own)).statusCode).toBe(401);
  });

  it("of others can be neither seen nor ended", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE });
    const grace = await login(accounts);
    const ada = await register(accounts, ADA);
    const [session] = await sessionsOf(accounts, grace);
    expect(await sessionsOf(accounts, ada)).toHaveLength(1);
    const end = await accounts.call("DELETE", `/api/sessions/${session?.id}`, ada);
    expect(end.statusCode).toBe(404);
    await accounts.call("DELETE", "/api/sessions", ada);
    expect((await accounts.call("GET", "/api/user", grace)).statusCode).toBe(200);
  });
});

describeOnEachEngine("administrators", ({ open }) => {
  it("remove each other, with sessions and invitations, but not themselves", async () => {
    const database = await open();
    const accounts = await openTestAccounts(database, { admin: GRACE });
    const grace = await login(accounts);
    const ada = await register(accounts, ADA);
    await accounts.call("POST", "/api/invitations", ada);
    const list: Administrator[] = (await accounts.call("GET", "/api/users", ada)).json();
    expect(list).toEqual([
      { id: expect.any(Number), username: "Ada", createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { id: expect.any(Number), username: "Grace", createdAt: expect.any(String) },
    ]);
    const [first, second] = list;
    const remove = (id: unknown) => accounts.call("DELETE", `/api/users/${String(id)}`, grace);
    expect((await remove(second?.id)).json()).toEqual({ error: "You cannot remove yourself" });
    expect((await remove(first?.id)).statusCode).toBe(204);
    for (const id of [first?.id, 0, "x"]) expect((await remove(id)).statusCode).toBe(404);
    expect((await accounts.call("GET", "/api/user", ada)).statusCode).toBe(401);
    expect((await accounts.call("POST", "/api/login", "", ADA)).statusCode).toBe(401);
    expect((await accounts.call("GET", "/api/invitations", grace)).json()).toEqual([]);
    const done = await database.read.selectFrom("activity").selectAll().orderBy("id").execute();
    const removed = { username: "Grace", action: "user-removed", subject: "Ada" };
    expect(done.at(-1)).toMatchObject(removed);
    expect(JSON.stringify(done)).not.toContain("argon2");
  });

  it("are never none: of two who remove each other at once one stays", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE });
    const grace = await login(accounts);
    const ada = await register(accounts, ADA);
    const list: Administrator[] = (await accounts.call("GET", "/api/users", ada)).json();
    const idOf = (name: string) => list.find(({ username }) => username === name)?.id;
    const answers = await Promise.all([
      accounts.call("DELETE", `/api/users/${idOf("Ada")}`, grace),
      accounts.call("DELETE", `/api/users/${idOf("Grace")}`, ada),
    ]);
    expect(statusesOf(answers)).toEqual([204, 401]);
  });
});
