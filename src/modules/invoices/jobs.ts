import type { Job } from '../../platform/background/job.ts';
import { clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { lastClosedMonth } from './month.ts';
import type { PriceSheet } from './price-sheet.ts';
import { runInvoices } from './run.ts';

export const jobs: Job<{ db: Database; log: Logger; priceSheet: PriceSheet | undefined }>[] = [
  {
    name: 'invoices',
    does: 'Issues invoices after the end of a month and the grace period, if there is a price sheet.',
    whenStopped: 'No documents are issued; the next run issues the missing ones.',
    everyMs: 60_000,
    lock: 'job',
    async run({ db, log, priceSheet }, { signal }) {
      const month = lastClosedMonth([], clock.now());
      if (!priceSheet || month < priceSheet.versions[0]!.from) return {};
      const report = await runInvoices(db, priceSheet, month, {
        once: true,
        signal,
        onFailure: (orgId, error) =>
          log.error({ err: error, orgId, month }, 'an organization could not be charged'),
      });
      const { invoices, creditNotes, debitNotes, unpriced } = report;
      if (unpriced.length > 0)
        log.warn({ month, metrics: unpriced.length }, 'usage without a price was not charged');
      if (invoices + creditNotes + debitNotes > 0)
        log.info({ month, invoices, creditNotes, debitNotes }, 'invoices were issued');
      return { invoices, creditNotes, debitNotes };
    },
  },
];
