/**
 * The value, if it is there in time. The work itself goes on.
 * @throws Error when it is not
 */
export async function within<T>(milliseconds: number, value: Promise<T>): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer in ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([value, expired]);
  } finally {
    clearTimeout(timer);
  }
}
