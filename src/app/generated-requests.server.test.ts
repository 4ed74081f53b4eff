import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { openAppBothWays } from "../../test/both-ways.ts";
import { brokenInvariants } from "../../test/catalogue-invariants.ts";
import { fuzz } from "../../test/fuzz.ts";
import { signInAt } from "../../test/http-sign-in.ts";

/** `npm run chaos -- fuzz` sends as many as you like, with any seed. */
const SEED = 5;
const REQUESTS = 800;
/** A busy machine takes many times longer. */
const MOST_MS = 120_000;

test(
  "whatever is sent gets a documented answer and leaves the catalogue whole",
  async () => {
    const { origin, dataDir, close } = await openAppBothWays({ TRUST_PROXY: "1", ...ADMINISTERED });
    onTestFinished(close);

    const { faults, statuses } = await fuzz({
      origin,
      requests: REQUESTS,
      seed: SEED,
      administrator: GRACE,
    });
    expect(faults).toEqual([]);
    // They must not all be rejected right away.
    expect(statuses).toMatchObject({ 200: expect.any(Number), 201: expect.any(Number) });
    const cookie = await signInAt(origin, GRACE);
    expect(await brokenInvariants(origin, cookie, join(dataDir, "catalogue.db"))).toEqual([]);
  },
  MOST_MS,
);
