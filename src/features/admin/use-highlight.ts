import { useCallback, useEffect, useRef, useState } from "react";

import { ROW_HIGHLIGHT_MS } from "./limits.ts";

/** The row that stands out, and how to let one stand out for 3 s (§2, §9). */
export function useHighlight(): [number | null, (id: number) => void] {
  const [id, setId] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = useCallback((next: number) => {
    clearTimeout(timer.current);
    setId(next);
    timer.current = setTimeout(() => setId(null), ROW_HIGHLIGHT_MS);
  }, []);
  return [id, highlight];
}
