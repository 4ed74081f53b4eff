/** The texts of a list in which bars or the ends of lines stand between them. */
export function listed(texts: string): string[] {
  return texts.trim().split(/\s*[|\n]\s*/);
}
