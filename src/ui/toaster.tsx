import { clsx } from "clsx";
import { Check, CircleAlert, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { useRef, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";

import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from "./limits.ts";
import { currentToast, dismissToast, onToastChange, type ShownToast } from "./toast.ts";
import styles from "./toaster.module.css";

const HOTKEY = [TOAST_HOTKEY];

/** Shows the notifications of toast.ts, one at a time (§9). Load it lazily, mount it once. */
export function Toaster() {
  const current = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  // One that was dismissed stays rendered, closed, until it has left the screen.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const shown = current ?? last;
  return (
    <Radix.Provider
      // A fresh one for each: Radix leaves its clock stopped after one that was closed by keyboard.
      key={shown?.id ?? 0}
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {shown && <Notification key={shown.id} toast={shown} open={shown === current} />}
      <Radix.Viewport className={styles.viewport} hotkey={HOTKEY} />
    </Radix.Provider>
  );
}

function Notification({ toast, open }: { toast: ShownToast; open: boolean }) {
  const { id, title, description, variant = "default", isRefusal, action } = toast;
  const isElsewhere = useRef(false);
  const bad = variant === "destructive";
  const Icon = bad || isRefusal ? CircleAlert : Check;
  return (
    <Radix.Root
      open={open}
      // Pressed elsewhere, Escape is meant for what has the focus there.
      onEscapeKeyDown={({ target }) => {
        isElsewhere.current = !(target as Element).closest(`.${styles.viewport}`);
      }}
      onOpenChange={(stays) => {
        if (!stays && !isElsewhere.current) dismissToast(id);
        isElsewhere.current = false;
      }}
      className={clsx(styles.toast, bad && styles.destructive)}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.content}>
        <div className={styles.words}>
          {title && <Radix.Title className={styles.title}>{title}</Radix.Title>}
          <Radix.Description className={styles.description}>{description}</Radix.Description>
        </div>
        {action && (
          <Radix.Action
            asChild={"href" in action}
            altText={action.label}
            className={styles.action}
            {...("onClick" in action && { onClick: action.onClick })}
          >
            {"href" in action ? <Link href={action.href}>{action.label}</Link> : action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close className={styles.close} aria-label="Close notification">
        <X aria-hidden />
      </Radix.Close>
    </Radix.Root>
  );
}
