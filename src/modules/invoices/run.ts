import { clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { databaseOf } from '../../platform/db/places.ts';
import { isUnavailable } from '../../platform/db/failures.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { traceJob } from '../../platform/observability/tracing.ts';
import {
  endOfMonth,
  lastEndedMonth,
  zoneOfMonth,
  type Zones,
} from '../../platform/calendar/zoned-months.ts';
import { zonesOf } from '../tenants/index.ts';
import { organizationsToCharge, rollUp, type UsageOf } from '../usage/index.ts';
import { chargeOrganization, MAX_UNPRICED, type Charge } from './charge.ts';
import { lastClosedMonth, monthName, monthStart } from './month.ts';
import type { PriceSheet } from './price-sheet.ts';
import * as store from './store.ts';

const BATCH = 500;

export type RunReport = {
  /** As YYYY-MM. */
  month: string;
  invoices: number;
  creditNotes: number;
  debitNotes: number;
  /** Usage without a price, as `service metric`; at most 100. */
  unpriced: string[];
  /** Organizations that could not be charged; the next run tries again. */
  failed: { organizationId: string; problem: string }[];
};

const COUNTERS = {
  invoice: 'invoices',
  credit_note: 'creditNotes',
  debit_note: 'debitNotes',
} as const;

type RunOptions = {
  /** True to skip organizations with a run of this month. */
  once: boolean;
  /** Only this organization. */
  organizationId?: string | undefined;
  signal?: AbortSignal;
  onFailure?: (orgId: string, error: unknown) => void;
};

/**
 * Charges months up to `month` (its first day), each organization in a separate transaction. An organization that
 * fails does not block others, and the next run continues an interrupted one.
 */
export async function runInvoices(
  db: Database,
  sheet: PriceSheet,
  month: string,
  { once, organizationId, signal, onFailure = () => {} }: RunOptions,
): Promise<RunReport> {
  const counts = { invoices: 0, creditNotes: 0, debitNotes: 0 };
  const [unpriced, failed] = [new Set<string>(), [] as RunReport['failed']];
  const range = { from: sheet.versions[0]!.from, to: month };
  const charge = async (of: UsageOf, to: string): Promise<void> => {
    const { id: orgId } = of;
    try {
      const onCharge = (result: Charge): void => {
        for (const { type } of result.issued) counts[COUNTERS[type]] += 1;
        for (const name of result.unpriced) if (unpriced.size < MAX_UNPRICED) unpriced.add(name);
      };
      await traceJob('charge', null, () =>
        chargeOrganization(db, sheet, of, { ...range, to }, once, onCharge),
      );
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failed.push({ organizationId: orgId, problem: (error as Error).message });
      onFailure(orgId, error);
    }
  };
  /** Charges organizations up to the last month that has ended in their time zones, but not beyond `month`. */
  const chargeAll = async (orgIds: string[]): Promise<void> => {
    const [zoned, now] = [await zonesOf(db.read, orgIds), clock.now()];
    const ended = (zones: Zones): string =>
      once ? lastClosedMonth(zones, now) : monthStart(lastEndedMonth(zones, now));
    const all = orgIds.map((id) => {
      const zones = zoned.get(id) ?? [];
      return { id, zones, to: zones.length > 0 && ended(zones) < month ? ended(zones) : month };
    });
    const due = once ? new Set(await store.selectWithoutRun(db.read, all)) : undefined;
    for (const { to, ...of } of all)
      if (!signal?.aborted && (due?.has(of.id) ?? true)) await charge(of, to);
  };
  if (organizationId !== undefined) await chargeAll([organizationId]);
  else
    for (let after = '', more = true; more;) {
      const orgIds = await organizationsToCharge(db.read, range, after, BATCH);
      more = orgIds.length === BATCH && !signal?.aborted;
      after = orgIds.at(-1) ?? after;
      await chargeAll(orgIds);
    }
  return { month: monthName(month), ...counts, unpriced: [...unpriced].toSorted(), failed };
}

/**
 * Charges months up to `month`, its first day, even if the worker has run it before.
 * @throws ApiError BAD_REQUEST if the month has not ended, or the price sheet begins later
 */
export async function runInvoicesNow(
  db: Database,
  sheet: PriceSheet,
  month: string,
  options: Omit<RunOptions, 'once'>,
): Promise<RunReport> {
  const { organizationId } = options;
  const zones =
    organizationId === undefined
      ? []
      : ((await zonesOf(db.read, [organizationId])).get(organizationId) ?? []);
  const name = monthName(month);
  if (endOfMonth(zones, name) > clock.now())
    throw new ApiError('BAD_REQUEST', `month: has not ended yet, in ${zoneOfMonth(zones, name)}`);
  if (month < sheet.versions[0]!.from)
    throw new ApiError('BAD_REQUEST', 'month: the price sheet begins later');
  const buckets =
    organizationId === undefined
      ? (db.buckets?.all ?? [db])
      : [await databaseOf(db, organizationId)];
  const reports: RunReport[] = [];
  for (const bucket of buckets) {
    await rollUp(bucket);
    reports.push(await runInvoices(bucket, sheet, month, { ...options, once: false }));
  }
  return reports.reduce((sum, one) => ({
    month: sum.month,
    invoices: sum.invoices + one.invoices,
    creditNotes: sum.creditNotes + one.creditNotes,
    debitNotes: sum.debitNotes + one.debitNotes,
    unpriced: [...new Set([...sum.unpriced, ...one.unpriced])].toSorted().slice(0, MAX_UNPRICED),
    failed: [...sum.failed, ...one.failed],
  }));
}
