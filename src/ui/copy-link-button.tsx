import { Link2 } from "lucide-react";
import type { ComponentProps } from "react";

import { withBase } from "../domain/base-path.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

interface CopyLinkButtonProps extends Pick<
  ComponentProps<typeof Button>,
  "variant" | "size" | "className"
> {
  /** of the page below the base path; this page's address by default */
  path?: () => string;
  copied: Parameters<typeof copyLink>[1];
  isIconOnPhone?: boolean;
  disabled?: boolean;
}

export function CopyLinkButton({ path, copied, isIconOnPhone, ...button }: CopyLinkButtonProps) {
  const copy = () =>
    void copyLink(path ? location.origin + withBase(path()) : location.href, copied);
  return (
    <Button {...button} data-scripted onClick={copy}>
      <Link2 aria-hidden />
      <span className={isIconOnPhone ? "words-on-wide" : undefined}>Copy link</span>
    </Button>
  );
}

export async function copyLink(
  address: string,
  copied: Parameters<typeof toast>[0],
): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast(copied);
  } catch {
    // The clipboard is not available without HTTPS and may be blocked.
    toast({
      title: "The link could not be copied",
      description: address,
      variant: "destructive",
    });
  }
}
