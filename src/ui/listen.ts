/**
 * Listens to one or several events.
 * @param types names of events, separated by spaces
 * @returns a function that ends it
 */
export function listen<Heard extends Event>(
  target: EventTarget,
  types: string,
  listener: (event: Heard) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const ended = new AbortController();
  for (const type of types.split(" ")) {
    const { signal } = ended;
    target.addEventListener(type, listener as (event: Event) => void, { ...options, signal });
  }
  return () => ended.abort();
}
