/** Builds the client into dist/client and the server into dist/server. */
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { createBuilder } from "vite";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE = /\.(?:js|css|svg|txt|json|webmanifest)$/;
/** Smaller files fit in one packet even without compression. */
const COMPRESS_FROM_BYTES = 1024;

/**
 * Writes a `.br` and a `.gz` next to each text file, so that they are compressed only once and as well as
 * possible.
 */
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

try {
  for (const part of ["client", "first", "server"])
    await rm(join("dist", part), { recursive: true, force: true });
  const builder = await createBuilder();
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  // Words of imported files, beside the chunks that read them.
  await cp("src/features/import/data", "dist/server/data", { recursive: true });
  await compressFiles("dist/client");
} catch (error) {
  // Remove the stack, which the bundler repeats in the message and which only shows where it noticed the
  // error.
  const message = error instanceof Error ? error.message : String(error);
  console.error(message.replace(/\n +at .*/g, ""));
  process.exitCode = 1;
}
