/**
 * Lets React's `use` read a promise without suspending once it is fulfilled; React looks for these
 * two properties first.
 * @returns the same promise
 */
export function carryResult<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    // Whoever uses the promise hears of the failure there.
    () => undefined,
  );
  return promise;
}
