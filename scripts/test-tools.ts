/** Programs that the tests need and npm does not install. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { findFirefox, findWebKit } from "../browsers/programs.ts";
import { findChromium, isHeadlessShell } from "../e2e/chromium.ts";
import { findPostgres } from "../test/postgres.ts";

const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";

interface Tool {
  name: string;
  isThere: () => boolean;
  packages: string[];
  /** a package to install in place of one of these where the distribution has it */
  better?: { name: string; replaces: string; isWanted: () => boolean };
  /** what remains untested without it */
  loss: string;
  /** Only the slow checks need it. */
  isForSlowChecks?: boolean;
}

const TOOLS: readonly Tool[] = [
  {
    name: "Chromium",
    isThere: () => runs(findChromium()),
    packages: ["chromium", "fonts-liberation"],
    // Without the address bar's own pages, the tests need a third less CPU time.
    better: {
      name: "chromium-headless-shell",
      replaces: "chromium",
      isWanted: () =>
        !isHeadlessShell(findChromium()) && (process.env["CI"] === "true" || !runs(findChromium())),
    },
    loss: "the end-to-end tests did not run",
  },
  {
    name: "Firefox",
    isThere: () => findFirefox() !== undefined,
    packages: ["firefox-esr"],
    loss: "the main journeys did not run in it",
    isForSlowChecks: true,
  },
  {
    name: "WebKitGTK with its driver and Xvfb",
    isThere: () => findWebKit() !== undefined,
    packages: ["webkit2gtk-driver", "xvfb"],
    loss: "the main journeys did not run in it",
    isForSlowChecks: true,
  },
  {
    name: "PostgreSQL 15 or newer",
    isThere: () => findPostgres() !== undefined,
    packages: ["postgresql"],
    loss: "the store was tested on SQLite only",
  },
  {
    name: "pgbouncer",
    isThere: () => runs("pgbouncer"),
    packages: ["pgbouncer"],
    loss: "several connections through a pooler were not tried out",
    isForSlowChecks: true,
  },
  {
    name: "nginx",
    isThere: () => runs("nginx", "-v"),
    packages: ["nginx-light"],
    loss: "the configuration in docs/operating.md was not tried out",
    isForSlowChecks: true,
  },
  {
    name: "Java 11 or newer",
    isThere: () => runs("java"),
    packages: ["default-jre-headless"],
    loss: "vnu did not look at the pages, and nobody at the feed and the sitemap",
    isForSlowChecks: true,
  },
  {
    name: "promtool",
    isThere: () => runs("promtool"),
    packages: ["prometheus"],
    loss: "it did not look at the metrics",
    isForSlowChecks: true,
  },
];

/** On Ubuntu, the Chromium package is a stub that only says where to get the program. */
function runs(program: string | undefined, question = "--version"): boolean {
  return program !== undefined && spawnSync(program, [question]).status === 0;
}

function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Runs apt-get and shows its output only when it fails. */
function apt(...args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync("apt-get", ["-q", ...args], {
    encoding: "utf8",
    // Like a machine in rescue mode, so that no package starts a service.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  });
  if (status !== 0) console.error(`apt-get ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return status === 0;
}

/** Returns the packages that the distribution has. */
function known(packages: readonly string[]): string[] {
  return packages.filter((name) => {
    const { stdout } = spawnSync("apt-cache", ["policy", name], { encoding: "utf8" });
    return /Candidate: (?!\(none\))/.test(stdout);
  });
}

function install(wanted: readonly string[], better: readonly NonNullable<Tool["better"]>[]): void {
  const options = ["install", "-y", "--no-install-recommends"];
  if (!apt("update")) return;
  const names = known(better.map(({ name }) => name));
  const replaced = better.filter(({ name }) => names.includes(name)).map((one) => one.replaces);
  const packages = [...wanted.filter((name) => !replaced.includes(name)), ...names];
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(", ")} from the distribution …`);
  if (packages.includes("postgresql") && !existsSync(CLUSTER_SETTINGS)) {
    // Otherwise the package would create a server of its own and start it on the usual port.
    mkdirSync("/etc/postgresql-common", { recursive: true });
    writeFileSync(CLUSTER_SETTINGS, "create_main_cluster = false\n");
  }
  apt(...options, "-o", "Dpkg::Options::=--force-confold", ...packages);
}

/**
 * Looks for the tools and installs missing ones where possible: as root on Debian or Ubuntu.
 * @param withSlowChecks whether to include tools that only the slow checks need
 * @returns one sentence for each tool that is still missing
 */
export function ensureTestTools(withSlowChecks: boolean): string[] {
  const tools = TOOLS.filter(({ isForSlowChecks }) => withSlowChecks || !isForSlowChecks);
  const absent = tools.filter((tool) => !tool.isThere());
  const better = tools.flatMap(({ better: one }) => (one?.isWanted() ? [one] : []));
  if (absent.length + better.length > 0 && canInstall())
    install(
      absent.flatMap((tool) => tool.packages),
      better,
    );
  return absent
    .filter((tool) => !tool.isThere())
    .map((tool) => `${tool.name} was not found: ${tool.loss}.`);
}
