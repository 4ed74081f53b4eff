import { useState } from "react";

/** Returns the previous array as long as it has the same texts, so that nothing memoized renders again. */
export function useStable<T extends string>(texts: readonly T[]): readonly T[] {
  const [stable, setStable] = useState(texts);
  if (texts.join("\n") === stable.join("\n")) return stable;
  setStable(texts);
  return texts;
}
