/**
 * The roles and their rights in the database. One role owns the schema and migrates it. The service connects as another
 * role, which may read and write but not alter anything, and may only append to append-only tables. For tenants'
 * requests its sessions switch to a third role, which row-level security limits to one organization's rows.
 */
import type pg from 'pg';
import { A_BUCKET, A_SCHEMA, quoted } from './schemas.ts';
import { APPEND, type Privileges, type Tables } from './tables.ts';

const CHANGE: Privileges = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];

/** Rights on the tables of the platform. */
const PLATFORM: Tables = {
  schema_migrations: { service: ['SELECT'] },
  bucket_epoch: { service: ['SELECT'], tenant: ['SELECT'] },
  external_id_spellings: { service: ['SELECT', 'DELETE'], tenant: ['SELECT'] },
  // A trigger allows a deletion only of rows that a checkpoint covers.
  audit_actions: { service: [...APPEND, 'DELETE'], tenant: APPEND },
  audit_tombstones: { service: [...APPEND, 'DELETE'], tenant: ['SELECT'] },
};

/** Tables of the platform that the service only reads. */
export const READ_ONLY = Object.keys(PLATFORM).filter(
  (name) => !PLATFORM[name]!.service!.includes('INSERT'),
);

type Table = {
  schema: string;
  name: string;
  /** True if it has row-level security. */
  secured: boolean;
  columns: string[];
  /** Roles of its policy "operator". */
  operators: string[];
  /** As `UPDATE` or `UPDATE(column)`, sorted. */
  service: string[];
  tenant: string[];
};

export type Roles = {
  service: string;
  /**
   * The tenants' role; undefined if it does not exist, and only the queries limit a request to one organization's rows.
   */
  tenant: string | undefined;
};

/** The name of the tenants' role, derived from the service's role. */
export function tenantRoleOf(service: string): string {
  return `${service}_tenant`;
}

const HELD = `SELECT privilege_type FROM aclexplode(c.relacl) WHERE grantee = r.oid
  UNION ALL SELECT x.privilege_type || '(' || attname || ')' FROM pg_attribute, aclexplode(attacl) AS x
  WHERE attrelid = c.oid AND x.grantee = r.oid`;

async function readTables(client: pg.ClientBase, { service, tenant }: Roles): Promise<Table[]> {
  const heldBy = (parameter: string): string =>
    `ARRAY(SELECT h.privilege_type FROM pg_roles AS r, LATERAL (${HELD}) AS h
       WHERE r.rolname = ${parameter} ORDER BY 1)`;
  const { rows } = await client.query<Table>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name, c.relrowsecurity AS secured,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
       ARRAY(SELECT o.rolname::text FROM pg_policy AS p JOIN pg_roles AS o ON o.oid = ANY (p.polroles)
         WHERE p.polrelid = c.oid AND p.polname = 'operator') AS operators,
       ${heldBy('$1')} AS service, ${heldBy('$2')} AS tenant
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname ~ '${A_SCHEMA}' AND c.relkind IN ('r', 'p', 'v') ORDER BY 1, 2`,
    [service, tenant ?? null],
  );
  return rows;
}

/** Skips rights on a column that a later migration adds. */
function wantedOf(
  { name, secured, columns }: Table,
  tables: Tables,
): { service: string[]; tenant: string[] } {
  const isThere = (privilege: string): boolean => {
    const column = /\((\w+)\)$/.exec(privilege)?.[1];
    return column === undefined || columns.includes(column);
  };
  const declared = PLATFORM[name] ?? tables[name];
  const service = declared?.service ?? CHANGE;
  const tenant = declared?.tenant ?? (secured ? service : []);
  return { service: service.filter(isThere), tenant: tenant.filter(isThere) };
}

/** The statements that change a role's rights on a table to the wanted ones. */
function regrant(table: Table, role: string, holds: string[], wanted: string[]): string[] {
  if (holds.toSorted().join() === wanted.toSorted().join()) return [];
  const on = `ON ${quoted(table.schema)}.${quoted(table.name)}`;
  const columns = holds.filter((privilege) => privilege.includes('('));
  return [
    `REVOKE ALL ${on} FROM ${quoted(role)}`,
    ...columns.map((privilege) => `REVOKE ${privilege} ${on} FROM ${quoted(role)}`),
    ...(wanted.length > 0 ? [`GRANT ${wanted.join(', ')} ${on} TO ${quoted(role)}`] : []),
  ];
}

/** Creates a role that can log in, unless it exists. */
export async function ensureLogin(
  client: pg.ClientBase,
  role: string,
  password: string,
): Promise<void> {
  if (await exists(client, role)) return;
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1::text, $2::text) AS text`,
    [role, password],
  );
  await client.query(rows[0]!.text);
}

