import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import {
  ATTEMPTS_PER_ADDRESS,
  ATTEMPTS_PER_NAME_AND_ADDRESS,
  ATTEMPTS_WINDOW_MS,
} from "./auth.server.ts";
import { cookieOf, GRACE, openTestAccounts, register } from "../../../test/accounts.ts";
import { expectAnswer, expectRefused } from "../../../test/refusals.ts";

const LONG = "x".repeat(201);

const BAD_LOGINS: readonly [unknown, string][] = [
  [undefined, "The body must be a JSON object"],
  [{ password: GRACE.password }, "Username is required"],
  [{ ...GRACE, username: "  " }, "Username is required"],
  [{ ...GRACE, username: { $ne: "" } }, "Username must be text"],
  [{ ...GRACE, username: "x".repeat(61) }, "Username must have 60 characters or fewer"],
  [{ ...GRACE, username: "Gr\u200bace" }, "Username must be plain text on one line"],
  [{ ...GRACE, password: "12345" }, "Password must be at least 6 characters"],
  [{ ...GRACE, password: 123_456 }, "Password must be text"],
  [{ ...GRACE, password: LONG }, "Password must have 200 characters or fewer"],
  [{ ...GRACE, password: "abcdef\ud800" }, "Password must be plain text"],
  [{ ...GRACE, isAdmin: true }, "Unknown field isAdmin"],
];

describeOnEachEngine("signing in", ({ open }) => {
  it("logs each failure with the address and a keyed hash of the name, and no success", async () => {
    const failuresOf = async (bodies: readonly object[]) => {
      const lines: string[] = [];
      const accounts = await openTestAccounts(await open(), {
        admin: GRACE,
        rateLimits: true,
        log: { write: (line) => void lines.push(line) },
      });
      for (const body of bodies) await accounts.call("POST", "/api/login", "", body);
      expect(lines.join("")).not.toMatch(/grace|\bada\b|picoseconds/i);
      return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "failed sign-in");
    };
    const wrong = { ...GRACE, password: "picoseconds" };
    const ada = { ...GRACE, username: "Ada" };
    const many = Array.from({ length: ATTEMPTS_PER_NAME_AND_ADDRESS + 1 }, () => wrong);
    const failures = await failuresOf([GRACE, ada, ...many]);
    // The last one was refused with 429.
    expect(failures).toHaveLength(ATTEMPTS_PER_NAME_AND_ADDRESS + 2);
    const name = expect.stringMatching(/^[\w-]{22}$/) as string;
    const line = { level: "warn", address: "127.0.0.1", name };
    for (const failure of failures) expect(failure).toMatchObject(line);
    const names = failures.map((failure) => failure.name);
    expect(new Set(names.slice(1))).toEqual(new Set(names.slice(-1)));
    expect(names[0]).not.toBe(names[1]);
    const [elsewhere] = await failuresOf([wrong]);
    expect(names).not.toContain(elsewhere?.name);
  });

  it("takes the right password, in whatever case the name is typed", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE });
    const typed = { ...GRACE, username: "  gRACE " };
    const answer = await accounts.call("POST", "/api/login", "", typed);
    expectAnswer(answer, 200, { id: expect.any(Number), username: "Grace" });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const user = await accounts.call("GET", "/api/user", cookieOf(answer));
    expect(user.json()).toEqual(answer.json());
    expect(user.headers["cache-control"]).toBe("no-store");
    // Signing in again ends the session of the request.
    const again = await accounts.call("POST", "/api/login", cookieOf(answer), GRACE);
    expect((await accounts.call("GET", "/api/user", cookieOf(answer))).statusCode).toBe(401);
    expect((await accounts.call("GET", "/api/user", cookieOf(again))).statusCode).toBe(200);
  });

  it("tells nobody whether the name or the password was wrong", async () => {
    const { call } = await openTestAccounts(await open(), { admin: GRACE });
    const wrong = await call("POST", "/api/login", "", { ...GRACE, password: "picoseconds" });
    const unknown = await call("POST", "/api/login", "", { ...GRACE, username: "Ada" });
    for (const answer of [wrong, unknown]) {
      expectAnswer(answer, 401, { error: "Wrong username or password" });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
  });

  it("refuses what is missing, of the wrong kind, too long or not known", async () => {
    const { call, invite } = await openTestAccounts(await open());
    const inviteCode = await invite();
    for (const [body, sentence] of BAD_LOGINS) {
      expectRefused(await call("POST", "/api/login", "", body), 400, sentence);
      const isObject = body !== undefined && !Array.isArray(body);
      const registration = isObject ? { ...(body as object), inviteCode } : body;
      const registered = await call("POST", "/api/register", "", registration);
      expectRefused(registered, 400, sentence);
    }
  });

  it("slows whoever fails with one name, nobody elsewhere, and forgets attempts that succeed", async () => {
    const accounts = await openTestAccounts(await open(), { rateLimits: true, admin: GRACE });
    const login = (password: string, username = GRACE.username) =>
      accounts.call("POST", "/api/login", "", { username, password });
    expect((await login("wrong password")).statusCode).toBe(401);
    for (let time = 0; time <= ATTEMPTS_PER_NAME_AND_ADDRESS; time += 1) {
      expect((await login(GRACE.password)).statusCode).toBe(200);
    }
    for (let time = 0; time < ATTEMPTS_PER_NAME_AND_ADDRESS; time += 1) {
      expect((await login("wrong password", time % 2 ? "grace" : "GRACE")).statusCode).toBe(401);
    }
    const refused = await login(GRACE.password);
    expectRefused(refused, 429, "Too many attempts have failed. Please try again in 15 minutes.");
    expect(refused.headers["retry-after"]).toBe("900");
    // Grace signs in herself, from an address without failed attempts.
    const elsewhere = { method: "POST", url: "/api/login", remoteAddress: "192.0.2.7" } as const;
    expect((await accounts.app.inject({ ...elsewhere, payload: GRACE })).statusCode).toBe(200);
    accounts.wait(ATTEMPTS_WINDOW_MS);
    expect((await login(GRACE.password)).statusCode).toBe(200);
  });

  it("slows whoever fails from one address, also with codes", async () => {
    const accounts = await openTestAccounts(await open(), { rateLimits: true, admin: GRACE });
    for (let time = 0; time < ATTEMPTS_PER_ADDRESS; time += 1) {
      // One that succeeds does not end the failures of the address.
      const username = time === 9 ? GRACE.username : `name ${time}`;
      const answer = await (time % 2
        ? accounts.call("POST", "/api/login", "", { ...GRACE, username })
        : accounts.call("POST", "/api/register", "", { ...GRACE, inviteCode: "guess" }));
      const failed = time % 2 ? 401 : 403;
      expect(answer.statusCode).toBe(time === 9 ? 200 : failed);
    }
    const refused = await accounts.call("POST", "/api/login", "", GRACE);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const code = { ...GRACE, username: "Ada", inviteCode: await accounts.invite() };
    expect((await accounts.call("POST", "/api/register", "", code)).statusCode).toBe(429);
    const { inviteCode } = code;
    const check = await accounts.call("POST", "/api/invitations/check", "", { inviteCode });
    expect(check.statusCode).toBe(429);
  });

  it("slows whoever checks codes as if they registered", async () => {
    const accounts = await openTestAccounts(await open(), { rateLimits: true });
    const inviteCode = await accounts.invite();
    const check = (code: string) =>
      accounts.call("POST", "/api/invitations/check", "", { inviteCode: code });
    for (let time = 0; time < ATTEMPTS_PER_ADDRESS; time += 1) {
      const isOpen = time % 3 === 0;
      expect((await check(isOpen ? inviteCode : "guess")).statusCode).toBe(isOpen ? 204 : 403);
    }
    expect((await check(inviteCode)).statusCode).toBe(429);
    const guess = await accounts.call("POST", "/api/register", "", { ...GRACE, inviteCode });
    expect(guess.statusCode).toBe(429);
  });

  it("does not let attempts that come together pass the limit", async () => {
    const accounts = await openTestAccounts(await open(), { rateLimits: true, admin: GRACE });
    const attempts = Array.from({ length: 3 * ATTEMPTS_PER_NAME_AND_ADDRESS }, () =>
      accounts.call("POST", "/api/login", "", { ...GRACE, password: "wrong password" }),
    );
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(ATTEMPTS_PER_NAME_AND_ADDRESS);
  });
});

