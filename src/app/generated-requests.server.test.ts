import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createWholeApp } from "../../test/whole-app.ts";
import { brokenInvariants } from "../../test/catalogue-invariants.ts";
import { fuzz, signIn } from "../../test/fuzz.ts";

const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };
/** `npm run chaos -- fuzz` sends as many as you like, with any seed. */
const SEED = 5;
const REQUESTS = 800;
/** A busy machine takes many times longer. */
const MOST_MS = 120_000;

test(
  "whatever is sent gets a documented answer and leaves the catalogue whole",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "ev-generated-"));
    const app = await createWholeApp({
      DATA_DIR: folder,
      STARTER_CATALOGUE: "true",
      TRUST_PROXY: "1",
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
    onTestFinished(async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    const origin = `http://127.0.0.1:${port}`;

    const { faults, statuses } = await fuzz({
      origin,
      requests: REQUESTS,
      seed: SEED,
      administrator: ADMINISTRATOR,
    });
    expect(faults).toEqual([]);
    // They must not all be rejected right away.
    expect(statuses).toMatchObject({ 200: expect.any(Number), 201: expect.any(Number) });
    const cookie = await signIn(origin, ADMINISTRATOR);
    expect(await brokenInvariants(origin, cookie, join(folder, "catalogue.db"))).toEqual([]);
  },
  MOST_MS,
);
