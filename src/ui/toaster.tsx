import { Toast } from "@base-ui/react/toast";
import { clsx } from "clsx";
import { Check, CircleAlert, X } from "lucide-react";
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { Button, IconButton } from "./button.tsx";
import {
  currentToast,
  dismissToast,
  type ShownToast,
  shownToast,
  TOAST_DURATION_MS,
} from "./toast.ts";

import styles from "./toaster.module.css";

const TOAST_SWIPE_THRESHOLD_PX = 50; // limits-and-texts.md#notifications
const TOAST_HOTKEY = "F8";
/** A shorter movement counts as a click. */
const SWIPE_START_PX = 10;
const READ_ALOUD_MS = 1000;
/** The key with which the library moves the focus to its viewport. */
const VIEWPORT_KEY = "F6";
/** At most one is shown, so a newer notification replaces the previous one. */
const ID = "notification";

/** Shows the notifications of toast.ts (limits-and-texts.md#notifications). Load it lazily. */
export function Toaster() {
  return (
    <Toast.Provider timeout={TOAST_DURATION_MS} limit={1}>
      <Notifications />
    </Toast.Provider>
  );
}

function Notifications() {
  const { current } = useStore(shownToast);
  const { toasts, add, close } = Toast.useToastManager<ShownToast>();
  const [path] = useLocation();
  useEffect(
    () => () => {
      if (currentToast()?.link) dismissToast();
    },
    [path],
  );
  useEffect(() => {
    if (!current) return close(ID);
    const timeout = current.staysOpen ? 0 : TOAST_DURATION_MS;
    add({ id: ID, data: current, timeout, onClose: () => dismissToast(current.id) });
  }, [current, add, close]);
  // Listen before the first notification is painted, because the key may be pressed at once.
  useLayoutEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== TOAST_HOTKEY || !currentToast()) return;
      dispatchEvent(new KeyboardEvent("keydown", { key: VIEWPORT_KEY, cancelable: true }));
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    // It is a live region so that a dialog does not hide it; the text that is read aloud is at its end.
    <Toast.Viewport
      aria-label={`Notifications (${TOAST_HOTKEY})`}
      aria-live="off"
      className={styles.viewport}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !current) return;
        // Keeps a dialog below it open.
        event.preventDefault();
        close(ID);
      }}
    >
      <ol>
        {toasts.map((toast) => (
          <Notification key={toast.data?.id} toast={toast} onDismiss={() => close(ID)} />
        ))}
      </ol>
      {current && <ReadAloud key={current.id} toast={current} />}
    </Toast.Viewport>
  );
}

function Notification(props: { toast: Toast.Root.ToastObject<ShownToast>; onDismiss: () => void }) {
  const { toast, onDismiss } = props;
  const swipe = useSwipe(onDismiss);
  if (!toast.data) return null;
  const { title, description, variant = "default", isRefusal, link, action } = toast.data;
  const bad = variant === "destructive";
  const Icon = bad || isRefusal ? CircleAlert : Check;
  return (
    <Toast.Root
      toast={toast}
      render={<li />}
      role="listitem"
      data-toast
      aria-modal={undefined}
      // The library's swipe ends after 40 px, the specified one after 50.
      swipeDirection={[]}
      className={clsx(styles.toast, bad && styles.destructive)}
      {...swipe}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.content}>
        <div className={styles.words}>
          {title && <div className={styles.title}>{title}</div>}
          <div className={styles.description}>{description}</div>
        </div>
        {link && (
          <Button size="s" href={link.href} onClick={onDismiss}>
            {link.label}
          </Button>
        )}
        {action && (
          <Button
            size="s"
            onClick={() => {
              onDismiss();
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton label="Close notification" onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </Toast.Root>
  );
}

/** Screen readers only announce text that changes inside an existing element. */
function ReadAloud({ toast: { title, description, link, action } }: { toast: ShownToast }) {
  const [text, setText] = useState<string | null>("");
  const full = ["Notification", title, description, link?.label, action?.label]
    .filter(Boolean)
    .join(" ");
  useEffect(() => {
    const start = setTimeout(() => setText(full));
    const end = setTimeout(() => setText(null), READ_ALOUD_MS);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
    };
  }, [full]);
  if (text === null) return null;
  return (
    <span role="status" aria-live="assertive" className="visually-hidden">
      {text}
    </span>
  );
}

function useSwipe(onDismiss: () => void) {
  const from = useRef<number>(null);
  const end = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { dataset } = currentTarget;
    const isFar = from.current !== null && clientX - from.current >= TOAST_SWIPE_THRESHOLD_PX;
    from.current = null;
    if (dataset["swipe"] !== "move") return;
    dataset["swipe"] = isFar ? "end" : "cancel";
    if (isFar) onDismiss();
  };
  return {
    onPointerDown({ button, clientX }: PointerEvent) {
      if (button === 0) from.current = clientX;
    },
    onPointerMove({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) {
      if (from.current === null) return;
      const { dataset, style } = currentTarget;
      const px = Math.max(0, clientX - from.current);
      if (px < SWIPE_START_PX && dataset["swipe"] !== "move") return;
      // Its buttons then get no click at the end of the swipe.
      currentTarget.setPointerCapture(pointerId);
      dataset["swipe"] = "move";
      style.setProperty("--swipe", `${px}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