describeOnEachEngine("signing out", ({ open }) => {
  it("ends the session at once, in every instance, and is fine without one", async () => {
    const database = await open();
    const accounts = await openTestAccounts(database);
    const other = await openTestAccounts(database);
    const cookie = await register(accounts);
    expect((await other.call("GET", "/api/user", cookie)).statusCode).toBe(200);
    const out = await accounts.call("POST", "/api/logout", cookie);
    expect(out.statusCode).toBe(204);
    expect(out.headers["set-cookie"]).toEqual([
      "ev_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
      "ev_signed_in=; Path=/; Max-Age=0; SameSite=Lax",
    ]);
    for (const { call } of [accounts, other]) {
      expectRefused(await call("GET", "/api/user", cookie), 401, "Please sign in");
    }
    expect((await accounts.call("POST", "/api/logout")).statusCode).toBe(204);
  });
});

describeOnEachEngine("the administrator of the configuration", ({ engine, open, freshEnv }) => {
  it("is made once and keeps the password that they have", async () => {
    const env = await freshEnv();
    const database = await open(env);
    await openTestAccounts(database, { admin: GRACE });
    const changed = { ...GRACE, username: "grace", password: "something else" };
    const { call } = await openTestAccounts(database, { admin: changed });
    expect((await call("POST", "/api/login", "", changed)).statusCode).toBe(401);
    expect((await call("POST", "/api/login", "", GRACE)).statusCode).toBe(200);
    const users = await database.read.selectFrom("users").selectAll().execute();
    expect(users).toHaveLength(1);
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("is made once by starts at the same time", async () => {
    const env = await freshEnv();
    const here = await open(env);
    // SQLite is used by a single process.
    const there = engine === "sqlite" ? here : await open(env);
    const started = await Promise.all(
      [here, there].map((database) => openTestAccounts(database, { admin: GRACE })),
    );
    for (const { call } of started) {
      expect((await call("POST", "/api/login", "", GRACE)).statusCode).toBe(200);
    }
    const users = await here.read.selectFrom("users").select("username").execute();
    expect(users).toEqual([{ username: GRACE.username }]);
    const activity = await here.read.selectFrom("activity").select("action").execute();
    expect(activity).toEqual([{ action: "user-registered" }]);
  });

  it("is refused in one line that names the variable", async () => {
    const database = await open();
    const start = (admin: typeof GRACE) => openTestAccounts(database, { admin });
    await expect(start({ ...GRACE, username: "x".repeat(61) })).rejects.toThrow(
      "ADMIN_USERNAME: Username must have 60 characters or fewer.",
    );
    await expect(start({ ...GRACE, password: LONG })).rejects.toThrow(
      "ADMIN_PASSWORD: Password must have 200 characters or fewer.",
    );
  });
});
