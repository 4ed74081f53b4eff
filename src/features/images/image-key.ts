/**
 * A make or model as it stands in the address of its picture: lowercased, non-alphanumerics removed
 * (§3). Letters of every script count; a name that has none at all becomes `-`, so that the
 * address keeps its two parts.
 */
export function imageKey(name: string): string {
  const key = name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");
  return key || "-";
}
