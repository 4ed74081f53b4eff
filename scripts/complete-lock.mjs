/*
 * Adds the lock entries of optional packages for other platforms, which are missing when a registry does not
 * serve them. Without them `npm ci` stops with EUSAGE. Run it after every change of dependencies: `node
 * scripts/complete-lock.mjs`; `--check` changes nothing and fails when the lock is incomplete.
 */
import { readFileSync, writeFileSync } from "node:fs";

const LOCK = new URL("../package-lock.json", import.meta.url);

/** Platform names in package names, and the `os` value that npm writes for them. */
const OS_BY_WORD = new Map([
  ["darwin", "darwin"],
  ["linux", "linux"],
  ["win32", "win32"],
  ["win", "win32"],
  ["windows", "win32"],
  ["android", "android"],
  ["freebsd", "freebsd"],
  ["openharmony", "openharmony"],
  ["sunos", "sunos"],
  ["openbsd", "openbsd"],
  ["netbsd", "netbsd"],
  ["aix", "aix"],
]);
const CPU_WORDS = new Set([
  "x64",
  "arm64",
  "arm",
  "ia32",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
]);

/** The lock entry that npm would have written for an optional platform package. */
function entryFor(name, version, dev) {
  const words = name.split(/[/_-]/);
  const cpu = words.find((word) => CPU_WORDS.has(word));
  const os = words.map((word) => OS_BY_WORD.get(word)).find(Boolean);
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev: true }),
    optional: true,
    ...(os && { os: [os] }),
    ...(words.at(-1).includes("musl") && { libc: ["musl"] }),
  };
}

const lock = JSON.parse(readFileSync(LOCK, "utf8"));
const packages = lock.packages;
const isLocked = (name) =>
  Object.keys(packages).some(
    (path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  );

const added = [];
for (const owner of Object.values({ ...packages })) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    // Only npm can resolve a version range.
    if (!/^\d/.test(version) || isLocked(name)) continue;
    packages[`node_modules/${name}`] = entryFor(name, version, owner.dev === true);
    added.push(name);
  }
}

if (process.argv.includes("--check")) {
  if (added.length > 0) {
    console.error(
      `package-lock.json lacks ${added.join(", ")}: run node scripts/complete-lock.mjs`,
    );
    process.exitCode = 1;
  }
} else {
  lock.packages = Object.fromEntries(
    Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${added.length} entries added`);
}
