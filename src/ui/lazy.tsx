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

const failedSheets = new Set<HTMLLinkElement>();

if (typeof document !== "undefined") {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedSheets.add(target);
  };
  addEventListener("error", onError, true);
}

function fetchSheet(failed: HTMLLinkElement): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  const { promise, resolve, reject } = Promise.withResolvers<Event>();
  link.addEventListener("load", resolve);
  link.addEventListener("error", reject);
  link.href = failed.href;
  failed.replaceWith(link);
  return promise;
}

/** The bundler asks for each style sheet once, so failed ones are fetched first. */
export async function loadWithSheets<Code>(load: () => Promise<Code>): Promise<Code> {
  const sheets = [...failedSheets].map(fetchSheet);
  failedSheets.clear();
  await Promise.all(sheets);
  return load();
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
   * starts the part before it is near, since the served HTML is out of date. @returns how to stop; must
   * be a stable function
   */
  early?: (start: () => void) => () => void;
}

const preloads = new Set<() => Promise<unknown>>();

/**
 * A part of a page that the server renders, but whose code is fetched only when it comes near the
 * viewport; until then the served HTML stands. It passes no properties on: React discards the served
 * HTML of a suspended part that is updated.
 * @param fallback of the part's size, where the browser renders it first
 */
export function lazyPart(
  load: () => Promise<ComponentType>,
  fallback: ReactNode,
): ComponentType<LazyPartProps> {
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
  return memo(function LazyPart({ prepare, early }: LazyPartProps) {
    const place = useRef<HTMLDivElement>(null);
    const [arrival] = useState(() => {
      if (hasArrived && loading) return { promise: loading, resolve: undefined };
      const { promise, resolve } = Promise.withResolvers<ComponentType>();
      return { promise: markFulfilled(promise), resolve };
    });

    const [pressed] = useState(() => new Set<HTMLButtonElement>());
    const isReady = useRef(false);
    useEffect(() => {
      const { resolve } = arrival;
      const part = place.current;
      if (!resolve || !part) return;
      // React marks served HTML by a comment.
      const isServed = part.firstChild instanceof Comment;
      let code: Promise<ComponentType> | undefined;
      let isUnmounted = false;
      const start = () => {
        observer.disconnect();
        // A part without its data says so itself.
        const prepared = prepare?.().catch(() => undefined);
        code = Promise.resolve(prepared).then(loadOnce);
        // Served HTML stays when the code fails; the network's return or a reload asks again.
        if (isServed) code.then(resolve, onFailure);
        else resolve(code);
      };
      const onFailure = () => {
        if (isUnmounted) return;
        if (navigator.onLine) showCodeMissing(true);
        else addEventListener("online", start, { once: true });
      };
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && start(),
        { rootMargin: NEAR },
      );
      if (isServed) observer.observe(part);
      else start();
      const stopEarly = isServed ? early?.(start) : undefined;
      const keepPress = (event: MouseEvent) => {
        const control =
          event.target instanceof Element ? event.target.closest("button, a[href]") : null;
        if (!control || isReady.current || !part.contains(control)) return;
        if (control instanceof HTMLButtonElement) {
          // React must not hear this press too, in case it hydrates just in time.
          event.stopPropagation();
          pressed.add(control);
          if (code) showWaiting(code);
        } else if (!navigator.onLine) {
          // The browser's own error page would end the site.
          event.preventDefault();
          sayOffline();
        }
      };
      // At the window: React stops clicks it cannot answer yet at the document.
      addEventListener("click", keepPress, true);
      return () => {
        isUnmounted = true;
        observer.disconnect();
        stopEarly?.();
        removeEventListener("online", start);
        removeEventListener("click", keepPress, true);
      };
    }, [arrival, prepare, early, pressed]);

    const onReady = useCallback(() => {
      isReady.current = true;
      for (const button of pressed) button.click();
      pressed.clear();
    }, [pressed]);

    return (
      <div ref={place}>
        <Suspense fallback={fallback}>
          <ArrivedPart component={arrival.promise} onReady={onReady} />
        </Suspense>
      </div>
    );
  });
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
