import { useRef } from "react";

import { Dialog } from "../../ui/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";

interface SignInAgainDialogProps {
  open: boolean;
  /** closed without signing in */
  onGiveUp: () => void;
}

/** Asks for the password where a session ended in the middle of work, so that none of it is lost. */
export function SignInAgainDialog({ open, onGiveUp }: SignInAgainDialogProps) {
  const username = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onGiveUp()}
      title="Your session has ended"
      description="Sign in again to continue where you left off."
      size="s"
      initialFocus={username}
    >
      <SignInForm usernameRef={username} />
    </Dialog>
  );
}
