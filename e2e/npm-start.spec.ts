import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@playwright/test";

/** Runs `npm start` without building again. @returns the process and what it has printed so far */
function npmStart(folder: string, variables: Readonly<Record<string, string>> = {}) {
  const npm = spawn("npm", ["start", "--ignore-scripts"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      EV_ENV_FILE: join(folder, "env"),
      PORT: "0",
      STARTER_CATALOGUE: "false",
      ...variables,
    },
  });
  let printed = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (text: Buffer) => (printed += text.toString()));
  return { npm, log: () => printed };
}

/** A folder with the variables of an installation in a file. */
async function installation(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ev-start-"));
  await writeFile(join(folder, "env"), `DATA_DIR=${join(folder, "data")}\nPORT=1\n`);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.describe("npm start @desktop", () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const) {
    test(`ends with its server on ${signal}`, async () => {
      const folder = await installation();
      const { npm, log } = npmStart(folder);
      await expect.poll(log).toContain("Ready: http");
      const pid = Number(await readFile(join(folder, "data/server.pid"), "utf8"));
      const ended = once(npm, "exit");
      npm.kill(signal);
      await ended;
      await expect.poll(() => isRunning(pid)).toBe(false);
      expect(existsSync(join(folder, "data/server.pid"))).toBe(false);
      await rm(folder, { recursive: true });
    });
  }

  test("names the variable when it cannot start", async () => {
    const folder = await installation();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo; // it listens on a port
    const cut = join(folder, "cut");
    await writeFile(cut, "PORT=0 # any\nADMIN_USERNAME=ada\nADMIN_PASSWORD=Tr0ub4dor#99\n");
    for (const [variables, sentence] of [
      [{ EV_ENV_FILE: cut }, `ADMIN_PASSWORD in ${cut}: put a value that contains # in single`],
      [{ PORT: String(port) }, `PORT: cannot listen on 127.0.0.1:${port}: address already in use.`],
      [{ HOST: "192.0.2.1" }, "HOST: cannot listen on 192.0.2.1:0: address not available."],
      [
        { EV_ENV_FILE: join(folder, "none") },
        `The environment file ${join(folder, "none")} cannot be read`,
      ],
    ] as const) {
      const { npm, log } = npmStart(folder, { ...variables });
      await once(npm, "close");
      expect(log()).toContain(sentence);
    }
    other.close();
    await rm(folder, { recursive: true });
  });
});
