import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { Database } from "../../db/database.server.ts";
import { usernameKey } from "./usernames.ts";
import { cookieOf, GRACE, openTestAccounts, register, statusesOf } from "../../../test/accounts.ts";
import { expectAnswer, expectIssue, expectRefused } from "../../../test/refusals.ts";

const DAY_MS = 24 * 3_600_000;
const NOT_VALID = "This invitation is not valid: it may have been used, revoked or expired.";

/** Gives users a name that an earlier release took. */
async function renameAll({ write }: Database, username: string): Promise<void> {
  const names = { username, username_key: usernameKey(username) };
  await write.updateTable("users").set(names).execute();
}

describeOnEachEngine("registration", ({ open, freshEnv }) => {
  it("takes one invitation and signs the new administrator in", async () => {
    const accounts = await openTestAccounts(await open());
    const { call } = accounts;
    const inviteCode = await accounts.invite();
    // Checking the code does not use it up.
    for (let time = 0; time < 2; time += 1) {
      const checked = await call("POST", "/api/invitations/check", "", { inviteCode });
      expect([checked.statusCode, checked.body]).toEqual([204, ""]);
    }
    const answer = await call("POST", "/api/register", "", { ...GRACE, inviteCode });
    expectAnswer(answer, 201, { id: expect.any(Number), username: "Grace" });
    expect((await call("GET", "/api/user", cookieOf(answer))).json()).toEqual(answer.json());
    const again = { ...GRACE, username: "Ada", inviteCode };
    const second = await call("POST", "/api/register", "", again);
    expectRefused(second, 403, NOT_VALID);
  });

  it("refuses no code, a wrong one, a revoked one and an expired one alike", async () => {
    const accounts = await openTestAccounts(await open());
    const { call, auth } = accounts;
    const cookie = await register(accounts);
    const { invitation, code: revoked } = await auth.invitations.make(null);
    await call("DELETE", `/api/invitations/${invitation.id}`, cookie);
    const expired = await accounts.invite();
    accounts.wait(7 * DAY_MS);
    const ada = { username: "Ada", password: "notes on the engine" };
    const codes = [undefined, null, "", "guess", "A".repeat(43), revoked, expired];
    for (const inviteCode of codes) {
      const answer = await call("POST", "/api/register", "", { ...ada, inviteCode });
      expectRefused(answer, 403, NOT_VALID);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      const checked = await call("POST", "/api/invitations/check", "", { inviteCode });
      expectRefused(checked, 403, NOT_VALID);
    }
    for (const inviteCode of [7, "x".repeat(201), ["x"]]) {
      const answer = await call("POST", "/api/register", "", { ...ada, inviteCode });
      expect(answer.statusCode, String(inviteCode)).toBe(400);
    }
  });

  it("takes no name that shows nothing; who has one from earlier still signs in", async () => {
    const database = await open();
    const accounts = await openTestAccounts(database);
    const inviteCode = await accounts.invite();
    const blank = { ...GRACE, username: "\u3164" };
    const answer = await accounts.call("POST", "/api/register", "", { ...blank, inviteCode });
    expectIssue(answer, 400, "username", "Username is required");
    await expect(openTestAccounts(database, { admin: blank })).rejects.toThrow(
      "ADMIN_USERNAME: Username is required.",
    );
    await register(accounts);
    await renameAll(database, blank.username);
    expect((await accounts.call("POST", "/api/login", "", blank)).statusCode).toBe(200);
    await openTestAccounts(database, { admin: blank });
  });

  it("takes no name that looks like another, or mixes alphabets", async () => {
    const database = await open();
    const accounts = await openTestAccounts(database, { admin: { ...GRACE, username: "admin" } });
    const inviteCode = await accounts.invite();
    const cases = [
      ["аdmin", 400, "Username must be written in one script: do not mix alphabets"],
      ["ɑdmin", 409, "This username is too similar to one that is taken"],
      ["admin\u00A0", 409, "This username is taken"],
    ] as const;
    for (const [username, status, error] of cases) {
      const user = { ...GRACE, username, inviteCode };
      const answer = await accounts.call("POST", "/api/register", "", user);
      expectIssue(answer, status, "username", error);
    }
    for (const [username, sentence] of [
      ["аdmin", "ADMIN_USERNAME: Username must be written in one script"],
      ["ɑdmin", "ADMIN_USERNAME: This username is too similar to one that is taken."],
    ] as const) {
      const start = openTestAccounts(database, { admin: { ...GRACE, username } });
      await expect(start).rejects.toThrow(sentence);
    }
    await renameAll(database, "аdmin");
    const login = { ...GRACE, username: "аdmin" };
    expect((await accounts.call("POST", "/api/login", "", login)).statusCode).toBe(200);
    const spaced = { ...GRACE, username: " Ada\u00A0 L. ", inviteCode };
    const answer = await accounts.call("POST", "/api/register", "", spaced);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { username: "Ada L." }]);
  });

  it("leaves the invitation for another try when the name is taken", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE });
    const inviteCode = await accounts.invite();
    const taken = { ...GRACE, username: " GRACE", inviteCode };
    const answer = await accounts.call("POST", "/api/register", "", taken);
    expectIssue(answer, 409, "username", "This username is taken");
    const free = { ...taken, username: "Ada" };
    expect((await accounts.call("POST", "/api/register", "", free)).statusCode).toBe(201);
  });

  it("lets one of many through who use one code at the same time, on several instances", async () => {
    const env = await freshEnv();
    const database = await open(env);
    // SQLite allows a single process, so its instances share the connection.
    const second = database.engine === "postgres" ? await open(env) : database;
    const one = await openTestAccounts(database);
    const other = await openTestAccounts(second);
    const inviteCode = await one.invite();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const user = { username: `user ${index}`, password: "together", inviteCode };
        return (index % 2 ? one : other).call("POST", "/api/register", "", user);
      }),
    );
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 403)]);
    const users = await database.read.selectFrom("users").select("id").execute();
    expect(users).toHaveLength(1);
  });

  it("gives one name to one of many who ask for it at the same time", async () => {
    const accounts = await openTestAccounts(await open());
    const codes = await Promise.all(Array.from({ length: 5 }, () => accounts.invite()));
    const ask = (inviteCode: string) =>
      accounts.call("POST", "/api/register", "", { ...GRACE, inviteCode });
    const answers = await Promise.all(codes.map(ask));
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409]);
  });
});

