const KEY_BYTES = 16;

/** An `Idempotency-Key` (calls.md#retries): what is sent again with it is written once. */
export function newRetryKey(): string {
  // Unlike `crypto.randomUUID` it is there without HTTPS, too.
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns the key of a content: the former one while it is the same text or object */
export function createRetryKeys(): (content: unknown) => string {
  let [last, key]: [unknown, string] = [undefined, newRetryKey()];
  return (content) => {
    if (last !== content) [last, key] = [content, newRetryKey()];
    return key;
  };
}

export function retryHeaders(key: string) {
  return { "idempotency-key": key };
}
