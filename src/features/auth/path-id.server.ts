/** The databases' columns end here; PostgreSQL refuses a larger number. */
const MAX_ID = 2 ** 31 - 1;

/** The number in an address; 0, which nothing has, for whatever is not the plain number of an id. */
export function idOf(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= MAX_ID ? id : 0;
}
