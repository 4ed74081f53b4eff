import {
  type ComponentType,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from "react";

import { carryResult } from "./carry-result.ts";

/** A part is fetched when it comes this close to what is in view. */
const NEAR = "600px 0px";

export interface LazyPartProps {
  /** asks for the data that the part needs besides its code; always the same function */
  prepare?: () => Promise<unknown>;
}

const preloads = new Set<() => Promise<unknown>>();

/**
 * A part of a page that is rendered on the server, but whose code the browser fetches only when
 * the part comes near to view; until then it stands there as the server wrote it. It passes no
 * properties on, because a part that is still waiting must not be asked to change.
 * @param load the part's code
 * @param fallback what stands in its place when the browser renders it first; of its final size
 */
export function lazyPart(
  load: () => Promise<ComponentType>,
  fallback: ReactNode,
): ComponentType<LazyPartProps> {
  let loading: Promise<ComponentType> | undefined;
  let arrived = false;

  const start = () => {
    loading ??= carryResult(load());
    loading.then(
      () => (arrived = true),
      // Asked for again when the part is rendered again.
      () => (loading = undefined),
    );
    return loading;
  };
  preloads.add(start);

  // A page that renders again leaves it alone: React throws away what the server wrote of a part
  // that is told of a change while it waits.
  return memo(function LazyPart({ prepare }: LazyPartProps) {
    const place = useRef<HTMLDivElement>(null);
    const [arrival] = useState(() => {
      if (arrived && loading) return { promise: loading, resolve: undefined };
      const { promise, resolve } = Promise.withResolvers<ComponentType>();
      return { promise: carryResult(promise), resolve };
    });

    useEffect(() => {
      const { resolve } = arrival;
      if (!resolve || !place.current) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          // Without its data the part says so itself.
          const prepared = prepare?.().catch(() => undefined);
          resolve(Promise.resolve(prepared).then(start));
        },
        { rootMargin: NEAR },
      );
      observer.observe(place.current);
      return () => observer.disconnect();
    }, [arrival, prepare]);

    return (
      <div ref={place}>
        <Suspense fallback={fallback}>
          <Arrived component={arrival.promise} />
        </Suspense>
      </div>
    );
  });
}

function Arrived({ component }: { component: Promise<ComponentType> }) {
  return createElement(use(component));
}

/** Loads every part that is known, and those they bring; the server calls it before it renders. */
export async function preloadParts(): Promise<void> {
  for (let known = -1; known < preloads.size;) {
    known = preloads.size;
    await Promise.all(Array.from(preloads, (start) => start()));
  }
}
