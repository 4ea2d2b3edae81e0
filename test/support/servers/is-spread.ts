/** True if every test's organizations are spread over three servers (`npm run test:buckets`). */
export const IS_SPREAD = process.env['ORIKI_TEST_BUCKETS'] === '3';

/** Reports the reason for skipping a test where organizations are spread: it reads one database. */
export function whereSpread(what: string, reason: string): boolean {
  if (IS_SPREAD) process.stdout.write(`skipped: ${what} (${reason})\n`);
  return IS_SPREAD;
}

/** Three nodes of Citus on this machine, the coordinator first, for superusers; empty without Citus. */
export const CITUS_URLS: readonly string[] = (process.env['ORIKI_TEST_CITUS'] ?? '')
  .split(/\s+/)
  .filter(Boolean);

export const HAS_CITUS: boolean = CITUS_URLS.length === 3;

/** Reports the reason for skipping a test on Citus, which rejects a statement of the test itself. */
export function refusedByCitus(what: string, reason: string): boolean {
  if (HAS_CITUS) process.stdout.write(`skipped: ${what} (Citus refuses that it ${reason})\n`);
  return HAS_CITUS;
}