describeOnEachEngine("invitations", ({ open }) => {
  it("are made, listed and revoked by administrators, their code told once", async () => {
    const database = await open();
    const accounts = await openTestAccounts(database);
    const { call } = accounts;
    const cookie = await register(accounts);
    const made = await call("POST", "/api/invitations", cookie);
    expect(made.statusCode).toBe(201);
    const { link, ...invitation } = made.json<{ id: number; link: string }>();
    expect(link).toMatch(/^\/auth#invite=[\w-]{43}$/);
    expect(invitation).toMatchObject({ id: expect.any(Number), createdBy: "Grace" });
    const list = await call("GET", "/api/invitations", cookie);
    expect(list.json()).toEqual([invitation]);
    const invitations = await database.read.selectFrom("invitations").selectAll().execute();
    expect(JSON.stringify(invitations)).not.toContain(link.slice(-43));

    const path = `/api/invitations/${invitation.id}`;
    expect((await call("DELETE", path, cookie)).statusCode).toBe(204);
    expect((await call("DELETE", path, cookie)).json()).toEqual({ error: "Invitation not found" });
    expect((await call("GET", "/api/invitations", cookie)).json()).toEqual([]);
    const done = await database.read.selectFrom("activity").selectAll().orderBy("id").execute();
    expect(done.slice(1)).toMatchObject([
      { username: "Grace", action: "user-registered", subject: "Grace" },
      { username: "Grace", action: "invitation-made", subject: `Invitation ${invitation.id}` },
      { username: "Grace", action: "invitation-revoked", subject: `Invitation ${invitation.id}` },
    ]);
  });

  it("are fifty at most", async () => {
    const accounts = await openTestAccounts(await open());
    const cookie = await register(accounts);
    for (let made = 0; made < 50; made += 1) await accounts.invite();
    const refused = await accounts.call("POST", "/api/invitations", cookie);
    expect(refused.statusCode).toBe(409);
    expect((await accounts.call("GET", "/api/invitations", cookie)).json()).toHaveLength(50);
  });

  it("of a database without users are replaced by each start, and end with the first user", async () => {
    const accounts = await openTestAccounts(await open());
    const { invitations } = accounts.auth;
    const first = await invitations.makeFirst();
    const second = await invitations.makeFirst();
    const early = { ...GRACE, inviteCode: first };
    expect((await accounts.call("POST", "/api/register", "", early)).statusCode).toBe(403);
    const right = { ...GRACE, inviteCode: second };
    expect((await accounts.call("POST", "/api/register", "", right)).statusCode).toBe(201);
    expect(await invitations.makeFirst()).toBeNull();
  });
});
