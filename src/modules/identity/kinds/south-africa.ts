/** Doubles every second digit from the right (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/**
 * Returns true if it is a date in the year 2000 + `yy` or 1900 + `yy`. The first check suffices: 1900 + `yy` has no day
 * that 2000 + `yy` lacks.
 */
function isDate(yymmdd: string): boolean {
  const [year, month, day] = [0, 2, 4].map((at) => Number(yymmdd.slice(at, at + 2)));
  // A day that the month does not have moves into the next month.
  return new Date(Date.UTC(2000 + year!, month! - 1, day)).getUTCMonth() === month! - 1;
}

/**
 * Returns the problem of thirteen digits that should be a South African identity number: `YYMMDD`, four sequence
 * digits, citizenship, an obsolete digit, and a check digit over all of them.
 */
export function southAfricanProblem(digits: string): string | undefined {
  if (!isDate(digits.slice(0, 6))) return 'must begin with a date of birth as YYMMDD';
  if (!passesLuhn(digits)) return 'has a wrong check digit';
  return undefined;
}
