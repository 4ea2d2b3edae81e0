import type pg from 'pg';
import { PLATFORM } from '../../src/platform/audit/action.ts';

/** The owner of rows of a list: the organization, and the object in the path. */
export type Owner = { orgId: string; parent: string };

type Rows = {
  /** The table with the rows, in their order. */
  table: string;
  columns?: string;
  /** SQL for the values of row number `n`. */
  values: (owner: Owner) => string;
  /** The organization with the rows, if it is not the caller's. */
  orgId?: string;
  /** A statement for referenced rows, or for a stored count. */
  before?: (owner: Owner, count: number) => string;
};

function id(prefix: string, n = 'n'): string {
  return `'${prefix}_' || lpad((${n})::text, 26, '0')`;
}
/** SQL for the id of row `n` with a time, as `newId` makes them: 128 bits, five for each character. */
export function timedId(prefix: string, at = AT): string {
  const bits = `'00' || ('x' || lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7000'
    || lpad(to_hex(n), 16, '8000000000000000'))::bit(128)::text`;
  return `'${prefix}_' || (SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    substr(b.bits, i * 5 + 1, 5)::bit(5)::int + 1, 1), '' ORDER BY i)
    FROM (SELECT ${bits} AS bits) AS b, generate_series(0, 25) AS i)`;
}
function pick(values: readonly string[]): string {
  return `(ARRAY['${values.join("','")}'])[1 + n % ${values.length}]`;
}
/** The time of a row. Two rows share it, so the id decides their order. */
const AT = `now() - interval '20 days' + (n / 2) * interval '1 second'`;
const HASH = `sha256(n::text::bytea)`;

const SUBJECT = `'subject-' || lpad(n::text, 7, '0')`;

