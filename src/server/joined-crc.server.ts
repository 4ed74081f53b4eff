/**
 * CRC-32 of something of two parts, of the checksums of both: what zlib can do and Node does not offer.
 * Of 45 MB in parts that are known it takes less than a millisecond instead of 20.
 */

/** CRC-32's polynomial, x³¹ on the right. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The product of two polynomials over GF(2), less multiples of CRC-32's. */
function product(one: number, other: number): number {
  let sum = 0;
  let left = other;
  for (let rest = one; rest !== 0; rest <<= 1) {
    if (rest < 0) sum ^= left;
    left = left & 1 ? (left >>> 1) ^ POLYNOMIAL : left >>> 1;
  }
  return sum;
}

/** x to the power of 2, 4, 8, and so on; a byte more is x⁸. */
const powers = Array.from({ length: 32 }, () => 0);
powers.reduce((power, _, at) => (powers[at] = product(power, power)), ONE >>> 1);
const BYTE_POWER = 2;

/** What a checksum is multiplied by for so many bytes behind it, by their number. */
const shifts = new Map<number, number>();
const MOST_SHIFTS = 10_000;

function shiftBy(bytes: number): number {
  const known = shifts.get(bytes);
  if (known !== undefined) return known;
  let shift = ONE | 0;
  for (let rest = bytes, at = BYTE_POWER; rest > 0; rest = Math.floor(rest / 2), at++) {
    if (rest % 2 === 1) shift = product(powers[at % powers.length] ?? 0, shift);
  }
  if (shifts.size < MOST_SHIFTS) shifts.set(bytes, shift);
  return shift;
}

/**
 * The checksum of two parts one behind the other.
 * @param first the first part's, 0 for nothing
 * @param second the second part's
 * @param bytes how many the second part has
 */
export function joinedCrc(first: number, second: number, bytes: number): number {
  return (product(shiftBy(bytes), first) ^ second) >>> 0;
}
