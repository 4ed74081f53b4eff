import { type RefObject, startTransition, useEffect, useState } from "react";

/** What comes this close to the screen counts as seen. */
const NEAR = "200px 0px";
/** What is not seen follows when nothing has changed for so long. */
const REST_MS = 800;

/**
 * A value that costs much to show: as it is while the element is near the screen, else as it was
 * until the visitor rests.
 */
export function useWhenSeen<T>(element: RefObject<Element | null>, value: T): T {
  const [isNear, setNear] = useState(false);
  const [held, setHeld] = useState(value);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => startTransition(() => setNear(entries.at(-1)?.isIntersecting === true)),
      { rootMargin: NEAR },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  useEffect(() => {
    const follow = () => startTransition(() => setHeld(() => value));
    const timer = setTimeout(follow, isNear ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [value, isNear]);
  return isNear ? value : held;
}
