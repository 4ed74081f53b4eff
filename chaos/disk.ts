/** What happens to the disk under a running server. */
import { ServerDidNotStart } from "../e2e/server-process.ts";
import { ensure, type Experiment } from "./experiment.ts";
import { makeFolder, start } from "./servers.ts";

export const secondServer: Experiment = {
  name: "disk-second",
  title: "a second server is started on the same data folder",
  async run(given) {
    const folder = await makeFolder(given);
    const first = await start(given, { DATA_DIR: folder });
    const refused = await start(given, { DATA_DIR: folder }).catch((error: unknown) => error);
    ensure(refused instanceof ServerDidNotStart, "The second server started.");
    ensure(
      refused.message.includes(`is in use by another server (process ${first.process.pid})`),
      "The second server did not name the first.",
    );
    const ready = await fetch(`${first.origin}/readyz`);
    ensure(ready.status === 200, `The first server answers ${ready.status} afterwards.`);
    return "refused with the first one's process; the first goes on";
  },
};
