/**
 * Returns the size of a test whose cases are random or many: `few` in every run, and `many` in `npm run test:long`,
 * which sets ORIKI_TEST_LONG.
 */
export function cases(few: number, many: number): number {
  return process.env['ORIKI_TEST_LONG'] === undefined ? few : many;
}
