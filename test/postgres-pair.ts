/** A primary with a synchronous standby: a commit is acknowledged once both have it. */
import { administer } from "./postgres-databases.ts";
import { makeCluster, makeStandby, quickFolder, runCluster } from "./postgres.ts";

const SYNCHRONOUS = { synchronous_commit: "on", synchronous_standby_names: "*" };

/** @param cleanUp registers work for the end, which runs last first */
export async function startPair(
  programs: string,
  cleanUp: (work: () => Promise<void> | void) => void,
) {
  const primary = await makeCluster(programs, quickFolder());
  cleanUp(primary.remove);
  const first = await runCluster(programs, primary, SYNCHRONOUS);
  cleanUp(() => first.stop());
  const standby = await makeStandby(programs, primary);
  cleanUp(standby.remove);
  const second = await runCluster(programs, standby);
  cleanUp(() => second.stop());
  return {
    /** the addresses of both */
    primary: primary.url,
    standby: standby.url,
    /** signals all of its processes at once */
    signalPrimary: first.signal,
    /** @returns once the standby takes writes */
    promoteStandby: () => administer(standby.url, "select pg_promote()"),
  };
}
