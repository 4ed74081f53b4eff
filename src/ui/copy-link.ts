import { toast } from "./toast.ts";

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
