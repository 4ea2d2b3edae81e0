import { need, pageOf, UsageError, type Flags } from './flags.ts';
import type { Command, Opened } from './commands.ts';
import {
  isMonth,
  monthStart,
  repriceMonth,
  runInvoicesNow,
  verifyInvoices,
  type PriceSheet,
} from '../modules/invoices/index.ts';
import { getOrganization } from '../modules/tenants/index.ts';
import { sumUsage } from '../modules/usage/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import { databaseOf } from '../platform/db/places.ts';
import { readOnlySnapshot } from '../platform/db/retry.ts';
import { isCalendarDate } from '../platform/calendar/iso-time.ts';
import { readPriceSheet } from '../start/open/prices.ts';

function day(name: 'from' | 'to', flags: Flags): { [name: string]: string } {
  const value = flags[name];
  if (value === undefined) return {};
  if (!isCalendarDate(value)) throw new UsageError(`--${name} must be a day, as YYYY-MM-DD`);
  return { [name]: value };
}

/** @throws ApiError NOT_FOUND if `--org` names an unknown organization */
async function known(db: Queryable, { org }: Flags): Promise<void> {
  if (org !== undefined) await getOrganization(db, org);
}

/** Returns the first day of the month. */
function month(flags: Flags): string {
  const value = need(flags, 'month');
  if (!isMonth(value)) throw new UsageError('--month must be a month, as YYYY-MM');
  return monthStart(value);
}

async function priceSheet({ config }: Opened): Promise<PriceSheet> {
  const sheet = await readPriceSheet(config);
  if (!sheet) throw new UsageError('ORIKI_PRICE_SHEET_FILE is not set');
  return sheet;
}

/** Commands about usage and invoices. */
export const billingCommands: Record<string, Command> = {
  'usage report': {
    async run(tx, flags) {
      await known(tx, flags);
      return sumUsage(tx, {
        ...pageOf(flags),
        ...day('from', flags),
        ...day('to', flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
      });
    },
  },
  'invoices run': {
    audit: { action: 'invoices.run', does: 'issued invoices', object: ({ flags }) => flags.month },
    async runWith(opened, flags) {
      const [of, sheet] = [month(flags), await priceSheet(opened)];
      await known(opened.db.read, flags);
      const report = await runInvoicesNow(opened.db, sheet, of, { organizationId: flags.org });
      return { ok: report.failed.length === 0, ...report };
    },
  },
  'invoices correct': {
    audit: {
      action: 'invoices.correct',
      does: 'corrected an invoice',
      object: ({ flags }) => flags.month,
      organization: ({ flags }) => flags.org,
    },
    async runWith(opened, flags) {
      const [orgId, of] = [need(flags, 'org'), month(flags)];
      const sheet = await priceSheet(opened);
      await known(opened.db.read, flags);
      const own = await databaseOf(opened.db, orgId);
      return own.transaction((tx) => repriceMonth(tx, sheet, orgId, of));
    },
  },
  'invoices verify': {
    async run(tx, flags) {
      await readOnlySnapshot(tx);
      await known(tx, flags);
      return verifyInvoices(tx, flags.org);
    },
  },
};
