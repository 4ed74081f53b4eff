import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { openWholeApp } from "../../test/whole-app.ts";
import { expectRefused } from "../../test/refusals.ts";

const ADA = { username: "Ada", password: "notes on the engine" };
const WRONG = "a wrong password";
const DEVICE = /^ev_device=([\w.-]+); Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Lax/;

interface Login {
  username: string;
  password: string;
}

describeOnEachEngine("a device that has signed in before", ({ engine, freshEnv }) => {
  /** Starts the instances of one deployment: several on PostgreSQL. */
  async function start(): Promise<FastifyInstance[]> {
    const env = await freshEnv();
    const variables = { TRUST_PROXY: "1", ...ADMINISTERED };
    const apps = [await openWholeApp(env, variables)];
    if (engine === "postgres") apps.push(await openWholeApp(env, variables));
    return apps;
  }

  async function startWithAda() {
    const apps = await start();
    let turn = 0;
    /** Sends requests one by one, alternating between the instances. */
    const post = (url: string, body: object, address: string, cookie = "") =>
      (apps[turn++ % apps.length] as FastifyInstance).inject({
        method: "POST",
        url,
        headers: { "x-forwarded-for": address, cookie },
        payload: body,
      });
    const login = (user: Login, address: string, cookie?: string) =>
      post("/api/login", user, address, cookie);
    const cookiesOf = (answer: Awaited<ReturnType<typeof post>>) =>
      [answer.headers["set-cookie"] ?? []].flat();
    /** @returns the device cookie for a request, without the session cookie */
    const deviceOf = (answer: Awaited<ReturnType<typeof post>>) =>
      `ev_device=${cookiesOf(answer).flatMap((each) => DEVICE.exec(each)?.[1] ?? [])[0]}`;
    const graces = await login(GRACE, "192.0.2.1");
    expect(graces.statusCode).toBe(200);
    const session = cookiesOf(graces).map((each) => each.split(";")[0]);
    const invited = await post("/api/invitations", {}, "192.0.2.1", session.join("; "));
    const inviteCode = invited.json<{ link: string }>().link.split("=")[1];
    const adas = await post("/api/register", { ...ADA, inviteCode }, "192.0.2.2");
    expect(adas.statusCode).toBe(201);
    /** Uses up the attempts for a name from strange addresses, until it is locked for all of them. */
    const lock = async ({ username }: Login) => {
      for (let at = 0; at < 100; at++) {
        const answer = await login({ username, password: WRONG }, `198.51.100.${at}`);
        expect(answer.statusCode).toBe(401);
      }
      expect((await login({ username, password: WRONG }, "203.0.113.1")).statusCode).toBe(429);
    };
    return { login, lock, deviceOf, graces: deviceOf(graces), adas: deviceOf(adas) };
  }

  test("signs in while strangers everywhere fail with the name, and has ten tries of its own", async () => {
    const { login, lock, deviceOf, graces, adas } = await startWithAda();
    await lock(GRACE);
    // The right password alone does not help elsewhere, nor does another user's cookie or a modified one.
    expect((await login(GRACE, "203.0.113.2")).statusCode).toBe(429);
    const [id, mark] = graces.replace("ev_device=", "").split(".");
    const [otherId, otherMark] = adas.replace("ev_device=", "").split(".");
    const forged = [
      adas,
      `ev_device=${id}`,
      `ev_device=${otherId}.${mark}`,
      `ev_device=${id}.${otherMark}`,
      `ev_device=${id}.${"A".repeat(43)}`,
      `ev_device=${id}.${mark}.`,
      "ev_device=",
    ];
    for (const cookie of forged) {
      const { statusCode } = await login(GRACE, "203.0.113.3", cookie);
      expect(statusCode, cookie).toBe(429);
    }
    // The device is recognized wherever it is now, including among the strangers' addresses.
    for (const address of ["192.0.2.1", "203.0.113.4", "198.51.100.7"]) {
      expect((await login(GRACE, address, graces)).statusCode).toBe(200);
    }
    for (let time = 0; time < 10; time++) {
      const answer = await login({ ...GRACE, password: WRONG }, `203.0.113.${time}`, graces);
      expect(answer.statusCode).toBe(401);
    }
    const refused = await login(GRACE, "203.0.113.40", graces);
    expectRefused(refused, 429, /^Too many attempts have failed\. Please try again in 1\d min/);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    // Ada's device has its own limit.
    expect(deviceOf(await login(ADA, "192.0.2.2", adas))).toMatch(/^ev_device=[\w-]{43}\./);
  });

  test("is known for each of the administrators who share it, and tells no name", async () => {
    const { login, lock, deviceOf, graces } = await startWithAda();
    const both = deviceOf(await login(ADA, "192.0.2.1", graces));
    expect(both).toMatch(/^ev_device=[\w-]{43}\.[\w-]{43}\.[\w-]{43}$/);
    expect(Buffer.from(both, "base64url").toString()).not.toMatch(/grace|ada/i);
    await lock(GRACE);
    const known = await login({ ...GRACE, username: " GRACE" }, "203.0.113.2", both);
    expect(known.statusCode).toBe(200);
    // For Ada, Grace's device is a stranger and counts with the others.
    for (let time = 0; time < 10; time++) {
      const answer = await login({ ...ADA, password: WRONG }, "203.0.113.3", graces);
      expect(answer.statusCode).toBe(401);
    }
    expect((await login(ADA, "203.0.113.3", graces)).statusCode).toBe(429);
    expect((await login(ADA, "203.0.113.3", both)).statusCode).toBe(200);
  });
});
