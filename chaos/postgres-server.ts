/** A PostgreSQL of an experiment's own that can be stopped, started again and frozen. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findPostgres, makeCluster, runOptions } from "../test/postgres.ts";
import { ensure, type Given } from "./experiment.ts";

/** Ends the server when standard input ends, as it does when this process is killed. */
const GUARD = `exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
wait $server`;

export interface Postgres {
  url: string;
  /** As an operator's fast shutdown: connections are ended. @returns when it is down */
  stop(): Promise<void>;
  /** @returns when it takes connections */
  startAgain(): Promise<void>;
  /** None of its processes runs any more, and its connections stay open. */
  freeze(): void;
  goOn(): void;
}

/** @throws Error when there is no PostgreSQL 15 or newer */
export async function startPostgres({ cleanUp }: Given): Promise<Postgres> {
  const programs = findPostgres();
  ensure(programs !== undefined, "PostgreSQL 15 or newer was not found.");
  const cluster = await makeCluster(programs);
  cleanUp(cluster.remove);
  let stop = async () => {};
  cleanUp(() => stop());

  async function run(): Promise<void> {
    const program = [join(programs ?? "", "postgres"), ...runOptions(cluster)];
    const guard = spawn("/bin/sh", ["-c", GUARD, "sh", ...program], {
      ...cluster.user,
      cwd: cluster.folder,
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
    });
    const ended = new Promise<void>((resolve) => guard.once("close", () => resolve()));
    stop = async () => {
      // One that is frozen could not end.
      if (guard.exitCode === null) signal("SIGCONT");
      guard.stdin.end();
      await ended;
    };
    for await (const line of createInterface(guard.stderr)) {
      if (!line.includes("ready to accept connections")) continue;
      guard.stderr.resume();
      return;
    }
    throw new Error("PostgreSQL did not start.");
  }

  /** The server and those of its processes that serve connections. */
  function processes(): number[] {
    const main = Number(readFileSync(join(cluster.data, "postmaster.pid"), "utf8").split("\n")[0]);
    const all = readdirSync("/proc").map(Number).filter(Boolean);
    return [main, ...all.filter((pid) => parentOf(pid) === main)];
  }

  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) process.kill(pid, name);
  };
  await run();
  return {
    url: cluster.url,
    stop: () => stop(),
    startAgain: run,
    freeze: () => signal("SIGSTOP"),
    goOn: () => signal("SIGCONT"),
  };
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return 0; // it has ended meanwhile
  }
}
