import {
  type ComponentType,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";

import { carryResult } from "./carry-result.ts";
import { showCodeMissing } from "./missing-code-notice.tsx";
import { showWaiting } from "./waiting.ts";

/** A part is fetched when it comes this close to what is in view. */
const NEAR = "600px 0px";

export interface LazyPartProps {
  /** asks for the data that the part needs besides its code; always the same function */
  prepare?: () => Promise<unknown>;
  /**
   * begins it, once or again, although it is far: when what the server wrote of it is no longer so.
   * Answers how to stop; always the same function
   */
  early?: (begin: () => void) => () => void;
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
  return memo(function LazyPart({ prepare, early }: LazyPartProps) {
    const place = useRef<HTMLDivElement>(null);
    const [arrival] = useState(() => {
      if (arrived && loading) return { promise: loading, resolve: undefined };
      const { promise, resolve } = Promise.withResolvers<ComponentType>();
      return { promise: carryResult(promise), resolve };
    });

    const [pressed] = useState(() => new Set<HTMLElement>());
    const isReady = useRef(false);
    useEffect(() => {
      const { resolve } = arrival;
      const part = place.current;
      if (!resolve || !part) return;
      // React marks what the server wrote by a comment.
      const isWritten = part.firstChild instanceof Comment;
      let code: Promise<ComponentType> | undefined;
      const begin = () => {
        observer.disconnect();
        // Without its data the part says so itself.
        const prepared = prepare?.().catch(() => undefined);
        code = Promise.resolve(prepared).then(start);
        // What the server wrote stays when its code does not arrive: it is asked for again with
        // the network, or by whoever reads that it is missing.
        if (isWritten) code.then(resolve, wait);
        else resolve(code);
      };
      let isLeft = false;
      const wait = () => {
        if (isLeft) return;
        if (navigator.onLine) showCodeMissing(true);
        else addEventListener("online", begin, { once: true });
      };
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && begin(),
        { rootMargin: NEAR },
      );
      // What the server did not write is missed at once.
      if (isWritten) observer.observe(part);
      else begin();
      const stop = isWritten ? early?.(begin) : undefined;
      const keep = (event: MouseEvent) => {
        const button = event.target instanceof Element ? event.target.closest("button") : null;
        if (!button || isReady.current || !part.contains(button)) return;
        // Kept from React, which might hear of it just in time and would then hear of it twice.
        event.stopPropagation();
        pressed.add(button);
        if (code) showWaiting(code);
      };
      // The document would be too late: there React stops what it cannot answer yet.
      addEventListener("click", keep, true);
      return () => {
        isLeft = true;
        observer.disconnect();
        stop?.();
        removeEventListener("online", begin);
        removeEventListener("click", keep, true);
      };
    }, [arrival, prepare, early, pressed]);

    // What was pressed while its code was on the way acts as soon as it can, once.
    const act = useCallback(() => {
      isReady.current = true;
      for (const button of pressed) button.click();
      pressed.clear();
    }, [pressed]);

    return (
      <div ref={place}>
        <Suspense fallback={fallback}>
          <Arrived component={arrival.promise} onReady={act} />
        </Suspense>
      </div>
    );
  });
}

interface ArrivedProps {
  component: Promise<ComponentType>;
  onReady: () => void;
}

function Arrived({ component, onReady }: ArrivedProps) {
  const part = createElement(use(component));
  useEffect(onReady, [onReady]);
  return part;
}

/** Loads every part that is known, and those they bring; the server calls it before it renders. */
export async function preloadParts(): Promise<void> {
  for (let known = -1; known < preloads.size;) {
    known = preloads.size;
    await Promise.all(Array.from(preloads, (start) => start()));
  }
}
