/**
 * How often a fault is injected: `whole` times by `npm run test:faults`, `part` of that among all other tests, which
 * have to be done in a few minutes.
 */
export const rounds = (whole: number, part: number): number =>
  process.env['ORIKI_TEST_ROUNDS'] === 'whole' ? whole : part;