/** The rows of every list of the API, by the operation that lists them. */
export const LIST_ROWS: Record<string, Rows> = {
  listIdentityVerifications: {
    table: 'identity_verifications',
    columns: 'id, subject_id, kind, country, status, metadata, verified_at, row_hash',
    values: () =>
      `${id('verification')}, ${SUBJECT}, ${pick(['bvn', 'nin', 'account'])}, 'NG',
       ${pick(['verified', 'failed'])}, '{}', ${AT}, ${HASH}`,
  },
  listIdentityConsents: {
    table: 'identity_consents',
    columns:
      'id, subject_id, purpose, text_version, channel, given_at, reference, sha256, recorded_at',
    values: () =>
      `${id('consent')}, ${SUBJECT}, 'kyc', '1', ${pick(['web', 'app'])}, ${AT}, 'form-' || n, ${HASH}, ${AT}`,
  },
  listIdentitySessions: {
    table: 'verification_sessions',
    columns: 'id, subject_id, country, status, steps, known, created_by, expires_at, ended_at',
    values: () =>
      `${id('idsession')}, ${SUBJECT}, 'NG', ${pick(['canceled', 'expired'])}, '[]', '{}', 'key_1', ${AT}, ${AT}`,
  },
  listDeadLetters: {
    table: 'dead_letters',
    columns: 'id, verification_id, kind, country, providers, sandbox, status, created_at',
    values: () =>
      `${id('letter')}, ${id('verification')}, 'bvn', 'NG', '{}', true, 'discarded', ${AT}`,
  },
  listPermissionModules: {
    table: 'permission_modules',
    columns: 'id, code, name, actions',
    values: () => `${id('module')}, 'M' || n, 'Module ' || n, '{READ}'`,
  },
  listPermissionRelationships: {
    table: 'permission_relationships',
    columns: 'id, subject, relation, object',
    values: () =>
      `${id('relationship')}, 'user:' || n, ${pick(['viewer', 'owner'])}, 'doc:' || n % 7`,
  },
  listPermissionPolicies: {
    table: 'permission_policies',
    columns: 'id, effect, capability, resource',
    values: () => `${id('policy')}, 'allow', 'M:' || n, 'doc:' || n`,
  },
  listPermissionRoles: {
    table: 'permission_roles',
    columns: 'id, name, capabilities, inherits',
    values: () => `${id('role')}, 'role ' || n, '{}', '{}'`,
  },
  listPermissionAssignments: {
    table: 'permission_assignments',
    columns: 'id, subject, role_id',
    values: () => `${id('assignment')}, 'user:' || n, ${id('role', 'n % 7')}`,
  },
  listInvoices: {
    table: 'invoices',
    columns: 'id, number, type, month, currency, total, price_sheet, issued_at',
    values: () =>
      `${id('invoice')}, n, 'invoice', ('2000-01-01'::date + n * interval '1 month')::date, 'EUR', 0,
       sha256('sheet'), ${AT}`,
    before: ({ orgId }, count) =>
      `INSERT INTO invoice_lines (org_id, invoice_id, service, metric, quantity, total_quantity, amount, total_amount)
       SELECT '${orgId}', ${id('invoice')}, 's', 'm', 0, 0, 0, 0 FROM generate_series(1, ${count}) AS n;`,
  },
  listHits: {
    table: 'screening_hits',
    columns:
      'id, subject_id, list_id, entry_id, list_kind, entry_revision, status, score, subject_hash, entry_hash, created_at, assignee',
    values: () =>
      `${timedId('hit')}, ${SUBJECT}, ${id('list', 'n % 5')}, ${id('entry')}, ${pick(['sanctions', 'pep'])}, 1,
       'open', 80 + n % 20, ${HASH}, ${HASH}, ${AT}, CASE WHEN n < 1000 THEN 'usr_' || n % 7 END`,
  },
  listScreenings: {
    table: 'screenings',
    columns: 'id, subject_id, query, outcome, list_version, hits, screened_at',
    values: () =>
      `${timedId('scr')}, ${SUBJECT}, '{"name":"Ada","dob":null,"country":null,"threshold":85,"kinds":[],"limit":10}', ${pick(['clear', 'review', 'block'])},
       'v', '[]', ${AT}`,
  },
  listScreeningLists: {
    table: 'screening_lists',
    columns: 'id, source, name, kind',
    values: () =>
      `${id('list')}, 'source-' || n, 'List ' || n, ${pick(['tenant_blocklist', 'tenant_allowlist'])}`,
  },
  listScreeningEntries: {
    table: 'screening_entries',
    columns: 'list_id, id, name, canonical_name, canon_version, raw, revision, created_at',
    values: ({ parent }) =>
      `'${parent}', ${id('entry')}, 'Name ' || n, 'name ' || n, 1, '{}', 1, ${AT}`,
    before: ({ orgId, parent }, count) =>
      `UPDATE screening_lists SET entry_count = entry_count + ${count} WHERE org_id = '${orgId}' AND id = '${parent}';`,
  },
  listSubjects: {
    table: 'screening_subjects',
    columns: 'subject_id, name, country, kinds, threshold',
    values: () => `${SUBJECT}, 'Name ' || n, ${pick(['NG', 'GH'])}, '{sanctions}', 85`,
  },
  listExports: {
    table: 'exports',
    columns: 'id, data_type, format, max_rows, retention_days, status, created_at',
    values: () => `${id('export')}, ${pick(['messages', 'usage'])}, 'CSV', 10, 1, 'PENDING', ${AT}`,
  },
  listScreeningJobs: {
    table: 'screening_jobs',
    columns: 'id, file_format, file_bytes, file_lines, result_format, hit_limit, created_at',
    values: () => `${id('screenjob')}, 'csv', 1, 1, 'CSV', 20, ${AT}`,
  },
  listAuditActions: {
    table: 'audit_actions',
    columns: 'id, at, actor_kind, actor_id, action, object_id, row_hash',
    values: () =>
      `${id('act')}, ${AT}, 'service', 'key_' || n % 3, ${pick(['a.b', 'c.d'])}, CASE WHEN n % 10 = 0 THEN 'often' ELSE 'object-' || n END, ${HASH}`,
  },
  listUsage: {
    table: 'usage_daily',
    columns: 'day, service, metric, quantity',
    values: () => `'2020-01-01'::date + n / 4, 's' || n % 2, 'm' || n / 2 % 2, n`,
  },
  listApprovals: {
    table: 'approvals',
    columns: 'id, action, object_id, detail, asked_kind, asked_by, asked_at, expires_at',
    values: () =>
      `${id('approval')}, 'list.remove_entries', ${id('list')}, '{}', 'key', 'key_1', ${AT}, now() + interval '1 day'`,
  },
  listPlatformApprovals: {
    table: 'approvals',
    columns: 'id, action, object_id, detail, asked_kind, asked_by, asked_at, expires_at',
    orgId: PLATFORM,
    values: () =>
      `${id('approval')}, 'global_list.shrink', ${id('glist')}, '{}', 'key', 'key_1', ${AT}, now() + interval '1 day'`,
  },
  listCases: {
    table: 'cases',
    columns:
      'id, subject_id, status, assignee, base_priority, origin, created_kind, created_by, created_at',
    values: () =>
      `${timedId('case')}, 'subject-' || n % 50, ${pick(['OPEN', 'IN_REVIEW', 'ESCALATED'])}, 'usr_' || n % 7, n % 4,
       'hand', 'key', 'key_1', ${AT}`,
  },
  listOrganizations: {
    table: 'organizations',
    values: () => `${id('org')}, 'Organization ' || n, 'pro'`,
  },
  listChannels: {
    table: 'channels',
    columns: 'id, slug, display_name, entity_type',
    values: () => `${id('channel')}, 'c' || n, 'Channel ' || n, 'ORDER'`,
  },
  listMessages: {
    table: 'messages',
    columns: 'id, thread_id, sequence, participant_id, type, content, created_at',
    values: ({ parent }) =>
      `${id('message')}, '${parent}', n, ${id('participant', '1')}, 'TEXT', 'Hello', ${AT}`,
    before: ({ orgId }) =>
      `INSERT INTO participants (org_id, id, external_id, role) VALUES ('${orgId}', ${id('participant', '1')}, 'sender', 'BUYER') ON CONFLICT DO NOTHING;`,
  },
  listThreads: {
    table: 'threads',
    columns: 'id, channel_id, entity_id, status, participant_count',
    values: () =>
      `${id('thread')}, ${id('channel', '0')}, 'order-' || n % 5, ${pick(['OPEN', 'CLOSED'])}, 1`,
    before: ({ orgId }) =>
      `INSERT INTO channels (org_id, id, slug, display_name, entity_type) VALUES ('${orgId}', ${id('channel', '0')}, 'c0', 'C', 'ORDER') ON CONFLICT DO NOTHING;`,
  },
  listWebhooks: {
    table: 'webhooks',
    columns: 'id, name, url, events',
    values: () =>
      `${id('webhook')}, 'Webhook ' || n, 'https://example.com/' || n, '{invoice.paid}'`,
    before: ({ orgId }, count) =>
      `INSERT INTO webhook_lanes (org_id, webhook_id) SELECT '${orgId}', ${id('webhook')} FROM generate_series(1, ${count}) AS n;`,
  },
  listGlobalLists: {
    table: 'global_lists',
    values: () => `${id('list')}, 'source-' || n, 'List ' || n, 'sanctions', 'ofac-csv'`,
  },
  listGlobalListVersions: {
    table: 'global_list_versions',
    values: ({ parent }) => `'${parent}', 100 + n, 'ofac-csv', 1, 0, 0, 0, 1`,
  },
  readInbox: {
    table: 'thread_participants',
    columns: 'thread_id, participant_id, joined_at, status, last_activity_at, unread_count',
    values: () =>
      `${id('thread')}, ${id('participant', '2')}, now(), ${pick(['OPEN', 'CLOSED'])}, ${AT}, 0`,
    before: ({ orgId }, count) =>
      `INSERT INTO channels (org_id, id, slug, display_name, entity_type)
         VALUES ('${orgId}', ${id('channel', '0')}, 'c0', 'C', 'ORDER') ON CONFLICT DO NOTHING;
       INSERT INTO participants (org_id, id, external_id, role)
         VALUES ('${orgId}', ${id('participant', '2')}, 'agent-3', 'agent') ON CONFLICT DO NOTHING;
       INSERT INTO threads (org_id, id, channel_id, entity_id, status, participant_count, last_activity_at)
         SELECT '${orgId}', ${id('thread')}, ${id('channel', '0')}, 'order', ${pick(['OPEN', 'CLOSED'])}, 1, ${AT}
         FROM generate_series(1, ${count}) AS n ON CONFLICT DO NOTHING;
       INSERT INTO inbox_counts (org_id, participant_id, slot, open_threads, closed_threads, archived_threads, unread_count)
         VALUES ('${orgId}', ${id('participant', '2')}, 0, ${count}, 0, 0, 0);`,
  },
  listEvents: {
    table: 'events',
    columns: 'id, type, body, created_at, object_id',
    values: () => `${id('event')}, 'order.' || n % 7, '{"data":{}}', ${AT}, 'object-' || n % 7`,
  },
  listAttempts: {
    table: 'delivery_attempts',
    columns:
      'delivery_id, number, attempted_at, duration_ms, status_code, webhook_id, event_type, signature',
    values: () =>
      `${id('delivery')}, 1, ${AT}, n % 100, (ARRAY[204, 204, 204, 204, 500, 503])[1 + n % 6],
       ${id('webhook', 'n % 7')}, 'order.' || n % 7, 'v1,c2lnbmF0dXJl'`,
    before: ({ orgId, parent }, count) =>
      `INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at)
       SELECT '${orgId}', ${id('delivery')}, '${parent}', ${id('event')}, 'order.' || n % 7, ${AT}
       FROM generate_series(1, ${count}) AS n ON CONFLICT DO NOTHING;`,
  },
  listDeliveries: {
    table: 'deliveries',
    columns: 'id, webhook_id, event_id, event_type, created_at, failed_at',
    values: ({ parent }) =>
      `${timedId('delivery')}, '${parent}', ${id('event', 'n / 20')}, 'order.' || n % 7, ${AT},
       CASE WHEN n % 10 = 0 THEN now() END`,
  },
};

/** Columns of tables that belong to no organization. */
const SHARED_COLUMNS: Record<string, string> = {
  organizations: 'id, name, plan',
  global_lists: 'id, source, name, kind, format',
  global_list_versions: 'list_id, revision, format, added, changed, removed, rejected, entry_count',
};

/** Inserts rows `1` to `count` of a list, without side effects of triggers. */
export async function fillList(
  pool: pg.Pool | pg.Client,
  operationId: string,
  owner: Owner,
  count: number,
): Promise<void> {
  const { table, columns, values, before, orgId = owner.orgId } = LIST_ROWS[operationId]!;
  const shared = SHARED_COLUMNS[table];
  const names = shared ?? `org_id, ${columns}`;
  const first = shared === undefined ? `'${orgId}', ` : '';
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
    ${before?.(owner, count) ?? ''}
    INSERT INTO ${table} (${names}) SELECT ${first}${values(owner)} FROM generate_series(1, ${count}) AS n
    ON CONFLICT DO NOTHING;
    COMMIT`);
}
