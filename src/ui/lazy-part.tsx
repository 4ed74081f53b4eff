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

/**
 * A part of a page that is served whole and hydrates once the page is at rest; until then its served HTML
 * stands, and `first-script.ts` keeps what is pressed in it.
 * @param fallback of the part's size, where the browser renders it first
 * @returns the part, with a `preload` that fetches its code now
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
  const Waiting = lazy(async () => {
    await whenPartMayHydrate();
    return preload();
  });

  // `memo` and no properties: React discards the served HTML of a suspended part that is updated.
  const Part = memo(function LazyPart() {
    const part = useRef<HTMLDivElement>(null);
    // A fallback would flash up before code that is there already.
    const [Content] = useState(() => Loaded ?? Waiting);
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

/**
 * Marks an element with `data-part` as hydrated and lets `first-script.ts` repeat what was pressed in it
 * before. Stands behind what hydrates, so that its effect is the last.
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
