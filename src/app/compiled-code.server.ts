import { readFileSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/** How Node runs the text of a CommonJS file; its types leave it out. */
export const COMPILE = "_compile";

interface Runs {
  [COMPILE](this: Module, text: string, file: string, ...others: unknown[]): unknown;
}

type Wrapped = (...these: [unknown, NodeJS.Require, Module, file: string, folder: string]) => void;

const codeFileOf = (file: string) => `${file}.code`;

function readCode(file: string): Buffer | undefined {
  try {
    return readFileSync(codeFileOf(file));
  } catch {
    return undefined; // not built with the server, which then compiles it itself
  }
}

/**
 * Runs the files of a folder with their compiled code where that stands beside them. It is ignored if
 * it is another engine's; Node then compiles them as any others.
 * @param keepsCode compiles them anew, for `writeCode`
 * @returns what writes the code of all that has run, as it is by then: with the functions that have
 *   been called, which are compiled only then
 */
export function runWithCompiledCode(folder: string, keepsCode: boolean): { writeCode(): void } {
  const scripts = new Map<string, Script>();
  const node = Module.prototype as unknown as Runs; // see above
  const compile = node[COMPILE];
  node[COMPILE] = function (text, file, ...others) {
    const isOurs = file.startsWith(folder);
    const code = isOurs && !keepsCode ? readCode(file) : undefined;
    const script =
      code || (isOurs && keepsCode)
        ? new Script(Module.wrap(text), { filename: file, ...(code && { cachedData: code }) })
        : undefined;
    if (!script || script.cachedDataRejected) return compile.call(this, text, file, ...others);
    if (keepsCode) scripts.set(file, script);
    const run = script.runInThisContext() as Wrapped; // what `wrap` has put around it
    run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
    return undefined;
  };
  return {
    writeCode() {
      for (const [file, script] of scripts) {
        writeFileSync(codeFileOf(file), script.createCachedData());
      }
    },
  };
}
