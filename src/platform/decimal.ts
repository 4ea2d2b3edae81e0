/** Maximum number of places after the point of exact decimals. */
export const DECIMAL_PLACES = 6;

const ONE = 10n ** BigInt(DECIMAL_PLACES);
const FORM = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

/**
 * Returns a decimal as a whole number of millionths: exact, unlike a floating-point number.
 * @param text such as `-12.5`, as PostgreSQL writes a numeric with at most six places
 * @throws RangeError for any other text
 */
export function toMillionths(text: string): bigint {
  const [, sign, whole, fraction = ''] = FORM.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('not a decimal of at most six places');
  const value = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMAL_PLACES, '0'));
  return sign === '-' ? -value : value;
}

/** Returns the shortest text for a number of millionths: no zeros at the end, and no negative zero. */
export function fromMillionths(value: bigint): string {
  const size = value < 0n ? -value : value;
  const fraction = (size % ONE).toString().padStart(DECIMAL_PLACES, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}
