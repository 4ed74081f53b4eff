import { expect, it } from "vitest";
import { cookieOf, GRACE, openTestAccounts, register, statusesOf } from "../../test/accounts.ts";
import { placeOf, runCommand } from "../../test/commands.ts";
import { describeOnEachEngine } from "../../test/databases.ts";

const NOT_VALID =
  "This link is not valid: it may have been used, replaced by a newer one or expired.";
const NEW = { username: "Grace", password: "attoseconds" };

describeOnEachEngine("npm run password", ({ open, freshEnv }) => {
  it("prints a link beside a running server, which sets a password once and ends all sessions", async () => {
    const env = await freshEnv();
    const accounts = await openTestAccounts(await open(env), { admin: GRACE });
    const { call } = accounts;
    const commandAt = (address: Record<string, string>, ...names: string[]) =>
      runCommand("password", { ...placeOf(env), ...address }, ...names);
    const command = (...names: string[]) => commandAt({}, ...names);
    const codePrinted = async (address: Record<string, string>, origin: string) => {
      const { text } = await commandAt(address, " GRACE");
      const link = text.trim();
      const sentence = "Choose a new password for Grace, once, within 24 hours: ";
      expect(link.slice(0, -43)).toBe(`${sentence}${origin}/auth#password=`);
      return link.slice(-43);
    };
    const replaced = await codePrinted({ HOST: "::" }, "http://localhost:3000");
    const code = await codePrinted({ PUBLIC_URL: "https://ev.example" }, "https://ev.example");
    const check = (text: unknown) => call("POST", "/api/lost-password/check", "", { code: text });
    expect((await check(replaced)).statusCode).toBe(403);
    const checked = await check(code);
    const x = [200, { username: "Grace" }];
    expect([checked.statusCode, checked.json()]).toEqual(x);

    const former = cookieOf(await call("POST", "/api/login", "", GRACE));
    const use = (password: string) => call("POST", "/api/lost-password", "", { code, password });
    const short = await use("short");
    expect(short.json()).toMatchObject({ error: "Password must be at least 6 characters" });
    // If a link is used twice at once, only one use sets the password.
    const both = await Promise.all([use(NEW.password), use(NEW.password)]);
    expect(statusesOf(both)).toEqual([200, 403]);
    const done = both.find(({ statusCode }) => statusCode === 200) ?? both[0];
    expect((await call("GET", "/api/user", former)).statusCode).toBe(401);
    expect((await call("GET", "/api/user", cookieOf(done))).json()).toEqual(done.json());
    expect((await call("POST", "/api/login", "", GRACE)).statusCode).toBe(401);
    expect((await call("POST", "/api/login", "", NEW)).statusCode).toBe(200);
    for (const candidate of [code, replaced, undefined, null, "", "A".repeat(43)]) {
      const answer = await check(candidate);
      expect([answer.statusCode, answer.json()]).toEqual([403, { error: NOT_VALID }]);
    }

    await expect(command("Nobody")).rejects.toMatchObject({
      code: 1,
      stderr: 'There is no administrator called "Nobody".\n',
    });
    await expect(command()).rejects.toMatchObject({
      stderr: expect.stringContaining("npm run password -- NAME"),
    });
  });

  it("prints one that ends with a password that its administrator chooses, or with the account", async () => {
    const database = await open();
    const accounts = await openTestAccounts(database, { admin: GRACE });
    const { call, auth } = accounts;
    const { passwordLinks } = auth;
    const cookie = cookieOf(await call("POST", "/api/login", "", GRACE));
    const { code } = await passwordLinks.make("Grace");
    const passwords = { currentPassword: GRACE.password, newPassword: NEW.password };
    expect((await call("POST", "/api/user/password", cookie, passwords)).statusCode).toBe(204);
    const stolen = { code, password: "picoseconds" };
    expect((await call("POST", "/api/lost-password", "", stolen)).statusCode).toBe(403);
    expect((await call("POST", "/api/login", "", NEW)).statusCode).toBe(200);

    // The link is used while another administrator removes the account: one waits for the other, and neither
    // fails.
    for (let time = 0; time < 8; time++) {
      const ada = { username: `Ada ${time}`, password: "notes on the engine" };
      await register(accounts, ada);
      const made = await passwordLinks.make(ada.username);
      const { id } = await passwordLinks.requireOpen(made.code);
      const [removed, used] = await Promise.all([
        call("DELETE", `/api/users/${id}`, cookie),
        passwordLinks.use(made.code, "a hash").catch((error: unknown) => error),
      ]);
      expect(removed.statusCode).toBe(204);
      expect(used).toMatchObject(used instanceof Error ? { status: 403 } : { id });
    }
    expect(await database.read.selectFrom("password_links").selectAll().execute()).toEqual([]);
  });

  it("prints one that is over after a day", async () => {
    const accounts = await openTestAccounts(await open(), { admin: GRACE, rateLimits: true });
    const { code } = await accounts.auth.passwordLinks.make(GRACE.username);
    const check = (text: string) =>
      accounts.call("POST", "/api/lost-password/check", "", { code: text });
    expect((await check(code)).statusCode).toBe(200);
    accounts.wait(24 * 3_600_000);
    expect((await check(code)).statusCode).toBe(403);
    // Guessing codes must be limited.
    let last = 403;
    for (let time = 0; last === 403 && time < 40; time++) {
      last = (await check("A".repeat(43))).statusCode;
    }
    expect(last).toBe(429);
  });
});
