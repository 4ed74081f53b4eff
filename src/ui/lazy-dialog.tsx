import { type ComponentType, lazy, useEffect, useState, useTransition } from "react";

import { ErrorBoundary } from "./error-boundary.tsx";
import { loadCode, reportMissingCode, showCodeMissing } from "./load-code.ts";
import { useProgress } from "./progress.ts";

interface LazyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** called instead of showing the notice when the code is missing although there is a network */
  onMissing?: () => void;
}

/**
 * Creates a dialog whose code is loaded when it is first opened. If that fails, the dialog closes again, and
 * the next time it tries again.
 * @returns the dialog, and a function that preloads its code
 */
export function lazyDialog<Props extends Omit<LazyDialogProps, "onMissing">>(
  load: () => Promise<ComponentType<Props>>,
): { Dialog: ComponentType<Props & LazyDialogProps>; fetchAhead: () => void } {
  const fetchCode = async () => {
    const code = await loadCode(load);
    showCodeMissing(false);
    return { default: code };
  };
  // React remembers a failure, so the next attempt needs a new lazy component.
  let Content = lazy<ComponentType<Props>>(fetchCode);

  function LazyDialog(props: Props & LazyDialogProps) {
    const { open, onOpenChange, onMissing } = props;
    const [isMounted, setMounted] = useState(false);
    // A transition shows no fallback, so the page stays visible until the dialog has loaded.
    const [isLoading, startLoading] = useTransition();
    useProgress(isLoading);
    useEffect(() => {
      if (open) startLoading(() => setMounted(true));
    }, [open]);
    const close = () => {
      Content = lazy<ComponentType<Props>>(fetchCode);
      setMounted(false);
      if (onMissing && navigator.onLine) onMissing();
      else reportMissingCode();
      onOpenChange(false);
    };
    if (!isMounted) return null;
    return (
      <ErrorBoundary fallback={null} onError={close}>
        <Content {...props} />
      </ErrorBoundary>
    );
  }
  return { Dialog: LazyDialog, fetchAhead: () => void loadCode(load).catch(() => undefined) };
}
