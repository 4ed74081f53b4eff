import { clsx } from "clsx";
import { X } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";

import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { usePresence } from "./use-presence.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** maximum width: 480, 640 or 960 px */
  size?: "s" | "m" | "l";
  role?: "dialog" | "alertdialog";
  /** false: on a phone only as high as its content */
  fill?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog; on a phone a sheet that fills the height. Keeps focus inside, closes with Escape
 * or a click beside it, and gives the focus back to what had it. Load it lazily: no first screen
 * needs it. It is no `<dialog>`: that would make notifications inert as well.
 */
export function Dialog(props: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const isPresent = usePresence(props.open, box);
  // A dialog inside another is mounted after it, and so above it, also when both open at once.
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second rendering is the point
  useLayoutEffect(() => setMounted(true), []);
  return isMounted && isPresent && createPortal(<Layer {...props} box={box} />, document.body);
}

function Layer(props: DialogProps & { box: RefObject<HTMLDivElement | null> }) {
  const { box, open, onOpenChange, title, description, children, footer, size = "m" } = props;
  const { role = "dialog", fill = true, initialFocus } = props;
  const [opener] = useState(() => document.activeElement);
  const layer = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useEffectEvent(() => onOpenChange(false));

  useLayoutEffect(() => {
    const element = layer.current;
    if (!open || !element) return;
    openLayers.push(element);
    updatePage();
    if (!element.contains(document.activeElement)) {
      const first = initialFocus?.current ?? tabStops(element).find((stop) => !stop.matches("a"));
      (first ?? box.current)?.focus({ preventScroll: true });
    }
    const listeners = new AbortController();
    const { signal } = listeners;
    const onKeyDown = (event: KeyboardEvent) => {
      if (openLayers.at(-1) !== element || event.defaultPrevented || event.isComposing) return;
      if (event.key === "Tab") keepTabInside(event, element);
      if (event.key !== "Escape") return;
      event.preventDefault();
      close();
    };
    // At the window, so that whatever has the focus comes first.
    addEventListener("keydown", onKeyDown, { signal });
    const onClick = ({ target }: MouseEvent) => target === element.firstElementChild && close();
    element.addEventListener("click", onClick, { signal });
    return () => {
      listeners.abort();
      const { activeElement } = document;
      // Whatever was done in the dialog may have moved the focus elsewhere.
      const hasFocus = activeElement === document.body || element.contains(activeElement);
      openLayers.splice(openLayers.indexOf(element), 1);
      updatePage();
      element.inert = true;
      if (hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open, opener, box, initialFocus]);

  const state = open ? "open" : "closed";
  return (
    <div ref={layer}>
      <div className={styles.overlay} data-state={state} />
      <div
        ref={box}
        role={role}
        aria-modal
        aria-labelledby={`${id}title`}
        aria-describedby={description ? `${id}description` : undefined}
        tabIndex={-1}
        data-state={state}
        className={clsx(styles.dialog, styles[size], !fill && styles.low)}
      >
        <header className={styles.header}>
          <div className={styles.words}>
            <h2 id={`${id}title`} className={styles.title}>
              {title}
            </h2>
            {description && (
              <p id={`${id}description`} className={styles.description}>
                {description}
              </p>
            )}
          </div>
          <IconButton label="Close" onClick={() => onOpenChange(false)}>
            <X aria-hidden />
          </IconButton>
        </header>
        {children && <div className={styles.body}>{children}</div>}
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </div>
  );
}

const openLayers: HTMLElement[] = [];

function updatePage(): void {
  const top = openLayers.at(-1);
  for (const child of document.body.children) {
    if (!(child instanceof HTMLElement) || child.matches("[role]")) continue;
    child.inert = top !== undefined && child !== top;
  }
  const { style, clientWidth } = document.documentElement;
  if (!top) {
    style.overflow = style.scrollbarGutter = "";
  } else if (style.overflow === "") {
    // A scrollbar keeps its place, or the page would move.
    if (innerWidth > clientWidth) style.scrollbarGutter = "stable";
    style.overflow = "hidden";
  }
}

function tabStops(within: HTMLElement): HTMLElement[] {
  const stops = within.querySelectorAll<HTMLElement>(
    ":is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex='-1'], :disabled)",
  );
  return [...stops].filter((stop) => stop.checkVisibility({ visibilityProperty: true }));
}

/** Goes from the last stop to the first one, or back. From a notification Tab leads in by itself. */
function keepTabInside(event: KeyboardEvent, layer: HTMLElement): void {
  const stops = tabStops(layer);
  const [end, next] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const { activeElement } = document;
  const isAtEnd = activeElement === end || activeElement?.matches("body, [role$='dialog']");
  if (!isAtEnd) return;
  event.preventDefault();
  next?.focus();
}

interface ConfirmDialogProps {
  title: ReactNode;
  description: ReactNode;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  disabled?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something irreversible, with the focus on Cancel. Open while mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    description,
    children,
    confirmLabel,
    cancelLabel = "Cancel",
    pending = false,
  } = props;
  const { disabled = false, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      size="s"
      role="alertdialog"
      fill={false}
      title={title}
      description={description}
      initialFocus={cancel}
      onOpenChange={(stays) => !stays && !pending && onCancel()}
      footer={
        <>
          <Button ref={cancel} disabled={pending} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant="primary" disabled={disabled} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
