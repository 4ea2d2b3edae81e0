import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../../platform/db/database.ts';
import { REFRESH_OUTCOMES, type RefreshOutcome } from './refresher.ts';
import { selectAges } from './store.ts';

/** Counts the refreshes of this process. */
export function refreshMetrics(
  db: Database,
  registry: Registry,
): (outcome: RefreshOutcome) => void {
  const registers = [registry];
  const refreshes = new Counter({
    name: 'oriki_list_refreshes_total',
    help: 'Refreshes of global lists by outcome: changed, unchanged, failed, or refused because the file would remove too much of the list',
    labelNames: ['outcome'],
    registers,
  });
  // Starts at 0, since alerts notice growth of a series but not its appearance.
  for (const outcome of REFRESH_OUTCOMES) refreshes.inc({ outcome }, 0);
  const age: Gauge = new Gauge({
    name: 'oriki_list_age_seconds',
    aggregator: 'max',
    help: 'Time since a global list was last imported or found equal to its origin, by its source',
    labelNames: ['source'],
    registers,
    async collect() {
      // Without the database, only these metrics are missing.
      const ages = await selectAges(db.read).catch(() => []);
      age.reset();
      for (const { source, seconds } of ages) age.set({ source }, seconds);
    },
  });
  return (outcome) => refreshes.inc({ outcome });
}
