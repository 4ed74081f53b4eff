import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";

import { loadServedPart } from "./load-code.ts";
import { whenPartMayHydrate } from "./page-rest.ts";

/** Parts hydrate half a screen before they come into view. */
const AHEAD = "50% 0px";

/**
 * Creates a part of a page that is fully rendered on the server and hydrates when it comes near the viewport
 * (`page-rest.ts`); until then its served HTML stays, and `first-script.ts` remembers presses in it.
 * @param fallback of the same size, shown if the browser renders the part first
 * @returns the part, with a `preload` that loads its code immediately
 */
export function lazyPart(
  load: () => Promise<ComponentType>,
  fallback: ReactNode,
): ComponentType & { preload: () => Promise<unknown> } {
  let Loaded: ComponentType | undefined;
  const preload = async () => {
    Loaded ??= await loadServedPart(load);
    return { default: Loaded };
  };
  const near = Promise.withResolvers<void>();
  const Waiting = lazy(async () => {
    await whenPartMayHydrate(near.promise);
    return preload();
  });

  // `memo` and no properties, because React discards the served HTML of a suspended part that is updated.
  const Part = memo(function LazyPart() {
    const part = useRef<HTMLDivElement>(null);
    // Code that has already loaded must not show a fallback for a moment.
    const [Content] = useState(() => Loaded ?? Waiting);
    useEffect(() => onceNear(part.current, near.resolve), []);
    return (
      <div ref={part} data-part="">
        <Suspense fallback={fallback}>
          <Content />
          <Hydrated part={part} />
        </Suspense>
      </div>
    );
  });
  return Object.assign(Part, { preload });
}

/** @returns a function that stops watching */
function onceNear(part: Element | null, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
    { rootMargin: AHEAD },
  );
  // A part with `display: contents` has no box of its own.
  const shown = part?.firstElementChild ?? part;
  if (shown) observer.observe(shown);
  return () => observer.disconnect();
}

/**
 * Marks an element with `data-part` as hydrated and lets `first-script.ts` replay the presses in it. Rendered
 * after the content, so that its effect runs last.
 */
export function Hydrated({ part }: { part: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    if (part.current) markHydrated(part.current);
  }, [part]);
  return null;
}

export function markHydrated(part: HTMLElement): void {
  part.dataset["hydrated"] = "";
  part.dispatchEvent(new Event("hydrated", { bubbles: true }));
}
