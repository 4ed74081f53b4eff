/** Runs a command and prints its result or its error message. */
export function runCommand(command: (given: readonly string[]) => Promise<string>): void {
  command(process.argv.slice(2)).then(
    (sentence) => process.stdout.write(`${sentence}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