async function exists(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  return rowCount === 1;
}

/** Returns the roles that have been granted their rights. */
export async function rolesOf(client: pg.ClientBase, service: string): Promise<Roles> {
  const tenant = tenantRoleOf(service);
  return { service, tenant: (await exists(client, tenant)) ? tenant : undefined };
}

/** Creates the role of tenants' requests, if the owner of the schema may create roles. */
async function ensureTenantRole(
  client: pg.ClientBase,
  service: string,
): Promise<string | undefined> {
  const tenant = tenantRoleOf(service);
  if (await exists(client, tenant)) return tenant;
  const { rows } = await client.query<{ may: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]!.may) return undefined;
  await client.query(`CREATE ROLE ${quoted(tenant)} NOLOGIN`);
  await client.query(`GRANT ${quoted(tenant)} TO ${quoted(service)}`);
  return tenant;
}

/**
 * Gives the roles exactly their rights, after the migrations and as the owner of the schema, in the caller's
 * transaction. Changes nothing if the rights are complete, because each change makes every process plan its statements
 * again.
 * @param service the role that the service connects as
 * @param tables those of the modules
 */
export async function grantRoles(
  client: pg.ClientBase,
  service: string,
  tables: Tables,
): Promise<Roles> {
  const tenant = await ensureTenantRole(client, service);
  const roles = { service, tenant };
  const { rows } = await client.query<{ owner: string }>('SELECT current_user::text AS owner');
  const { owner } = rows[0]!;
  const statements: string[] = [];
  const changed = new Set<string>();
  for (const table of await readTables(client, roles)) {
    const before = statements.length;
    const wanted = wantedOf(table, tables);
    if (service !== owner)
      statements.push(...regrant(table, service, table.service, wanted.service));
    if (tenant !== undefined)
      statements.push(...regrant(table, tenant, table.tenant, wanted.tenant));
    const operators = new Set([...table.operators, owner, service]);
    if (table.secured && operators.size > table.operators.length)
      statements.push(
        `ALTER POLICY operator ON ${quoted(table.schema)}.${quoted(table.name)}
           TO ${[...operators].map(quoted).join(', ')}`,
      );
    if (statements.length > before) changed.add(table.schema);
  }
  if (statements.length === 0) return roles;
  for (const schema of changed)
    for (const role of [service, tenant])
      if (role !== undefined && role !== owner)
        statements.push(`GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${quoted(role)}`);
  await client.query(statements.join(';\n'));
  return roles;
}

/** The current role, and the rights that the service does not need. */
export type RoleFacts = {
  role: string;
  tenantRole: string | undefined;
  superuser: boolean;
  /** True if it can alter the schema, including the tables of the audit log. */
  owns: boolean;
};

/** Reads the session's role. */
export async function roleFacts(client: {
  query: (text: string) => Promise<pg.QueryResult>;
}): Promise<RoleFacts> {
  const { rows } = await client.query(
    `WITH tables AS (SELECT c.oid, c.relowner FROM pg_class AS c
       JOIN pg_namespace AS n ON n.oid = c.relnamespace AND n.nspname ~ '${A_BUCKET}'
       -- By the index of names: reading all of pg_class meets what is dropped meanwhile, as by a move on Citus.
       WHERE c.relname = 'idempotency_records')
     SELECT u.rolname::text AS role, u.rolsuper AS superuser, t.rolname::text AS "tenantRole",
       EXISTS (SELECT FROM tables WHERE pg_has_role(relowner, 'USAGE')) AS owns
     FROM pg_roles AS u
       LEFT JOIN pg_roles AS t ON t.rolname = u.rolname || '_tenant' AND pg_has_role(t.oid, 'MEMBER')
         -- On a server without buckets nothing has been granted yet.
         AND (NOT EXISTS (SELECT FROM tables) OR EXISTS (SELECT FROM tables
           WHERE has_table_privilege(t.oid, oid, 'SELECT')))
     WHERE u.rolname = session_user`,
  );
  const { tenantRole, ...facts } = rows[0] as RoleFacts & { tenantRole: string | null };
  return { ...facts, tenantRole: tenantRole ?? undefined };
}

/** Returns the unneeded rights of the service's role, in words for operators; empty when there are none. */
export function roleRisks({ role, tenantRole, owns }: Omit<RoleFacts, 'superuser'>): string[] {
  return [
    ...(owns
      ? [`the service's role ${role} owns its tables: it could alter the schema and the audit log`]
      : []),
    ...(tenantRole === undefined
      ? [`row-level security is not in effect: the role ${tenantRoleOf(role)} does not exist`]
      : []),
  ];
}
