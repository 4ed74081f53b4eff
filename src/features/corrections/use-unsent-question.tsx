import { type RefObject, useState } from "react";

import { DiscardQuestion } from "../../ui/mutation-dialog.tsx";

function isTyped(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== "";
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isText && control.value !== control.defaultValue;
}

/** Asks before closing a dialog with an unsent correction. @param box contains the form while it is open */
export function useUnsentQuestion(box: RefObject<HTMLElement | null>, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  return {
    onOpenChange(isOpen: boolean) {
      const form = box.current?.querySelector("form");
      if (!isOpen && form && [...form.elements].some(isTyped)) setAsking(true);
      else if (!isOpen) close();
    },
    question: isAsking && (
      <DiscardQuestion
        description="It has not been sent."
        onDiscard={() => {
          setAsking(false);
          close();
        }}
        onKeep={() => setAsking(false)}
      />
    ),
  };
}
