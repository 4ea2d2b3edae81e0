import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { isSame, type Version } from '../../../platform/db/buckets/history.ts';
import { NO_PERMISSIONS } from '../changes/store.ts';

type ModuleData = { prefix: string | null; code: string; actions: string[] };
type RoleData = { capabilities: string[]; inherits: string[]; tombstoned: boolean };
export type PolicyData = {
  effect: 'allow' | 'deny';
  roleId: string | null;
  capability: string;
  resource: string;
  relation: string | null;
};
/** `expiresAt` in milliseconds, only for assignments that end. */
type AssignmentData = { subject: string; roleId: string; expiresAt?: number };
type RelationshipData = { subject: string; relation: string; object: string; expiresAt?: number };

/** One thing in an organization's permissions; `data` is null when it was deleted. */
export type Item =
  | { kind: 'module'; id: string; data: ModuleData | null }
  | { kind: 'role'; id: string; data: RoleData | null }
  | { kind: 'policy'; id: string; data: PolicyData | null }
  | { kind: 'assignment'; id: string; data: AssignmentData | null }
  | { kind: 'relationship'; id: string; data: RelationshipData | null };

/** The changes since a version, in one snapshot. For the kinds in `whole`, `items` are all existing objects. */
export type Loaded = { version: Version; items: Item[]; whole: Item['kind'][] };

type Kind = {
  kind: RawBuilder<unknown>;
  table: RawBuilder<unknown>;
  data: RawBuilder<unknown>;
};
/** The kinds that the log may name as a whole. */
const RULES: Kind[] = [
  {
    kind: sql`'module'`,
    table: sql`permission_modules`,
    data: sql`json_build_object('prefix', t.prefix, 'code', t.code, 'actions', t.actions)`,
  },
  {
    kind: sql`'role'`,
    table: sql`permission_roles`,
    data: sql`json_build_object('capabilities', t.capabilities, 'inherits', t.inherits,
      'tombstoned', t.removed)`,
  },
  {
    kind: sql`'policy'`,
    table: sql`permission_policies`,
    data: sql`json_build_object('effect', t.effect, 'roleId', t.role_id, 'capability', t.capability,
      'resource', t.resource, 'relation', t.relation)`,
  },
];
/** The data of things that may end. Permanent things omit the end, to save space. */
function ending(members: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN t.expires_at IS NULL THEN json_build_object(${members})
    ELSE json_build_object(${members}, 'expiresAt', extract(epoch FROM t.expires_at) * 1000) END`;
}
const KINDS: Kind[] = [
  ...RULES,
  {
    kind: sql`'assignment'`,
    table: sql`permission_assignments`,
    data: ending(sql`'subject', t.subject, 'roleId', t.role_id`),
  },
  {
    kind: sql`'relationship'`,
    table: sql`permission_relationships`,
    data: ending(sql`'subject', t.subject, 'relation', t.relation, 'object', t.object`),
  },
];

type Row =
  | Item
  | { kind: 'revision'; id: string; data: { stamp: string } }
  | { kind: 'logged'; id: string; data: null }
  | { kind: 'all'; id: string; data: null };

/** Reads everything with one statement, which sees one snapshot. */
async function load(
  db: Queryable,
  orgId: string,
  parts: RawBuilder<unknown>[],
): Promise<{ version: Version; rows: Row[] }> {
  const current = sql`SELECT 'revision' AS kind, revision::text AS id, json_build_object('stamp', stamp) AS data
    FROM permission_heads WHERE org_id = ${orgId}`;
  const { rows } = await sql<Row>`${sql.join([current, ...parts], sql` UNION ALL `)}`.execute(db);
  const head = rows.find((row) => row.kind === 'revision');
  const version = head ? { revision: Number(head.id), stamp: head.data.stamp } : NO_PERMISSIONS;
  return { version, rows };
}

function isItem(row: Row): row is Item {
  return row.kind !== 'revision' && row.kind !== 'logged' && row.kind !== 'all';
}

/** Rows of one page. Memory contains this many rows in addition to the copy built from them. */
const PAGE = 5000;

/** Reads all permissions of the organization page by page, in a transaction with one snapshot. */
export async function* loadPages(tx: Tx, orgId: string): AsyncGenerator<Item[]> {
  for (const { kind, table, data } of KINDS)
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: { rows: Item[] } = await sql<Item>`
        SELECT ${kind} AS kind, t.id, ${data} AS data FROM ${table} t
        WHERE t.org_id = ${orgId} AND t.id > ${after} ORDER BY t.id LIMIT ${PAGE}`.execute(tx);
      yield rows;
      after = rows.length < PAGE ? undefined : rows.at(-1)!.id;
    }
}

/**
 * Reads the changes since a version.
 * @returns `lost` if the database does not have the version in its history; `unknown` if the copy must be loaded again
 * for another reason: the log does not reach back that far, or names everything
 */
export async function loadChanged(
  db: Queryable,
  orgId: string,
  version: Version,
  keptRevisions: number,
): Promise<Loaded | 'lost' | 'unknown'> {
  const since = version.revision;
  const changed = (kind: RawBuilder<unknown>) => sql`
    SELECT DISTINCT id FROM permission_changes
    WHERE org_id = ${orgId} AND revision > ${since}::bigint AND kind = ${kind}`;
  const logged = sql`SELECT 'logged', c.stamp, NULL::json FROM permission_changes c
    WHERE c.org_id = ${orgId} AND c.revision = ${since}::bigint GROUP BY c.stamp`;
  const all = sql`SELECT 'all', c.id, NULL::json FROM (${changed(sql`'all'`)}) AS c`;
  const { version: now, rows } = await load(db, orgId, [
    ...KINDS.map(
      ({ kind, table, data }) => sql`
        SELECT ${kind}, c.id, CASE WHEN t.id IS NOT NULL THEN ${data} END
        FROM (${changed(kind)}) AS c LEFT JOIN ${table} t ON t.org_id = ${orgId} AND t.id = c.id`,
    ),
    ...RULES.map(
      ({ kind, table, data }) => sql`
        SELECT ${kind}, t.id, ${data} FROM ${table} t
        WHERE t.org_id = ${orgId} AND EXISTS (SELECT FROM permission_changes c
          WHERE c.org_id = ${orgId} AND c.revision > ${since}::bigint AND c.kind = 'all' AND c.id = ${kind})`,
    ),
    all,
    logged,
  ]);
  // The stamp is empty if a process of an earlier version wrote the row.
  const stamps = rows.filter(({ kind }) => kind === 'logged').map(({ id }) => id);
  const isOther = stamps.some((stamp) => stamp !== '' && stamp !== version.stamp);
  if (!isSame(now, version) && (now.revision <= since || isOther)) return 'lost';
  const isAfter =
    isSame(now, version) || isSame(version, NO_PERMISSIONS) || stamps.includes(version.stamp);
  const isLogged = isAfter && now.revision - since < keptRevisions;
  const whole = rows.filter(({ kind }) => kind === 'all').map(({ id }) => id);
  if (!isLogged || whole.includes('')) return 'unknown';
  return { version: now, items: rows.filter(isItem), whole: whole as Item['kind'][] };
}
