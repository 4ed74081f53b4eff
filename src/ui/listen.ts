/** @param types names of events, separated by spaces @returns a function that ends it */
export function listen(
  target: EventTarget,
  types: string,
  listener: (event: Event) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const ended = new AbortController();
  for (const type of types.split(" ")) {
    target.addEventListener(type, listener, { ...options, signal: ended.signal });
  }
  return () => ended.abort();
}
