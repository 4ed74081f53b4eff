/** @param types names of events, separated by spaces @returns a function that ends it */
export function listen<E extends Event>(
  target: EventTarget,
  types: string,
  listener: (event: E) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const ended = new AbortController();
  for (const type of types.split(" ")) {
    target.addEventListener(type, listener as EventListener, { ...options, signal: ended.signal });
  }
  return () => ended.abort();
}
