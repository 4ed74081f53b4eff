import type { LiveEvent } from "./live-events.ts";

/** The last events of this process, each in the form that travels. */
export interface EventLog {
  /** Keeps an event; the oldest gives way. @returns it as sent */
  append(event: LiveEvent, data: object): string;
  /**
   * What somebody has missed.
   * @param lastId id of the last event that arrived there
   * @returns the events since, or one `all` when the id is too old or another process gave it
   */
  since(lastId: string): string;
  /** Gives a new stream the id to come back with; the client is told of no event. */
  greeting(): string;
}

/**
 * @param instance tells the ids of this process from those of others and of former starts
 * @param capacity how many events are kept
 */
export function createEventLog(instance: string, capacity: number): EventLog {
  const kept: string[] = [];
  let count = 0;

  const idLine = () => `id: ${instance}.${count}\n`;
  const format = (event: LiveEvent, data: object) =>
    `${idLine()}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

  /** How many events came after the one with this id; undefined for an id that is none of ours. */
  function missedSince(id: string): number | undefined {
    const [, from, number] = /^([^.]+)\.(0|[1-9]\d{0,15})$/.exec(id) ?? [];
    const missed = from === instance ? count - Number(number) : -1;
    return missed >= 0 ? missed : undefined;
  }

  return {
    append(event, data) {
      count++;
      const text = format(event, data);
      kept.push(text);
      if (kept.length > capacity) kept.shift();
      return text;
    },
    since(lastId) {
      const missed = missedSince(lastId);
      if (missed === undefined || missed > kept.length) return format("all", {});
      return missed === 0 ? "" : kept.slice(-missed).join("");
    },
    greeting: () => `${idLine()}\n`,
  };
}
