/**
 * Checks what the built app serves with the established validators of each format, and generates clients from the
 * description of its calls.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { startSite } from "../e2e/site.ts";

/**
 * Not dependencies, since every fresh clone would download 200 MB just to start the app. The generators need the
 * JavaScript of an older TypeScript.
 */
const PACKAGES = [
  "vnu-jar@26.9.27",
  "html-validate@11.18.0",
  "@stoplight/spectral-cli@6.16.3",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
  "orval@8.38.0",
  "typescript@5.9.3",
];
const FOLDER = "node_modules/.cache/validators";
const RULES = "scripts/validators";
/**
 * Includes pages of a vehicle, of the starter catalogue's first trims, and of a model that does not exist.
 */
const PAGES = [
  "/",
  "/?make=Kia&quick=fastest",
  "/?page=2",
  "/ev/1",
  "/ev/987654321",
  "/compare",
  "/compare?ev=98,101,110",
  "/auth",
  "/admin",
  "/ai",
  "/6in60",
  "/no/such/page",
  "/api/docs",
];
const PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Mobile";

/** Installs the validators once, without running their install scripts. */
function installPackages(): boolean {
  const mark = join(FOLDER, "installed.json");
  const wanted = JSON.stringify(PACKAGES);
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return true;
  mkdirSync(FOLDER, { recursive: true });
  const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--prefix", FOLDER];
  const { status, stderr } = spawnSync("npm", ["install", ...options, ...PACKAGES], {
    encoding: "utf8",
    shell: process.platform === "win32", // npm is a .cmd file there
  });
  if (status === 0) writeFileSync(mark, wanted);
  else console.error(stderr);
  return status === 0;
}

const failed: string[] = [];

const module = (path: string) => resolve(FOLDER, "node_modules", path);

/** Runs one validator. A missing one is skipped; `test-tools.ts` reports it. */
function check(
  name: string,
  program: string,
  args: readonly string[],
  options: { input?: string; cwd?: string } = {},
): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    ...options,
  });
  if (error) {
    console.log(`${name}: NOT RUN: ${error.message}`);
    return;
  }
  console.log(`${name}: ${status === 0 ? "nothing found" : `FAILED\n${stdout}${stderr}`}`);
  if (status !== 0) failed.push(name);
}

/** Generators read the description, what they make compiles, and a program that uses it works. */
async function generateClients(origin: string, folder: string): Promise<void> {
  const cwd = join(folder, "clients");
  await cp(join(RULES, "clients"), cwd, { recursive: true });
  await symlink(resolve(FOLDER, "node_modules"), join(cwd, "node_modules"), "junction");
  const run = (name: string, path: string, args: readonly string[]) =>
    check(name, process.execPath, [module(path), ...args], { cwd });
  const description = "../openapi.json";
  run("openapi-typescript", "openapi-typescript/bin/cli.js", [description, "-o", "schema.d.ts"]);
  run("@hey-api/openapi-ts", "@hey-api/openapi-ts/bin/run.js", [
    "-i",
    description,
    "-o",
    "hey-api",
  ]);
  run("orval", "orval/dist/bin/orval.mjs", ["--input", description, "--output", "orval/api.ts"]);
  run("types of the clients", "typescript/bin/tsc", ["-p", "."]);
  check("program of a client", process.execPath, ["program.ts", origin], { cwd });
}

async function validate(origin: string, folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const read = async (path: string, userAgent = "") =>
    (await fetch(origin + path, { headers: { "user-agent": userAgent } })).text();
  const pages = await Promise.all([
    ...PAGES.map((path) => read(path)),
    read("/", PHONE),
    read("/ev/1", PHONE),
  ]);
  const files = pages.map((_page, index) => at(`page-${index}.html`));
  await Promise.all([
    ...pages.map((page, index) => writeFile(files[index] ?? "", page)),
    writeFile(at("openapi.json"), await read("/api/openapi.json")),
    writeFile(at("spectral.json"), JSON.stringify({ extends: ["spectral:oas"] })),
    writeFile(at("changes.atom"), await read("/changes.atom")),
    writeFile(at("sitemap.xml"), await read("/sitemap.xml")),
  ]);

  const jar = module("vnu-jar/build/dist/vnu.jar");
  // Its style checker does not know container queries yet.
  const options = ["--errors-only", "--filterpattern", "CSS: .*", "--also-check-svg"];
  const drawings = ["dist/client/favicon.svg", "dist/client/placeholder-car.svg"];
  check("vnu", "java", ["-Xss4m", "-jar", jar, ...options, ...files, ...drawings]);
  const jing = ["-cp", jar, "nu.validator.vendor.thaiopensource.relaxng.util.Driver", "-c"];
  check("Atom (RFC 4287)", "java", [...jing, join(RULES, "atom.rnc"), at("changes.atom")]);
  check("Sitemap", "java", [...jing, join(RULES, "sitemap.rnc"), at("sitemap.xml")]);
  const rules = ["--config", join(RULES, "html-validate.json")];
  const htmlValidate = module("html-validate/bin/html-validate.mjs");
  check("html-validate", process.execPath, [htmlValidate, ...rules, ...files]);
  const spectral = module("@stoplight/spectral-cli/dist/index.js");
  const lint = ["lint", "--fail-severity", "error", "--display-only-failures", "--ruleset"];
  check("Spectral", process.execPath, [spectral, ...lint, at("spectral.json"), at("openapi.json")]);
  check("promtool", "promtool", ["check", "metrics"], { input: await read("/metrics") });
  check("alerts", "promtool", ["check", "rules", "deploy/alerts.yml"]);
  await generateClients(origin, folder);
}

if (installPackages()) {
  const folder = await mkdtemp(join(tmpdir(), "ev-validators-"));
  const site = await startSite({ PUBLIC_URL: "https://cars.example" });
  try {
    await validate(site.origin, folder);
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
} else {
  console.log("The validators could not be installed: nothing was checked.");
  if (process.env["CI"] === "true") failed.push("npm install");
}
if (failed.length > 0) process.exitCode = 1;
