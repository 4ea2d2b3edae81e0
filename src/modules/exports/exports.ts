import { Notifier } from '../../platform/db/session/notifier.ts';
import { captureTraceparent } from '../../platform/observability/tracing.ts';
import { clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/database.ts';
import {
  ApiError,
  badRequest,
  notFound,
  type ErrorDetail,
  found,
} from '../../platform/errors/index.ts';
import { paged } from '../../platform/http/schema.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Principal } from '../../platform/auth/key-cache.ts';
import { parseTimestamp, timeZoneOf, withRange } from '../../platform/calendar/iso-time.ts';
import type { Results } from '../file-screening/index.ts';
import type { ExportServices } from './access.ts';
import { selectExpired } from './erasure/store.ts';
import type { Stores } from './files/files.ts';
import {
  EXPORT_PREFIX,
  type CreateExport,
  type Export,
  type ExportQuery,
  type Format,
} from './schemas.ts';
import { MAX_SHEET_ROWS } from './run/workbook.ts';
import type { ExportSettings } from './settings/schemas.ts';
import { settingsOf } from './settings/settings.ts';
import * as store from './store.ts';
import { markRemoved } from './sweep/store.ts';

/** The channel on which workers learn of new exports. */
export const EXPORTS_CHANNEL = 'exports_due';
const asked = new Notifier(EXPORTS_CHANNEL, 50);

/** The caller, and the parts that build an address from a path, with the scheme and host that the caller used. */
export type Addressing = Omit<ExportServices, 'files'> & { origin: string; caller: Caller };

/** The rights of the caller. */
type Caller = Pick<Principal, 'scopes' | 'reads' | 'organization'>;

const PLAIN_CSV: store.CsvOptions = { bom: false, delimiter: ',', timezone: 'UTC' };

/** Returns the reason why the caller may not export the data, if there is one. */
function refusalOf(
  dataType: string,
  { exportable, caller: { scopes, reads, organization } }: Addressing,
  mayOnlyRead: boolean,
): ApiError | undefined {
  const needs = exportable[dataType]?.needs;
  if (!needs) return undefined;
  const { scope, plan } = needs;
  if (!scopes.has(scope) && !(mayOnlyRead && reads.has(scope)))
    return new ApiError('FORBIDDEN', `an export of ${dataType} needs the scope ${scope}, too`);
  return plan && organization && !plan.allows(organization)
    ? new ApiError(plan.code, plan.message)
    : undefined;
}

function toExport(row: store.ExportRow, addressing: Addressing): Export {
  const { urls, origin } = addressing;
  const { org_id: orgId, id: exportId, expires_at: expiresAt } = row;
  const available =
    expiresAt !== null &&
    row.expired_at === null &&
    expiresAt.getTime() > clock.nowMs() &&
    !refusalOf(row.data_type, addressing, true);
  return {
    id: exportId,
    organizationId: orgId,
    dataType: row.data_type as Export['dataType'],
    format: row.format as Export['format'],
    status: row.status as Export['status'],
    downloadUrl: available ? origin + urls.sign({ orgId, exportId, expiresAt }) : null,
    fileSize: row.file_size,
    recordCount: row.record_count,
    completedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    sha256: row.sha256?.toString('hex') ?? null,
    truncated: row.truncated,
    error: row.error,
    filters: {
      dateFrom: row.date_from?.toISOString() ?? null,
      dateTo: row.date_to?.toISOString() ?? null,
      service: row.service,
    },
    csv: row.format === 'CSV' ? (row.csv ?? PLAIN_CSV) : null,
    cutTexts: row.cut_texts,
  };
}

/** Returns the problems of a request that its schema accepts. */
export function exportProblems(input: CreateExport): ErrorDetail[] {
  return [...filterProblems(input), ...csvProblems(input)];
}

function csvProblems({ csv, format = 'CSV' }: CreateExport): ErrorDetail[] {
  if (csv && format !== 'CSV') return [{ path: 'csv', message: 'is only for the format CSV' }];
  return csv?.timezone !== undefined && timeZoneOf(csv.timezone) === undefined
    ? [
        {
          path: 'csv.timezone',
          message: 'must be a time zone of the IANA database, such as Africa/Lagos',
        },
      ]
    : [];
}

function filterProblems({ filters }: CreateExport): ErrorDetail[] {
  const { dateFrom, dateTo } = filters ?? {};
  if (dateFrom === undefined || dateTo === undefined) return [];
  return parseTimestamp(dateFrom)! < parseTimestamp(dateTo)!
    ? []
    : [{ path: 'filters.dateTo', message: 'must be after filters.dateFrom' }];
}

/**
 * Returns the end of the export that this one continues. @throws ApiError BAD_REQUEST if that export does not exist
 * or was not cut off
 */
async function lastRowOf(
  tx: Tx,
  orgId: string,
  { dataType, filters }: CreateExport,
): Promise<store.ExportRow['last_row']> {
  const { after = '' } = filters ?? {};
  const row = isId(EXPORT_PREFIX, after) ? await store.selectExport(tx, orgId, after) : undefined;
  const problem = (message: string) => badRequest([{ path: 'filters.after', message }]);
  if (!row) throw problem('is not an export');
  if (row.data_type !== dataType) throw problem('is an export of another data type');
  if (row.last_row === null) throw problem('is not a truncated export');
  return row.last_row;
}

/** @throws ApiError SERVICE_DISABLED; BAD_REQUEST for a format that the organization may not use */
async function settingsFor(
  db: Queryable,
  orgId: string,
  format: Format,
  path: string,
): Promise<ExportSettings> {
  const settings = await settingsOf(db, orgId);
  if (!settings.enabled)
    throw new ApiError('SERVICE_DISABLED', 'exports are disabled for the organization');
  const allowed = settings.allowedFormats.map((name) => name.toUpperCase());
  if (!allowed.includes(format))
    throw badRequest([
      {
        path,
        message: `is not allowed for the organization, which may use ${allowed.join(', ')}`,
      },
    ]);
  return settings;
}

/**
 * Creates an export, and notifies workers once it has committed.
 * @throws ApiError SERVICE_DISABLED; BAD_REQUEST for a format that the organization may not use
 */
async function ask(tx: Tx, orgId: string, input: CreateExport): Promise<store.ExportRow> {
  const { dataType, format = 'CSV', filters = {}, csv } = input;
  const settings = await settingsFor(tx, orgId, format, 'format');
  const after = filters.after === undefined ? null : await lastRowOf(tx, orgId, input);
  const row = await store.insertExport(tx, {
    org_id: orgId,
    id: newId(EXPORT_PREFIX),
    data_type: dataType,
    format,
    date_from: (filters.dateFrom && parseTimestamp(filters.dateFrom)) || null,
    date_to: (filters.dateTo && parseTimestamp(filters.dateTo)) || null,
    service: filters.service ?? null,
    max_rows:
      format === 'XLSX'
        ? Math.min(settings.maxRowsPerExport, MAX_SHEET_ROWS)
        : settings.maxRowsPerExport,
    retention_days: settings.retentionDays,
    after_row: after,
    csv: csv
      ? {
          ...PLAIN_CSV,
          ...csv,
          ...(csv.timezone !== undefined && { timezone: timeZoneOf(csv.timezone)! }),
        }
      : null,
    traceparent: captureTraceparent(),
  });
  asked.afterCommit();
  return row;
}

/** @throws ApiError as `ask`; FORBIDDEN, or the error of the plan, for data that needs further rights */
export async function createExport(
  tx: Tx,
  orgId: string,
  input: CreateExport,
  addressing: Addressing,
): Promise<Export> {
  const refusal = refusalOf(input.dataType, addressing, false);
  if (refusal) throw refusal;
  return toExport(await ask(tx, orgId, input), addressing);
}

/** The results of screening jobs, which become exports in the transaction that ends a job. */
export const jobResults: Results = {
  async assertAllowed(db, orgId, format) {
    await settingsFor(db, orgId, format, 'resultFormat');
  },
  async export(tx, orgId, jobId, format) {
    try {
      const input = { dataType: 'screening_jobs', format, filters: { service: jobId } } as const;
      return (await ask(tx, orgId, input)).id;
    } catch (error) {
      // The settings have changed since the job was created.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  },
};

/** @throws ApiError NOT_FOUND */
export async function getExport(
  db: Queryable,
  orgId: string,
  id: string,
  addressing: Addressing,
): Promise<Export> {
  const row = await found('export', isId(EXPORT_PREFIX, id) && store.selectExport(db, orgId, id));
  return toExport(row, addressing);
}

export async function listExports(
  db: Queryable,
  orgId: string,
  query: ExportQuery,
  addressing: Addressing,
) {
  return paged(
    query,
    (page) => store.listExports(db, orgId, withRange(query), page),
    (row) => toExport(row, addressing),
  );
}

/**
 * Cancels an unfinished export and deletes all of it. The process that runs it notices the cancellation.
 * @throws ApiError NOT_FOUND; CONFLICT if it is finished
 */
export async function cancelExport(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  if (isId(EXPORT_PREFIX, id)) {
    if (await store.deleteUnfinished(tx, orgId, id)) return { id, deleted: true };
    if (await store.selectExport(tx, orgId, id))
      throw new ApiError('CONFLICT', 'the export is finished');
  }
  throw notFound('export');
}

/** Deletes the withdrawn files of an organization. @throws if a store does not answer; a later call continues */
export async function removeFilesAbout(db: Database, stores: Stores, orgId: string): Promise<void> {
  for (const { key, store: recorded } of await selectExpired(db.read, orgId)) {
    await stores.at(recorded).remove(key);
    await markRemoved(db.read, key);
  }
}
