import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";

/** The state of a dialog belongs to the caller, who may want to ask before it closes. */
export interface DialogControl {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** TypeScript's library lacks it (https://html.spec.whatwg.org/#close-requests-and-close-watchers). */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** One function for each open dialog; the last one belongs to the dialog on top. */
const closeFunctions: (() => void)[] = [];
let watcher: CloseWatcher | undefined;

/** One watcher serves all dialogs: browsers may group several and would then close them all at once. */
function watchCloseRequests(): void {
  watcher = new CloseWatcher();
  watcher.addEventListener("close", () => {
    // The next request needs a new watcher: another dialog may be below, and this one may ask first.
    watchCloseRequests();
    closeFunctions.at(-1)?.();
  });
}

/** Lets Back on Android close the dialog on top (everywhere.md#dialogs). Base UI handles Escape. */
function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !("CloseWatcher" in window)) return undefined;
    const closeThis = () => close();
    closeFunctions.push(closeThis);
    if (!watcher) watchCloseRequests();
    return () => {
      closeFunctions.splice(closeFunctions.indexOf(closeThis), 1);
      if (closeFunctions.length > 0) return;
      watcher?.destroy();
      watcher = undefined;
    };
  }, [isOpen]);
}

/** A modal dialog; on a phone a sheet that fills the height. Load it lazily: no first screen needs it. */
export function Dialog(
  props: DialogControl & {
    title: ReactNode;
    description?: ReactNode;
    children?: ReactNode;
    footer?: ReactNode;
    /** maximum width: 480, 640, 960 or 1200 px; xl also has one height */
    size?: "s" | "m" | "l" | "xl";
    role?: "dialog" | "alertdialog";
    /** false: on a phone only as high as its content */
    fill?: boolean;
    initialFocus?: ComponentProps<typeof BaseDialog.Popup>["initialFocus"];
    /** returns the element to focus once it is closed; by default that which had the focus before */
    finalFocus?: (() => HTMLElement | null) | undefined;
  },
) {
  const { open, onOpenChange, title, description, children, footer, size = "m" } = props;
  const { role = "dialog", fill = true, initialFocus, finalFocus } = props;
  const popup = useRef<HTMLDivElement>(null);

  useCloseRequest(open, () => onOpenChange(false));
  const onChange = (isOpen: boolean, details: BaseDialog.Root.ChangeEventDetails) => {
    // The caller owns the state and may want to ask first.
    if (!isOpen && isFor(popup.current, details)) onOpenChange(false);
    else details.cancel();
  };
  return (
    <BaseDialog.Root open={open} onOpenChange={onChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={styles.overlay} />
        <BaseDialog.Popup
          ref={popup}
          role={role}
          aria-modal
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={clsx(styles.dialog, styles[size], !fill && styles.low)}
        >
          <header className={styles.header}>
            <div className={styles.words}>
              <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="note">{description}</BaseDialog.Description>
              )}
            </div>
            <IconButton label="Close" onClick={() => onOpenChange(false)}>
              <X aria-hidden />
            </IconButton>
          </header>
          {children && <div className={styles.body}>{children}</div>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Escape does not close a dialog if something inside it, a notification or a later dialog handled it. */
function isFor(
  popup: HTMLElement | null,
  { event, reason }: BaseDialog.Root.ChangeEventDetails,
): boolean {
  if (reason !== "escape-key") return true;
  const within = event.target instanceof Element && event.target.closest("[role$='dialog']");
  return !event.defaultPrevented && (!within || within === popup);
}
