/** Places after the point that exact decimals have at most. */
export const DECIMAL_PLACES = 6;

const ONE = 10n ** BigInt(DECIMAL_PLACES);
const FORM = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

/**
 * A decimal as the whole number of its millionths: exact, where a floating-point number would not be.
 * @param text such as `-12.5`, as PostgreSQL writes a numeric of at most six places
 * @throws RangeError when it is no such text
 */
export function toMillionths(text: string): bigint {
  const [, sign, whole, fraction = ''] = FORM.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('not a decimal of at most six places');
  const value = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMAL_PLACES, '0'));
  return sign === '-' ? -value : value;
}

/** The shortest text of a number of millionths: without zeros at the end, and without a negative zero. */
export function fromMillionths(value: bigint): string {
  const size = value < 0n ? -value : value;
  const fraction = (size % ONE).toString().padStart(DECIMAL_PLACES, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}
