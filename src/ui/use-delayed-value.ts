import { useEffect, useState } from "react";

/** Returns the value once it has stayed the same for a while, and `first` until then. */
export function useDelayedValue<T>(value: T, milliseconds: number, first = value): T {
  const [delayed, setDelayed] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return delayed;
}
