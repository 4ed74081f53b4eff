import { clsx } from "clsx";
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { Link, useLocation } from "wouter";
import { useStore } from "zustand";

import { Shortcuts } from "../features/shortcuts/shortcuts.tsx";
import { LiveUpdates } from "../features/live/live-updates.tsx";
import { withBase } from "../domain/base-path.ts";
import { API_DOCS, DATA, evIdOf, TABLE } from "../domain/routes.ts";
import bar from "../ui/bottom-bar.module.css";
import { Hydrated, startHydrationOfParts } from "../ui/hydration.ts";
import { listen } from "../ui/listen.ts";
import { loadCode, sayOffline } from "../ui/lazy.tsx";
import notices from "../ui/notice.module.css";
import { ErrorState, Loading, MissingCodeNotice, OfflineNotice, Skeleton } from "../ui/notice.tsx";
import { PageQueryProvider } from "../ui/use-page-state.tsx";
import { dismissToast, shownToast, TOAST_DURATION_MS } from "../ui/toast.ts";
import type { PageProps } from "../pages/page.ts";
import { matchPage, pageCode, type Page } from "./pages.ts";
import styles from "./site-frame.module.css";
import { SiteHeader } from "./site-header.tsx";
import { SITE_NAME } from "../pages/site.tsx";

export function SiteFrame() {
  const [path] = useLocation();
  const { page, params } = matchPage(path);
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main, path);
  useArrival();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <OfflineNotice />
      <p role="status" aria-live="polite" className="visually-hidden">
        <span className="progress-words">Loading...</span>
      </p>
      <MissingCodeNotice />
      {/* Rendered only on the server; a browser with scripts does not hydrate noscript. */}
      <noscript>
        {import.meta.env.SSR && (
          <p className="script-notice">
            You can browse every model without JavaScript, but you need it to vote, save, compare,
            review or sign in.
          </p>
        )}
      </noscript>
      <main id="main" ref={main} tabIndex={-1} data-part="" data-page={page.name}>
        <ErrorBoundary
          key={path}
          fallback={
            <>
              <ErrorState
                title="This page could not be loaded."
                // Browsers remember a failed import, so only a new document tries again. Without a network,
                // that would show the browser's own error page.
                onRetry={() => navigator.onLine && location.reload()}
              />
              <Hydrated part={main} />
            </>
          }
        >
          <Suspense fallback={<PageLoading page={page} />}>
            <PageQueryProvider key={path}>
              <PageOutlet page={page} params={params} />
            </PageQueryProvider>
            <Hydrated part={main} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {/* Each page has its own footer, so it does not move from where the previous page's footer was. */}
      <SiteFooter key={path} />
      {page.name !== "admin" && page.name !== "auth" && <PhoneBar />}
      <ToasterWhenNeeded />
      <LiveUpdates page={page.name} evId={evIdOf(params["id"] ?? "")} />
    </>
  );
}

/** The bar on phones; pages with actions show them in their bar (everywhere.md#bottom-bar). */
function PhoneBar() {
  return (
    <nav
      aria-label="Shortcuts"
      data-bottom-bar
      data-scripted
      className={clsx(bar.bar, bar.onlyInBar, styles.phoneBar)}
    >
      <Shortcuts />
    </nav>
  );
}

class ErrorBoundary extends Component<{ children: ReactNode; fallback: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

function PageOutlet({ page, params }: { page: Page } & PageProps) {
  const code = pageCode(page);
  // Awaiting code that has already loaded would show the loading state for a moment.
  const { Component: Outlet } = code.loaded ?? use(code.loading);
  return <Outlet params={params} />;
}

function PageLoading({ page: { loading = "Loading..." } }: { page: Page }) {
  return (
    <div className="page">
      <title>{SITE_NAME}</title>
      <Loading text={loading}>
        <Skeleton className={styles.waitingTitle} width="60%" />
        <Skeleton width="80%" />
        <Skeleton className={styles.waitingCards} count={3} height="16rem" />
      </Loading>
    </div>
  );
}

/** Runs once React handles presses in the page's frame. */
function useArrival() {
  useEffect(() => {
    startHydrationOfParts();
    return listen(window, "pressoffline", sayOffline);
  }, []);
}

/** Announces the new page to screen readers, unless it has focused the section that its address names. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>, path: string) {
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    const focused = document.activeElement;
    if (focused !== main.current && main.current?.contains(focused)) return;
    main.current?.focus({ preventScroll: true });
  }, [main, path]);
}

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <p className={styles.name} translate="no">
        {SITE_NAME}
      </p>
      <p className={styles.note}>
        Figures are for the United States. Prices change, and may leave out destination charges,
        taxes and incentives: ask a dealer. N/A means unknown. Cars are drawn to scale unless a
        photo is shown.
      </p>
      <p className={styles.links}>
        <Link href={TABLE} className="touch">
          All trims in one table
        </Link>
        <a href={withBase(API_DOCS)} className="touch">
          API documentation
        </a>
        <Link href={DATA} className="touch">
          Data and license
        </Link>
      </p>
    </footer>
  );
}

const load = async () => (await import("../ui/toaster.tsx")).Toaster;

/** Loads the toaster with the first notification; if its code is missing, as offline, a plain line has the text. */
function ToasterWhenNeeded() {
  const { current } = useStore(shownToast);
  const [Toaster, setToaster] = useState<ComponentType | null>();
  useEffect(() => {
    if (!current) return;
    loadCode(load).then(
      (loaded) => setToaster(() => loaded),
      () => {
        setToaster(null);
        if (!current.staysOpen) setTimeout(() => dismissToast(current.id), TOAST_DURATION_MS);
      },
    );
  }, [current]);
  if (Toaster) return <Toaster />;
  if (!current || Toaster !== null) return null;
  const { id, title, description, link, action } = current;
  const act = () => {
    dismissToast(id);
    action?.onClick();
  };
  return (
    <div key={id} role="alert" className={notices.region} data-toast>
      <p className={notices.line}>
        {title && `${title}: `}
        {description}
        {link && <Link href={link.href}>{link.label}</Link>}
        {action && <button onClick={act}>{action.label}</button>}
      </p>
    </div>
  );
}
