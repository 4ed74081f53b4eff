const KEY_BYTES = 16;

/** Creates an `Idempotency-Key` (calls.md#retries): a write that is retried with it is done only once. */
export function newRetryKey(): string {
  // Unlike `crypto.randomUUID`, this also works without HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns a function that returns the same key while the content is the same text or object */
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
