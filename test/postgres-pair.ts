/** A primary and its synchronous standby: a commit is acknowledged when both have it. */
import { type Cluster, makeCluster, makeStandby, quickFolder, runCluster } from "./postgres.ts";

const SYNCHRONOUS = { synchronous_commit: "on", synchronous_standby_names: "*" };

/** Addresses, as `DATABASE_URL` takes them. */
interface PostgresPair {
  standby: string;
  /** the standby first, which takes no writes before it is promoted */
  both: string;
  /** with all of its processes, at once */
  killPrimary(): void;
}

/**
 * @param programs folder as found by `findPostgres`
 * @param cleanUp told what to do in the end, last first
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
