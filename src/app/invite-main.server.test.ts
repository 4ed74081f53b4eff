import { expect, it } from "vitest";
import { GRACE, openTestAccounts } from "../../test/accounts.ts";
import { placeOf, runCommand } from "../../test/commands.ts";
import { describeOnEachEngine } from "../../test/databases.ts";

describeOnEachEngine("npm run invite", ({ open, freshEnv }) => {
  it("prints an invitation beside a running server, again and again", async () => {
    const env = await freshEnv();
    const accounts = await openTestAccounts(await open(env), { admin: GRACE });
    const command = async (more: Record<string, string> = {}) =>
      (await runCommand("invite", { ...placeOf(env), ...more })).text;
    const everyAddress = { HOST: "0.0.0.0" };
    const printed = [
      await command(everyAddress),
      await command({ ...everyAddress, PUBLIC_URL: "https://ev.example" }),
      await command({ ...everyAddress, BASE_PATH: "/cars" }),
    ];
    expect(printed).toEqual([
      expect.stringMatching(/until \d{4}-\d\d-\d\d: http:\/\/localhost:3000\/auth#invite=/),
      expect.stringMatching(/: https:\/\/ev\.example\/auth#invite=[\w-]{43}\n$/),
      expect.stringMatching(/: http:\/\/localhost:3000\/cars\/auth#invite=[\w-]{43}\n$/),
    ]);
    for (const [at, line] of printed.entries()) {
      const inviteCode = line.trim().slice(-43);
      const user = { username: `guest ${at}`, password: "invited", inviteCode };
      const answer = await accounts.call("POST", "/api/register", "", user);
      expect(answer.statusCode, answer.body).toBe(201);
    }
  });
});
