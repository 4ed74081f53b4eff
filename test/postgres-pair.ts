/** A primary with a synchronous standby: a commit is acknowledged once both have it. */
import { type Cluster, makeCluster, makeStandby, quickFolder, runCluster } from "./postgres.ts";

const SYNCHRONOUS = { synchronous_commit: "on", synchronous_standby_names: "*" };

/** Addresses in the form that `DATABASE_URL` accepts. */
interface PostgresPair {
  standby: string;
  /** with the standby first, which accepts no writes until it is promoted */
  both: string;
  /** kills all of its processes at once */
  killPrimary(): void;
}

/**
 * @param programs folder as found by `findPostgres`
 * @param cleanUp registers work for the end, which runs last first
 */
export async function startPair(
  programs: string,
  cleanUp: (work: () => Promise<void> | void) => void,
): Promise<PostgresPair> {
  const primary = await makeCluster(programs, quickFolder());
  cleanUp(primary.remove);
  const first = await runCluster(programs, primary, SYNCHRONOUS);
  cleanUp(() => first.stop());
  const standby = await makeStandby(programs, primary);
  cleanUp(standby.remove);
  const second = await runCluster(programs, standby);
  cleanUp(() => second.stop());
  const addressOf = (...clusters: Cluster[]) =>
    `postgres://postgres@localhost/postgres?host=${clusters.map(({ folder }) => folder).join(",")}`;
  return {
    standby: addressOf(standby),
    both: addressOf(standby, primary),
    killPrimary: () => first.signal("SIGKILL"),
  };
}
