import { clsx } from "clsx";
import {
  Component,
  type ComponentType,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

import styles from "./notice.module.css";
import { toast } from "./toast.ts";
import { loadWithSheets } from "./load-with-sheets.ts";
import { showWaiting } from "./waiting.ts";

const NEAR = "600px 0px";

/**
 * Lets React's `use` read a fulfilled promise without suspending: React checks these two properties
 * first.
 */
export function markFulfilled<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}

export function showCodeMissing(isMissing: boolean): void {
  const { dataset } = document.documentElement;
  if (!isMissing) return void delete dataset["code"];
  dataset["code"] = "missing";
  // A press from before hydration would be waited for in vain.
  delete dataset["waiting"];
}

/** Part of the first script: code that does not arrive cannot say so itself. */
export const MISSING_CODE_SCRIPT =
  'addEventListener("error",e=>{e.target.localName=="script"&&/\\/assets\\//.test(e.target.src)&&(document.documentElement.dataset.code="missing",delete document.documentElement.dataset.waiting)},!0);';

/** Hidden in each document until code is missing, for instance after a new release. */
export function MissingCodeNotice() {
  return (
    <div role="alert" className={clsx(styles.region, styles.missing)}>
      <p className={styles.line}>
        Part of this page did not load.
        {/* An empty address is the page itself: without code only a link can load it again. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
        <a href="">Reload</a>
      </p>
    </div>
  );
}

function sayOffline(): void {
  toast({
    description: "You are offline. Please check your connection and try again.",
    variant: "destructive",
  });
}

export interface LazyPartProps {
  /** fetches the part's data; must be a stable function */
  prepare?: () => Promise<unknown>;
  /**
   * whether the served HTML shows other data than there now are, and has to be replaced; must be a stable
   * function
   */
  isOutdated?: () => boolean;
  /**
   * starts the part before it is near, since the served HTML is out of date. @returns how to stop; must
   * be a stable function
   */
  early?: (start: () => void) => () => void;
}

const preloads = new Set<() => Promise<unknown>>();

interface LazyPartOptions {
  /** fetches its code when somebody points at it or enters it, not when it is near */
  onEntry?: boolean;
}

/**
 * A part of a page that the server renders, but whose code is fetched only when it comes near the
 * viewport; until then the served HTML stands. It passes no properties on: React discards the served
 * HTML of a suspended part that is updated. Its `preload` fetches the code ahead.
 * @param fallback of the part's size, where the browser renders it first
 */
export function lazyPart(
  load: () => Promise<ComponentType>,
  fallback: ReactNode,
  { onEntry = false }: LazyPartOptions = {},
): ComponentType<LazyPartProps> & { preload: () => Promise<unknown> } {
  let loading: Promise<ComponentType> | undefined;
  let hasArrived = false;

  const loadOnce = () => {
    loading ??= markFulfilled(load());
    loading.then(
      () => (hasArrived = true),
      () => (loading = undefined),
    );
    return loading;
  };
  preloads.add(loadOnce);

  // `memo`: a page that renders again must not update the suspended part.
  const Part = memo(function LazyPart({ prepare, isOutdated, early }: LazyPartProps) {
    const place = useRef<HTMLDivElement>(null);
    const [arrival] = useState(() => {
      if (hasArrived && loading) return { promise: loading, resolve: undefined };
      const { promise, resolve } = Promise.withResolvers<ComponentType>();
      return { promise: markFulfilled(promise), resolve };
    });

    const [version, setVersion] = useState(0);
    const [pressed] = useState(() => new Set<HTMLElement>());
    const isReady = useRef(false);
    useEffect(() => {
      const { resolve } = arrival;
      const part = place.current;
      if (!resolve || !part) return;
      // React marks served HTML by a comment.
      const isServed = part.firstChild instanceof Comment;
      let code: Promise<ComponentType> | undefined;
      let isUnmounted = false;
      let isMissing = false;
      const waiting = new AbortController();
      const start = () => {
        waiting.abort();
        observer.disconnect();
        // A part without its data says so itself.
        code = Promise.resolve(prepare?.()).then(loadOnce, loadOnce);
        // Served HTML stays when the code fails; the network's return or a reload asks again.
        if (!isServed) return resolve(code);
        code.then((component) => {
          // Hydration would find other text than was served.
          if (isOutdated?.()) setVersion(1);
          resolve(component);
        }, onFailure);
      };
      const onFailure = () => {
        if (isUnmounted) return;
        isMissing = navigator.onLine;
        if (isMissing) showCodeMissing(true);
        else addEventListener("online", start, { once: true });
      };
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && start(),
        { rootMargin: NEAR },
      );
      const isInside = (target: unknown) => target instanceof Node && part.contains(target);
      if (!isServed || (onEntry && isInside(document.activeElement))) start();
      else if (!onEntry) observer.observe(part);
      else {
        const look = ({ target }: Event) => isInside(target) && start();
        const options = { capture: true, signal: waiting.signal };
        for (const type of ["pointerover", "focusin"]) addEventListener(type, look, options);
      }
      const stopEarly = isServed ? early?.(start) : undefined;
      const keepPress = (event: MouseEvent) => {
        const { target, ctrlKey, metaKey, shiftKey } = event;
        const control = target instanceof Element && target.closest<HTMLElement>("button, a[href]");
        if (!control || isReady.current || !isInside(control)) return;
        if (control.matches("a") && !navigator.onLine) {
          // The browser's own error page would end the site.
          event.preventDefault();
          return sayOffline();
        }
        if (control.matches("a:not([data-early])")) return;
        // A link's or a form's own way is better than none.
        if (ctrlKey || metaKey || shiftKey || isMissing) return;
        // React must not hear this press too, in case it hydrates just in time.
        event.stopPropagation();
        event.preventDefault();
        pressed.add(control);
        if (!code) start();
        if (code) showWaiting(code);
      };
      // At the window, as the above: React stops events it cannot answer yet at the document.
      addEventListener("click", keepPress, true);
      return () => {
        isUnmounted = true;
        waiting.abort();
        observer.disconnect();
        stopEarly?.();
        removeEventListener("online", start);
        removeEventListener("click", keepPress, true);
      };
    }, [arrival, prepare, isOutdated, early, pressed]);

    const onReady = useCallback(() => {
      isReady.current = true;
      for (const button of pressed) button.click();
      pressed.clear();
    }, [pressed]);

    return (
      <div ref={place}>
        <Suspense key={version} fallback={fallback}>
          <ArrivedPart component={arrival.promise} onReady={onReady} />
        </Suspense>
      </div>
    );
  });
  return Object.assign(Part, { preload: loadOnce });
}

interface ArrivedPartProps {
  component: Promise<ComponentType>;
  onReady: () => void;
}

function ArrivedPart({ component, onReady }: ArrivedPartProps) {
  const part = createElement(use(component));
  useEffect(onReady, [onReady]);
  return part;
}

export async function preloadParts(): Promise<void> {
  for (let loadedCount = -1; loadedCount < preloads.size;) {
    loadedCount = preloads.size;
    await Promise.all(Array.from(preloads, (loadOnce) => loadOnce()));
  }
}

interface LazyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** replaces the notice when the code is missing although there is a network */
  onMissing?: () => void;
}

