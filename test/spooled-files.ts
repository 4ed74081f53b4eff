import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SpooledFile } from "../src/features/import/parse/spooled-upload.server.ts";

/** A file as an upload stores it temporarily; removed after the test. */
export async function spoolFile(content: string | Buffer): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), "ev-spooled-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "upload");
  await writeFile(path, content);
  return { path, signal: new AbortController().signal };
}
