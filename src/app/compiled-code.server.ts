import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

type Wrapped = (...these: [unknown, NodeJS.Require, Module, file: string, folder: string]) => void;

const codeFileOf = (file: string) => `${file}.code`;
/** The program as Node wraps it before it runs: to wrap it at each start is two more copies in memory. */
const wrappedFileOf = (file: string) => `${file}.wrapped`;
const WRAPPER_BYTES = Module.wrap("").length;

function readScript(filename: string): Script | undefined {
  let text: string;
  let cachedData: Buffer;
  try {
    text = readFileSync(wrappedFileOf(filename), "utf8");
    cachedData = readFileSync(codeFileOf(filename));
  } catch {
    return undefined; // not built with the server, which then compiles it itself
  }
  // As much as the engine compares.
  if (Buffer.byteLength(text) !== statSync(filename).size + WRAPPER_BYTES) return undefined;
  const script = new Script(text, { filename, cachedData });
  return script.cachedDataRejected ? undefined : script;
}

/**
 * Runs the files of a folder with their compiled code where that stands beside them. It is ignored if
 * it is another engine's; Node then compiles them as any others.
 * @param keepsCode compiles them anew, for `writeCode`
 * @returns what writes the code of all that has run, as it is by then: with the functions that have
 *   been called, which are compiled only then
 */
export function runWithCompiledCode(folder: string, keepsCode: boolean): { writeCode(): void } {
  const kept = new Map<string, { text: string; script: Script }>();
  const keep = (filename: string) => {
    const text = Module.wrap(readFileSync(filename, "utf8"));
    const script = new Script(text, { filename });
    kept.set(filename, { text, script });
    return script;
  };
  const { extensions } = createRequire(import.meta.url);
  const runByItself = extensions[".js"];
  extensions[".js"] = (module, file) => {
    const isOurs = file.startsWith(folder);
    const script = isOurs ? (keepsCode ? keep : readScript)(file) : undefined;
    if (!script) return runByItself(module, file);
    const run = script.runInThisContext() as Wrapped; // what `wrap` has put around it
    run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  };
  return {
    writeCode() {
      for (const [file, { text, script }] of kept) {
        writeFileSync(wrappedFileOf(file), text);
        writeFileSync(codeFileOf(file), script.createCachedData());
      }
    },
  };
}
