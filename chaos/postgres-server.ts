/** A PostgreSQL for one experiment that can be stopped, restarted and frozen. */
import { findPostgres, makeCluster, runCluster } from "../test/postgres.ts";
import { ensure, type ExperimentContext } from "./experiment.ts";

export interface Postgres {
  url: string;
  /** Shuts down fast, which ends all connections. @returns once it is down */
  stop(): Promise<void>;
  /** @returns once it accepts connections */
  startAgain(): Promise<void>;
  /** Suspends all of its processes and leaves their connections open. */
  freeze(): void;
  goOn(): void;
}

/** @throws Error when there is no PostgreSQL 15 or newer */
export async function startPostgres({ cleanUp }: ExperimentContext): Promise<Postgres> {
  const programs = findPostgres();
  ensure(programs !== undefined, "PostgreSQL 15 or newer was not found.");
  const cluster = await makeCluster(programs);
  cleanUp(cluster.remove);
  let running = await runCluster(programs, cluster);
  cleanUp(() => running.stop());
  return {
    url: cluster.url,
    stop: () => running.stop(),
    async startAgain() {
      running = await runCluster(programs, cluster);
    },
    freeze: () => running.signal("SIGSTOP"),
    goOn: () => running.signal("SIGCONT"),
  };
}