/**
 * A dialog whose code is fetched when it is first opened. When that fails the dialog closes again,
 * and the next opening fetches again.
 * @returns the dialog, and a function that fetches its code ahead
 */
export function lazyDialog<Props extends Omit<LazyDialogProps, "onMissing">>(
  load: () => Promise<ComponentType<Props>>,
): { Dialog: ComponentType<Props & LazyDialogProps>; fetchAhead: () => void } {
  function LazyDialog(props: Props & LazyDialogProps) {
    const { open, onOpenChange, onMissing } = props;
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const isNeeded = open && !Loaded;
    const onFailure = useEffectEvent(() => {
      if (!navigator.onLine) sayOffline();
      else if (onMissing) onMissing();
      else showCodeMissing(true);
      onOpenChange(false);
    });
    useEffect(() => {
      if (!isNeeded) return;
      let isUnmounted = false;
      const loading = loadWithSheets(load);
      showWaiting(loading);
      loading.then(
        (component) => {
          setLoaded(() => component);
          showCodeMissing(false);
        },
        () => isUnmounted || onFailure(),
      );
      return () => {
        isUnmounted = true;
      };
    }, [isNeeded]);
    return Loaded && <Loaded {...props} />;
  }
  return { Dialog: LazyDialog, fetchAhead: () => void loadWithSheets(load).catch(() => undefined) };
}

interface ErrorBoundaryProps {
  children: ReactNode;
  fallback: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
