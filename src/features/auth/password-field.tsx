import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface PasswordFieldProps {
  label: string;
  name: string;
  /** tells password managers whether to fill in or to propose one */
  autoComplete: "current-password" | "new-password";
  issue?: string | undefined;
  hint?: string;
}

/** A password, which can be looked at while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      }
    />
  );
}
