/** A PostgreSQL of an experiment's own that can be stopped, started again and frozen. */
import { findPostgres, makeCluster, runCluster } from "../test/postgres.ts";
import { ensure, type ExperimentContext } from "./experiment.ts";

export interface Postgres {
  url: string;
  /** Does a fast shutdown, which ends all connections. @returns when it is down */
  stop(): Promise<void>;
  /** @returns when it takes connections */
  startAgain(): Promise<void>;
  /** None of its processes runs any more, and its connections stay open. */
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
