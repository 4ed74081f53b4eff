import { type ComponentType, lazy, useEffect, useState, useTransition } from "react";

import { ErrorBoundary } from "./error-boundary.tsx";
import { loadCode, reportMissingCode, showCodeMissing } from "./load-code.ts";
import { useProgress } from "./progress.ts";

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
  const fetchCode = async () => {
    const code = await loadCode(load);
    showCodeMissing(false);
    return { default: code };
  };
  // React remembers a failure, so the next try needs another one.
  let Content = lazy<ComponentType<Props>>(fetchCode);

  function LazyDialog(props: Props & LazyDialogProps) {
    const { open, onOpenChange, onMissing } = props;
    const [isMounted, setMounted] = useState(false);
    // A transition shows no fallback: the page stands until the dialog is there.
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
