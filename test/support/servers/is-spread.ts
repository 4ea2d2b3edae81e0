/** Tells whether every test's organizations are spread over three servers (`npm run test:buckets`). */
export const IS_SPREAD = process.env['ORIKI_TEST_BUCKETS'] === '3';

/** Says why a test is left out where organizations are spread, because it looks into one database. */
export function whereSpread(what: string, reason: string): boolean {
  if (IS_SPREAD) process.stdout.write(`skipped: ${what} (${reason})\n`);
  return IS_SPREAD;
}

/** Three nodes of Citus on this machine, the coordinator first, as superusers; those of the other servers without it. */
export const CITUS_URLS: readonly string[] = (process.env['ORIKI_TEST_CITUS'] ?? '')
  .split(/\s+/)
  .filter(Boolean);

export const HAS_CITUS: boolean = CITUS_URLS.length === 3;

/** Says why a test is left out on Citus, which refuses a statement of the test itself. */
export function refusedByCitus(what: string, reason: string): boolean {
  if (HAS_CITUS) process.stdout.write(`skipped: ${what} (Citus refuses that it ${reason})\n`);
  return HAS_CITUS;
}
