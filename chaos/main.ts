/**
 * Runs experiments in which something goes wrong: all (`npm run chaos`) or some by name
 * (`npm run chaos -- kill disk --seed=7 --rounds=10`). Each prints one row of a table.
 */
import { diskExperiments } from "./disk.ts";
import { type Experiment, type ExperimentContext, randomFrom } from "./experiment.ts";
import { fuzz } from "./fuzz.ts";
import { killOnPostgres, killOnSqlite } from "./kill.ts";
import { postgresExperiments } from "./postgres.ts";
import { soak } from "./soak.ts";
import { stopAmidLoad, stopBehindProxy } from "./stop.ts";

const EXPERIMENTS: readonly Experiment[] = [
  killOnSqlite,
  killOnPostgres,
  ...diskExperiments,
  ...postgresExperiments,
  stopAmidLoad,
  stopBehindProxy,
  fuzz,
  soak,
];

interface CommandLine {
  names: string[];
  options: Map<string, number>;
}

function readCommandLine(args: readonly string[]): CommandLine {
  const options = new Map<string, number>();
  const names: string[] = [];
  for (const each of args) {
    const [, name = "", value] = /^--(\w+)=(\d+)$/.exec(each) ?? [];
    if (name) options.set(name, Number(value));
    else names.push(each);
  }
  return { names, options };
}

function chosen(names: readonly string[]): readonly Experiment[] {
  const isNamed = (name: string, { name: own }: Experiment) =>
    own === name || own.startsWith(`${name}-`);
  const unknown = names.filter((name) => !EXPERIMENTS.some((each) => isNamed(name, each)));
  if (unknown.length > 0) {
    const known = EXPERIMENTS.map(({ name }) => name).join(", ");
    console.error(`There is no experiment named ${unknown.join(", ")}. There are: ${known}.`);
    process.exit(2);
  }
  if (names.length === 0) return EXPERIMENTS.filter(({ isOnRequest }) => !isOnRequest);
  return EXPERIMENTS.filter((each) => names.some((name) => isNamed(name, each)));
}

/** @returns the figures, or the statement that turned out to be false */
async function runOne(
  experiment: Experiment,
  seed: number,
  options: ReadonlyMap<string, number>,
): Promise<{ isFailed: boolean; seen: string }> {
  const cleanUps: Parameters<ExperimentContext["cleanUp"]>[0][] = [];
  try {
    const seen = await experiment.run({
      seed,
      random: randomFrom(seed),
      option: (name, fallback) => options.get(name) ?? fallback,
      cleanUp: (work) => void cleanUps.push(work),
    });
    return { isFailed: false, seen };
  } catch (error) {
    console.error(error);
    return { isFailed: true, seen: `FAILED: ${String(error)}` };
  } finally {
    for (const work of cleanUps.toReversed()) await work();
  }
}

const { names, options } = readCommandLine(process.argv.slice(2));
const seed = options.get("seed") ?? Math.floor(Math.random() * 1e6);
console.log(`Seed ${seed} (run the same again with --seed=${seed})\n`);
console.log("| experiment | what goes wrong | seen | seconds |");
console.log("| --- | --- | --- | --: |");
for (const experiment of chosen(names)) {
  const started = performance.now();
  const { isFailed, seen } = await runOne(experiment, seed, options);
  if (isFailed) process.exitCode = 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`| ${experiment.name} | ${experiment.title} | ${seen} | ${seconds} |`);
}
