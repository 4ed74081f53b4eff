import { toast } from "./toast.ts";

/** Browsers have read the content by then; some start long after the press. */
const KEPT_MS = 60_000;

/** @param name the file's own by default */
export function download(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

export function saveFile(content: Blob, name: string): void {
  try {
    const url = URL.createObjectURL(content);
    download(url, name);
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  } catch {
    // Some in-app browsers cannot save files.
    toast({
      title: "The file could not be saved",
      description: "Please try another browser.",
      variant: "destructive",
    });
  }
}
