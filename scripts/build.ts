/** Builds the browser's part into dist/client and the server into dist/server. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { createBuilder } from "vite";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE = /\.(?:js|css|svg|txt|json|webmanifest)$/;
/** Below this a file fits one packet either way. */
const COMPRESS_FROM_BYTES = 1024;

/** Writes the `.br` and `.gz` of each text file beside it: compressed once, as well as can be. */
async function compressFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file);
    if (!COMPRESSIBLE.test(file) || file.startsWith(".vite")) continue;
    const content = await readFile(path);
    if (content.length < COMPRESS_FROM_BYTES) continue;
    await Promise.all([
      brotli(content).then((bytes) => writeFile(`${path}.br`, bytes)),
      gzipped(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
    ]);
  }
}

/**
 * Escapes what is not ASCII, so that Node keeps the program's text in one byte a character instead
 * of two: 3 MB of the resident memory.
 */
async function writeAsAscii(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(".js")) continue;
    const path = join(folder, file);
    const text = await readFile(path, "utf8");
    const ascii = text.replace(
      /[^\0-\x7f]/g, // each half of a pair by itself, as JavaScript writes them
      (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (ascii !== text) await writeFile(path, ascii);
  }
}

/** What a visitor asks first. */
const FIRST_READS = ["/", "/api/evs"];
const START_MS = 60_000;

/**
 * Starts the server on a catalogue of its own, asks for its first pages and has it write down the code
 * that was compiled for them: a start compiles a third of what it would. Without it a start is slower,
 * and all else the same.
 */
async function keepCompiledCode(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "ev-build-"));
  const { PATH, SystemRoot } = process.env;
  const server = fork("dist/server/main.js", ["--keep-code"], {
    // Nothing else of whoever builds, least of all their database.
    env: { PATH, SystemRoot, DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    timeout: START_MS,
  });
  const ended = once(server, "exit");
  try {
    let printed = "";
    for await (const text of server.stdout ?? []) {
      printed += String(text);
      const origin = /^Ready: (http:\S+)$/m.exec(printed)?.[1];
      if (!origin) continue;
      for (const path of FIRST_READS) await (await fetch(origin + path)).arrayBuffer();
      server.send("write");
      break;
    }
  } catch (error) {
    server.kill();
    console.error("The server's compiled code is not kept:", error);
  }
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

/** Draws the pictures with what was just built; those of the build before are kept. */
async function drawIllustrations(): Promise<void> {
  const { writeIllustrations } = (await import(
    join(import.meta.dirname, "../dist/server/illustrations.js")
  )) as typeof import("../src/features/images/illustrations.server.ts");
  await writeIllustrations("dist/illustrations");
}

try {
  for (const part of ["client", "server"])
    await rm(join("dist", part), { recursive: true, force: true });
  const builder = await createBuilder();
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  await compressFiles("dist/client");
  await writeAsAscii("dist/server");
  await writeFile("dist/server/package.json", '{ "type": "commonjs" }\n');
  await drawIllustrations();
  await keepCompiledCode();
} catch (error) {
  // The stack, which the bundler repeats in the message, only tells where it noticed.
  const message = error instanceof Error ? error.message : String(error);
  console.error(message.replace(/\n +at .*/g, ""));
  process.exitCode = 1;
}
