/** Experiments with the disk of a running server. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ServerDidNotStart } from "../e2e/server-process.ts";
import { openDisk } from "../test/power-cut.ts";
import { breakUnderLoad } from "./broken-server.ts";
import { ensure, type Experiment, type ExperimentContext } from "./experiment.ts";
import { createLedger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { kill, makeFolder, start } from "./servers.ts";

const DISK_MIB = 48;
const BALLAST_BYTES = 64 * 1024;

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Fills a disk to the last byte. @returns a function that frees the space again */
function fill(folder: string): () => void {
  const path = join(folder, "ballast");
  const file = openSync(path, "w");
  let size = BALLAST_BYTES;
  while (size > 0) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size >>= 1;
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

async function breakDisk(
  context: ExperimentContext,
  dataDir: string,
  breakIt: () => () => void,
): Promise<string> {
  const server = await start(context, { DATA_DIR: dataDir });
  let mend = (): void => undefined;
  const { ledger, seen } = await breakUnderLoad(context, server, {
    begin: () => void (mend = breakIt()),
    end: () => mend(),
  });
  await kill(server);
  const again = await start(context, { DATA_DIR: dataDir });
  await ledger.check(again.origin);
  return `${seen}, also after kill -9`;
}

const diskFull: Experiment = {
  name: "disk-full",
  title: "the disk is full, then has room again (SQLite)",
  async run(context) {
    const disk = await makeFolder(context);
    const options = `size=${DISK_MIB}m,mode=700`;
    if (!run("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk)) {
      return "not run: a disk of its own can be mounted by root only";
    }
    context.cleanUp(() => run("umount", "--lazy", disk));
    return breakDisk(context, join(disk, "data"), () => fill(disk));
  },
};

/**
 * Makes everything in a folder immutable, or mutable again. Unlike file modes, this attribute also stops root
 * and writes to open files. SQLite's index of the log is left out because it is mapped into memory, and the
 * system ends a process that writes to such memory when the file refuses it. The folder comes first, so that
 * none of its files disappears before its turn.
 */
function setUnchangeable(folder: string, isOn: boolean): boolean {
  const mode = isOn ? "+i" : "-i";
  if (!run("chattr", mode, folder)) return false;
  const names = readdirSync(folder).filter((name) => !name.endsWith("-shm"));
  return run("chattr", mode, folder, ...names.map((name) => join(folder, name)));
}

const diskReadOnly: Experiment = {
  name: "disk-read-only",
  title: "nothing in the data folder can be written, then all again (SQLite)",
  async run(context) {
    const folder = await makeFolder(context);
    if (!setUnchangeable(folder, true) || !setUnchangeable(folder, false)) {
      return "not run: chattr +i needs root and a file system that knows it";
    }
    context.cleanUp(() => setUnchangeable(folder, false));
    return breakDisk(context, folder, () => {
      ensure(setUnchangeable(folder, true), "The folder cannot be made read-only.");
      return () => setUnchangeable(folder, false);
    });
  },
};

const secondServer: Experiment = {
  name: "disk-second",
  title: "a second server is started on the same data folder",
  async run(context) {
    const folder = await makeFolder(context);
    const first = await start(context, { DATA_DIR: folder });
    const refused = await start(context, { DATA_DIR: folder }).catch((error: unknown) => error);
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

const POWER_CUTS = 10;

const powerCut: Experiment = {
  name: "disk-power",
  title: "the power is cut amid the load: what was not synced is gone (SQLite)",
  async run(context) {
    const disk = openDisk();
    if (!disk) return "not run: a disk of its own can be mounted by root only";
    context.cleanUp(disk.remove);
    const env = { DATA_DIR: join(disk.folder, "data") };
    const ledger = createLedger(context.random);
    const cuts = context.option("rounds", POWER_CUTS);
    for (let cut = 0; cut <= cuts; cut++) {
      const server = await start(context, env);
      if (cut === 0) await ledger.prepare(server.origin);
      await ledger.check(server.origin);
      if (cut === cuts) break;
      const load = startLoad(context, ledger, () => server.origin);
      await setTimeout(200 + context.random() * 1_000);
      await disk.cut(server.process.pid ?? 0, () => kill(server));
      await load.stop();
    }
    const { there, absent } = ledger.settled();
    return `${cuts} cuts: ${ledger.acknowledged()} acknowledged, all there; ${there + absent} without an answer, ${there} of them there as a whole`;
  },
};

export const diskExperiments: readonly Experiment[] = [
  powerCut,
  diskFull,
  diskReadOnly,
  secondServer,
];
