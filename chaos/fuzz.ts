/** Sends requests that nobody would send on purpose, and checks that the app stays intact. */
import { join } from "node:path";
import { ADMINISTRATOR } from "../e2e/server-process.ts";
import { brokenInvariants } from "../test/catalogue-invariants.ts";
import { fuzz as sendGenerated } from "../test/fuzz.ts";
import { signInAt } from "../test/http-sign-in.ts";
import { ensure, type Experiment } from "./experiment.ts";
import { makeFolder, start } from "./servers.ts";

const REQUESTS = 100_000;

export const fuzz: Experiment = {
  name: "fuzz",
  title: "generated requests to every call (`--requests`)",
  async run(context) {
    const folder = await makeFolder(context);
    const env = { DATA_DIR: folder, RATE_LIMITS: "on", TRUST_PROXY: "1" };
    const { origin, log } = await start(context, env);
    const started = performance.now();
    const { faults, statuses } = await sendGenerated({
      origin,
      requests: context.option("requests", REQUESTS),
      seed: context.seed,
      administrator: ADMINISTRATOR,
    });
    const seconds = (performance.now() - started) / 1000;
    const broken = await brokenInvariants(
      origin,
      await signInAt(origin, ADMINISTRATOR),
      join(folder, "catalogue.db"),
    );
    for (const fault of [...faults, ...broken]) console.error(fault);
    const errors = log()
      .split("\n")
      .filter((line) => line.includes('"level":50'));
    for (const line of errors.slice(0, 20)) console.error(line);
    ensure(faults.length === 0, `${faults.length} kinds of answers are wrong.`);
    ensure(broken.length === 0, broken.slice(0, 10).join("; "));
    const all = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`);
    return `all documented, none hangs, invariants hold: ${all.join(", ")} in ${Math.round(seconds)} s`;
  },
};
