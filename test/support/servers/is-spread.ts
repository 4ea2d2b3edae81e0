/** Tells whether every test's organizations are spread over three servers (`npm run test:buckets`). */
export const IS_SPREAD = process.env['ORIKI_TEST_BUCKETS'] === '3';

/** Says why a test is left out where organizations are spread, because it looks into one database. */
export function whereSpread(what: string, reason: string): boolean {
  if (IS_SPREAD) process.stdout.write(`skipped: ${what} (${reason})\n`);
  return IS_SPREAD;
}
