/**
 * What this process counts about itself, as plain numbers: counting has to cost next to nothing on
 * the hottest path, and nobody may ever ask. `scrape.server.ts` writes them down for Prometheus.
 */

/** One line of a scrape. */
interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples(): Sample[];
}

/** A number to add to, or to set. Whoever counts often keeps it. */
interface Tally {
  value: number;
}

/** How values spread over buckets. */
export interface Spread {
  add(value: number): void;
  /** so many values of nearly 0, which are counted by adding to this number alone */
  instant: number;
}

/** One of something for each combination of label values; made when it is first asked for. */
type ByLabels<T> = (...labelValues: string[]) => T;

const metrics = new Map<string, Metric>();
const updates = new Set<() => void>();

/** Every metric of this process, as of now. */
export function currentMetrics(): Metric[] {
  for (const update of updates) update();
  return [...metrics.values()];
}

/** Calls before each scrape, for what is known elsewhere. Returns what stops it. */
export function beforeScrape(update: () => void): () => void {
  updates.add(update);
  return () => void updates.delete(update);
}

function byLabels<T>(labelNames: readonly string[], make: () => T) {
  const made = new Map<string, { labels: Sample["labels"]; each: T }>();
  const of: ByLabels<T> = (...values) => {
    const key = values.join("\n");
    let entry = made.get(key);
    if (!entry) {
      const labels = Object.fromEntries(labelNames.map((name, at) => [name, values[at] ?? ""]));
      entry = { labels, each: make() };
      made.set(key, entry);
    }
    return entry.each;
  };
  return { of, all: () => [...made.values()] };
}

function tallies(
  type: "counter" | "gauge",
  name: string,
  help: string,
  labelNames: readonly string[],
): ByLabels<Tally> {
  const { of, all } = byLabels<Tally>(labelNames, () => ({ value: 0 }));
  // Without labels it is there from the beginning, so that its first change is seen as one.
  if (labelNames.length === 0) of();
  const samples = () => all().map(({ labels, each }) => ({ name, labels, value: each.value }));
  metrics.set(name, { name, help, type, samples });
  return of;
}

/** What only grows. @param name ends in `_total` */
export const counter = (name: string, help: string, ...labelNames: string[]) =>
  tallies("counter", name, help, labelNames);

/** What goes up and down. */
export const gauge = (name: string, help: string, ...labelNames: string[]) =>
  tallies("gauge", name, help, labelNames);

/** @param bounds the upper bounds of the buckets, which a value may equal; the last one has none */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  ...labelNames: string[]
): ByLabels<Spread> {
  const { of, all } = byLabels(labelNames, () => createSpread(bounds));
  const samples = () =>
    all().flatMap(({ labels, each }) => {
      let below = each.instant;
      const buckets = each.counts.map((count, at) => {
        below += count;
        const le = String(bounds[at] ?? "+Inf");
        return { name: `${name}_bucket`, labels: { ...labels, le }, value: below };
      });
      return [
        ...buckets,
        { name: `${name}_sum`, labels, value: each.sum },
        { name: `${name}_count`, labels, value: below },
      ];
    });
  metrics.set(name, { name, help, type: "histogram", samples });
  return of;
}

function createSpread(bounds: readonly number[]) {
  const counts = [...bounds, Infinity].map(() => 0);
  return {
    counts,
    sum: 0,
    instant: 0,
    add(value: number) {
      let at = 0;
      while (at < bounds.length && value > (bounds[at] ?? Infinity)) at++;
      counts[at] = (counts[at] ?? 0) + 1;
      this.sum += value;
    },
  };
}

/** Adds the seconds that the work took, whether or not it succeeded. */
export async function timed<T>(spread: Spread, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    spread.add((performance.now() - started) / 1000);
  }
}
