import { Link2 } from "lucide-react";
import type { ComponentProps } from "react";

import { withBase } from "../domain/base-path.ts";
import { Button } from "./button.tsx";
import { copyLink } from "./copy-link.ts";

interface CopyLinkButtonProps extends Pick<
  ComponentProps<typeof Button>,
  "variant" | "size" | "className"
> {
  /** of the page below the base path; this page's address by default */
  path?: () => string;
  copied: Parameters<typeof copyLink>[1];
  disabled?: boolean;
}

export function CopyLinkButton({ path, copied, ...button }: CopyLinkButtonProps) {
  const copy = () =>
    void copyLink(path ? location.origin + withBase(path()) : location.href, copied);
  return (
    <Button {...button} data-scripted onClick={copy}>
      <Link2 aria-hidden />
      Copy link
    </Button>
  );
}
