/**
 * A disk whose power can be cut: an ext4 file system of its own, stored in a file. Data that was not synced
 * is in the kernel's memory and not yet in that file, so a copy of the file is what a power cut leaves.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { quickFolder } from "./postgres.ts";

const DISK_BYTES = 96 * 1024 ** 2;
/** By default, the kernel would write the journal, including file names, every five seconds. */
const MOUNT_OPTIONS = "loop,noatime,commit=600";
const STOPPED_LOOK_MS = 5;

export interface Disk {
  /** the mount point, which stays the same after a cut */
  folder: string;
  /**
   * Cuts the power under a process, which does not survive it, and switches it on again.
   * @param end kills the stopped process; resolves when it is gone
   * @throws Error when data that was not synced has survived the cut
   */
  cut(pid: number, end: () => Promise<unknown>): Promise<void>;
  remove(): void;
}

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Waits until none of the process's threads is in a disk operation. */
async function stopWhole(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const states = () =>
    readdirSync(`/proc/${pid}/task`).map(
      (thread) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8"))?.[1],
    );
  while (states().some((state) => state !== "T")) await setTimeout(STOPPED_LOOK_MS);
}

/** @returns undefined where no disk can be mounted: for any user but root, and in most containers */
export function openDisk(): Disk | undefined {
  const home = mkdtempSync(join(quickFolder(), "ev-disk-"));
  const [image, copy, folder] = [join(home, "disk"), join(home, "copy"), join(home, "mounted")];
  const mount = () => run("mount", "-o", MOUNT_OPTIONS, image, folder);
  const remove = () => {
    run("umount", "--lazy", folder);
    rmSync(home, { recursive: true, force: true });
  };
  mkdirSync(folder);
  writeFileSync(image, "");
  truncateSync(image, DISK_BYTES);
  const isMade = run("mkfs.ext4", "-qF", "-E", "lazy_itable_init=0,lazy_journal_init=0", image);
  if (!isMade || !mount()) {
    remove();
    return undefined;
  }
  return {
    folder,
    remove,
    async cut(pid, end) {
      const unsynced = join(folder, "unsynced");
      writeFileSync(unsynced, "lost".repeat(10_000));
      await stopWhole(pid);
      copyFileSync(image, copy);
      await end();
      const isOff = run("umount", folder);
      renameSync(copy, image);
      if (!isOff || !mount()) throw new Error("The disk could not be switched off and on.");
      const isLost = !existsSync(unsynced) || statSync(unsynced).size === 0;
      if (!isLost) throw new Error("The cut has lost nothing: it shows nothing.");
      rmSync(unsynced, { force: true });
    },
  };
}
