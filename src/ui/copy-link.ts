import { toast } from "./toast.ts";

export async function copyLink(
  address: string,
  copied: Parameters<typeof toast>[0],
): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast(copied);
  } catch {
    // The clipboard is missing without https and may be forbidden.
    toast({
      title: "The link could not be copied",
      description: address,
      variant: "destructive",
    });
  }
}
