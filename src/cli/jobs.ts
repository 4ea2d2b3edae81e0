import { Registry } from 'prom-client';
import type { Command, Opened } from './commands.ts';
import { need, UsageError } from './flags.ts';
import { stopOnSignal } from './interruptions.ts';
import { storeSettings } from '../config/exports.ts';
import { openStores } from '../modules/exports/index.ts';
import type { Report } from '../platform/background/job.ts';
import { listJobs, runJobNow } from '../platform/background/jobs.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { openKeys } from '../start/open.ts';
import { openIdentityParts, readProviders } from '../start/open/identity.ts';
import { readPriceSheet } from '../start/open/prices.ts';
import { openScreening, readEffects } from '../start/open/screening.ts';
import { MODULES } from '../modules/index.ts';
import { jobsOf, JobResources } from '../start/worker.ts';
import { FIRST_BUCKET } from '../platform/db/schemas.ts';

const jobs = jobsOf(MODULES);

/**
 * Runs a job in each bucket in turn. Runs a job on shared data once.
 * @returns the sums of the reports
 */
async function runNow(opened: Opened, name: string, stop: AbortSignal): Promise<Report> {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new UsageError(`there is no job ${name}: oriki jobs list shows all jobs`);
  const { config, db, buckets } = opened;
  const [log, registry] = [createLogger('silent'), new Registry()];
  const [providers, priceSheet] = [await readProviders(config), await readPriceSheet(config)];
  const envelopes = await openKeys(config, opened, log);
  const identity = await openIdentityParts(config, opened, { envelopes, providers, registry, log });
  const files = await openStores(db.read, storeSettings(config));
  const resources = new JobResources({
    ...opened,
    modules: MODULES,
    envelopes,
    identity,
    screening: openScreening(
      { ...opened, effects: await readEffects(config) },
      () => buckets.isInUse,
    ),
    priceSheet,
    files,
    registry,
    log,
  });
  try {
    const names = job.isShared
      ? [FIRST_BUCKET]
      : buckets.placement.buckets.map(({ name: bucket }) => bucket);
    const sums: Report = {};
    for (const bucket of names) {
      const { services } = await resources.servicesOf(bucket);
      const report = await runJobNow(await buckets.bucket(bucket), job, services, stop);
      for (const [figure, count] of Object.entries(report))
        sums[figure] = (sums[figure] ?? 0) + count;
      if (stop.aborted) break;
    }
    return sums;
  } finally {
    await resources.close(Promise.resolve(), config.shutdownTimeoutMs);
    await identity.close();
  }
}

/** Commands that show and start background work. */
export const jobCommands: Record<string, Command> = {
  'jobs list': {
    async runWith({ buckets }) {
      const items = await listJobs(buckets.all, jobs);
      return { items, total: items.length };
    },
  },
  'jobs run': {
    audit: { action: 'jobs.run', does: 'ran background work', object: ({ flags }) => flags.name },
    async runWith(opened, flags) {
      const name = need(flags, 'name');
      // A signal aborts the run, which releases its lease.
      const { stop, exitCode } = stopOnSignal();
      const report = await runNow(opened, name, stop).catch((error: unknown) => {
        if (!stop.aborted) throw error;
        return {};
      });
      if (!stop.aborted) return { job: name, ...report };
      process.exitCode = exitCode();
      return { job: name, finished: false, ...report };
    },
  },
};
