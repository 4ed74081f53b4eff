import { clsx } from "clsx";
import { Check, CircleAlert, X } from "lucide-react";
import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link, useLocation } from "wouter";

import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from "./limits.ts";
import { IconButton } from "./button.tsx";
import { currentToast, dismissToast, onToastChange, type ShownToast } from "./toast.ts";
import styles from "./toaster.module.css";
import { usePresence } from "./use-presence.ts";

/** A shorter movement is a click. */
const SWIPE_START_PX = 10;
const READ_ALOUD_MS = 1000;

/** Shows the notifications of toast.ts (§9). Load it lazily. */
export function Toaster() {
  const current = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  // One that was dismissed stays rendered, closed, until it has left the screen.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const shown = current ?? last;
  const list = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<Element>(null);
  const [path] = useLocation();
  // A way on belongs to the page that it leads from.
  useEffect(() => () => dismissWithLink(), [path]);
  // With the first notification, not after its paint: the key may come at once.
  useLayoutEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== TOAST_HOTKEY || !currentToast()) return;
      cameFrom.current = document.activeElement;
      list.current?.focus();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  const dismiss = (id: number) => {
    const hasFocus = list.current?.matches(":focus-within");
    if (hasFocus && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    dismissToast(id);
  };
  return (
    // The role keeps it in use while a dialog makes the page inert.
    <div role="region" aria-label={`Notifications (${TOAST_HOTKEY})`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from within */}
      <ol
        ref={list}
        tabIndex={-1}
        className={styles.viewport}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !current) return;
          event.preventDefault();
          dismiss(current.id);
        }}
      >
        {shown && (
          <Notification
            key={shown.id}
            toast={shown}
            open={shown === current}
            onDismiss={() => dismiss(shown.id)}
          />
        )}
      </ol>
      {current && <ReadAloud key={current.id} toast={current} />}
    </div>
  );
}

function dismissWithLink(): void {
  const shown = currentToast();
  if (shown?.action && "href" in shown.action) dismissToast(shown.id);
}

interface NotificationProps {
  toast: ShownToast;
  open: boolean;
  onDismiss: () => void;
}

function Notification({ toast, open, onDismiss }: NotificationProps) {
  const { title, description, variant = "default", isRefusal, action } = toast;
  const bad = variant === "destructive";
  const Icon = bad || isRefusal ? CircleAlert : Check;
  const box = useRef<HTMLLIElement>(null);
  const [held, setHeld] = useState({ byPointer: false, byFocus: false });
  const isHeld = held.byPointer || held.byFocus;
  useCountdown(open && !isHeld, onDismiss);
  const swipe = useSwipe(onDismiss);
  if (!usePresence(open, box)) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a swipe, a rest
    <li
      ref={box}
      // The keyboard comes here first, then to the buttons.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-state={open ? "open" : "closed"}
      className={clsx(styles.toast, bad && styles.destructive)}
      onPointerEnter={() => setHeld({ ...held, byPointer: true })}
      onPointerLeave={() => setHeld({ ...held, byPointer: false })}
      onFocus={() => setHeld({ ...held, byFocus: true })}
      onBlur={() => setHeld({ ...held, byFocus: false })}
      {...swipe}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.content}>
        <div className={styles.words}>
          {title && <div className={styles.title}>{title}</div>}
          <div className={styles.description}>{description}</div>
        </div>
        {action && "href" in action && (
          <Link href={action.href} className={styles.action} onClick={onDismiss}>
            {action.label}
          </Link>
        )}
        {action && "onClick" in action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              onDismiss();
              action.onClick();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton label="Close notification" onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

/** Only text that changes in an existing element is read aloud. */
function ReadAloud({ toast: { title, description, action } }: { toast: ShownToast }) {
  const [text, setText] = useState<string | null>("");
  const full = ["Notification", title, description, action?.label].filter(Boolean).join(" ");
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

/** Pauses unless `isRunning`, and while the window is without focus. */
function useCountdown(isRunning: boolean, onEnd: () => void): void {
  const leftMs = useRef(TOAST_DURATION_MS);
  const [isAway, setAway] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const listeners = new AbortController();
    addEventListener("blur", () => setAway(true), { signal: listeners.signal });
    addEventListener("focus", () => setAway(false), { signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  useEffect(() => {
    if (!isRunning || isAway) return;
    const since = performance.now();
    const timer = setTimeout(() => end(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - since;
    };
  }, [isRunning, isAway]);
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
      // The buttons hear no click at its end.
      currentTarget.setPointerCapture(pointerId);
      dataset["swipe"] = "move";
      style.setProperty("--swipe", `${px}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
