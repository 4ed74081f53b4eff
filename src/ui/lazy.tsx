/** Code that loads by one of two rules: a part when it comes near the viewport, a dialog when first opened. */
import {
  type ComponentType,
  lazy,
  memo,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

import type { DialogControl } from "./dialog.tsx";
import { Hydrated, onceNear, useHydrated, whenPartMayHydrate } from "./hydration.ts";
import { Loading, Skeleton } from "./notice.tsx";
import { useProgress } from "./progress.ts";
import { toast } from "./toast.ts";

/**
 * Creates a part of a page that hydrates near the viewport or at the first press; until then its served HTML stays,
 * and `first-script.ts` remembers presses. @param height of the skeleton if the code has not arrived
 * @returns the part, with a `preload` that loads its code immediately
 */
export function lazyPart(
  load: () => Promise<ComponentType>,
  height: string,
  text = "Loading...",
): ComponentType & { preload: () => Promise<unknown> } {
  let Loaded: ComponentType | undefined;
  const preload = async () => {
    Loaded ??= await loadServedCode(load);
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
    // Code that has already loaded must not show a skeleton for a moment.
    const [Content] = useState(() => Loaded ?? Waiting);
    useEffect(() => onceNear(part.current, near.resolve), []);
    return (
      <div ref={part} data-part="">
        <Suspense
          fallback={
            <Loading text={text}>
              <Skeleton height={height} />
            </Loading>
          }
        >
          <Content />
          <Hydrated part={part} />
        </Suspense>
      </div>
    );
  });
  return Object.assign(Part, { preload });
}

/** @returns what the dialog shows, which stays while it closes; what opens it; and the dialog's own props */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const [open, onOpenChange] = useState(false);
  const show = useCallback((next: Subject) => {
    setSubject(() => next);
    onOpenChange(true);
  }, []);
  return { subject, show, control: { open, onOpenChange } };
}

interface LazyDialogProps extends DialogControl {
  /** called instead of showing the notice when the code is missing although there is a network */
  onMissing?: () => void;
}

export interface DialogOpener {
  "aria-haspopup": "dialog";
  onPointerEnter: () => void;
  onFocus: () => void;
}

/**
 * Creates a dialog whose code is loaded when it is first opened; after a failure it closes, and tries again later.
 * @returns the dialog, and properties of the controls that open it, which load its code when approached
 */
export function lazyDialog<Props extends DialogControl>(
  load: () => Promise<ComponentType<Props>>,
): { Dialog: ComponentType<Props & LazyDialogProps>; opener: DialogOpener } {
  function LazyDialog(props: Props & LazyDialogProps) {
    const { open, onOpenChange, onMissing } = props;
    const [Content, setContent] = useState<ComponentType<Props>>();
    const isLoading = open && !Content;
    useProgress(isLoading);
    const closeWithoutCode = useEffectEvent(() => {
      if (!navigator.onLine) sayOffline();
      else if (onMissing) onMissing();
      else showCodeMissing(true);
      onOpenChange(false);
    });
    useEffect(() => {
      if (!isLoading) return;
      let isGone = false;
      loadCode(load).then(
        (loaded) => {
          showCodeMissing(false);
          // The page stays visible until the dialog can be shown.
          if (!isGone) startTransition(() => setContent(() => loaded));
        },
        () => isGone || closeWithoutCode(),
      );
      return () => {
        isGone = true;
      };
    }, [isLoading]);
    return Content && <Content {...props} />;
  }
  const fetchAhead = () => void loadCode(load).catch(() => undefined);
  const opener = {
    "aria-haspopup": "dialog",
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
  } as const;
  return { Dialog: LazyDialog, opener };
}

/** A component that the server leaves out. If its code does not arrive, the screen works without it. */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const nothing = (): ComponentType<Props> => () => null;
  const Content = lazy<ComponentType<Props>>(async () => ({
    default: await loadCode(load).catch(nothing),
  }));
  return function Optional(props: Props) {
    return (
      useHydrated() && (
        <Suspense fallback={null}>
          <Content {...props} />
        </Suspense>
      )
    );
  };
}

let hasFailed = false;

/** Loads code, and style sheets that failed before. @throws when it did not arrive: no network, or a new release */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    // Vite requests each style sheet only once.
    if (hasFailed) await fetchFailedSheets();
    hasFailed = false;
    return await load();
  } catch (error) {
    hasFailed = true;
    throw error;
  }
}

function fetchFailedSheets(): Promise<unknown> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const failed = [...sheets].filter((sheet) => !sheet.disabled && !sheet.sheet);
  return Promise.all(
    failed.map((sheet) => {
      const again = document.createElement("link");
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      again.addEventListener("load", resolve);
      again.addEventListener("error", reject);
      again.rel = "stylesheet";
      again.href = sheet.href;
      sheet.replaceWith(again);
      return promise;
    }),
  );
}

/** Never rejects, so that the served HTML stays; without a network it waits, otherwise only a reload helps. */
async function loadServedCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await loadCode(load);
    } catch {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      if (navigator.onLine) showCodeMissing(true);
      else addEventListener("online", resolve, { once: true });
      await promise;
    }
  }
}

/** Shows or hides the document's message that part of the page did not load. */
export function showCodeMissing(isMissing: boolean): void {
  const { dataset } = document.documentElement;
  if (!isMissing) return void delete dataset["code"];
  dataset["code"] = "missing";
  // A press from before hydration would wait for ever.
  delete dataset["waiting"];
}

export function sayOffline(): void {
  toast({
    description: "You are offline. Please check your connection and try again.",
    variant: "destructive",
  });
}
