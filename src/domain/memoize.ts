/** Computes a value once for each object and keeps it for as long as the object lives. */
export function memoizeByObject<Key extends object, Value>(make: (key: Key) => Value) {
  const made = new WeakMap<Key, { value: Value }>();
  return (key: Key) => {
    let entry = made.get(key);
    if (!entry) made.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}
