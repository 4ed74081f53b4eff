/** Runs a command and prints its sentence, or that of its failure. */
export function runCommand(command: (given: readonly string[]) => Promise<string>): void {
  command(process.argv.slice(2)).then(
    (sentence) => process.stdout.write(`${sentence}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
