import { toast } from "./toast.ts";

/** Browsers have read the content by then; some start long after the press. */
const KEPT_MS = 60_000;

export function saveFile(content: Blob, name: string): void {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
  } catch {
    // Some in-app browsers cannot save files.
    toast({
      title: "The file could not be saved",
      description: "Please try another browser.",
      variant: "destructive",
    });
  }
}
