import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";

import { TOAST_DURATION_MS } from "../ui/limits.ts";
import styles from "../ui/notice.module.css";
import { currentToast, dismissToast, onToastChange, type ShownToast } from "../ui/toast.ts";
import { loadWithSheets } from "../ui/lazy.tsx";

const load = async () => (await import("../ui/toaster.tsx")).Toaster;

/** Loads the toaster with the first notification; without its code, a plain line says the same. */
export function ToasterWhenNeeded() {
  const current = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  const [Toaster, setToaster] = useState<ComponentType | null>();
  useEffect(() => {
    if (!current) return;
    loadWithSheets(load).then(
      (loaded) => setToaster(() => loaded),
      () => setToaster(null),
    );
  }, [current]);
  if (Toaster) return <Toaster />;
  return current && Toaster === null && <PlainToast key={current.id} toast={current} />;
}

function PlainToast({ toast: { id, title, description, action } }: { toast: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div role="alert" className={styles.region} data-toast>
      <p className={styles.line}>
        {title && `${title}: `}
        {description}
        {action && "href" in action && <Link href={action.href}>{action.label}</Link>}
        {action && "onClick" in action && (
          <button
            type="button"
            onClick={() => {
              dismissToast(id);
              action.onClick();
            }}
          >
            {action.label}
          </button>
        )}
      </p>
    </div>
  );
}
