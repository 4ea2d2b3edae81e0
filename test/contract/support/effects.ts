import { Client } from 'pg';
import type { TestApp } from '../../support/app.ts';

/**
 * Watches commits. Counts every inserted, updated and deleted row of every table, in the transaction that does it.
 * Temporary holds do not count as effects: the claim of an idempotency key, an update that changes only the holder of a
 * row and its time, and the note of a key's last use. The record of an idempotent answer waits while a test holds the
 * organization's latch. So a test can keep a request in progress without knowing how the service marks it.
 */
const INSTALL = `
  CREATE TABLE test_effects (table_name text, operation text, transaction xid8 DEFAULT pg_current_xact_id());
  CREATE FUNCTION test_count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND
      to_jsonb(OLD) - '{holder,leased_until,last_used_at}'::text[] = to_jsonb(NEW) - '{holder,leased_until,last_used_at}'::text[]
    THEN RETURN NULL; END IF;
    INSERT INTO test_effects (table_name, operation) VALUES (TG_TABLE_NAME, TG_OP);
    RETURN NULL;
  END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname IN (current_schema(), 'shared')
      AND tablename NOT IN ('test_effects', 'rate_limits', 'idempotency_claims', 'transaction_decisions')
    LOOP EXECUTE format('CREATE TRIGGER test_count AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION test_count()', name);
    END LOOP;
  END $$;
  CREATE TABLE test_failures (org_id text);
  CREATE FUNCTION test_latch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    IF EXISTS (SELECT FROM test_failures f WHERE f.org_id = NEW.org_id) THEN RAISE 'made to fail'; END IF;
    PERFORM pg_advisory_xact_lock_shared(727, hashtext(NEW.org_id));
    RETURN NEW;
  END $$;
  CREATE TRIGGER test_latch BEFORE INSERT ON idempotency_records FOR EACH ROW EXECUTE FUNCTION test_latch();`;

export async function watchEffects(app: TestApp): Promise<void> {
  await app.db.pool.query(INSTALL);
}

/** Committed row changes since the last call, as "INSERT screening_lists" -> count. */
export async function takeEffects(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.db.pool.query<{ effect: string; count: number }>(
    `WITH taken AS (DELETE FROM test_effects RETURNING *)
     SELECT operation || ' ' || table_name AS effect, count(*)::int AS count FROM taken GROUP BY 1 ORDER BY 1`,
  );
  const effects: Record<string, number> = {};
  // Each bucket has its own rows.
  for (const { effect, count } of rows) effects[effect] = (effects[effect] ?? 0) + count;
  return effects;
}

/** The number of transactions with the changes that `takeEffects` would return; one that spans servers counts once. */
export async function transactionCount(app: TestApp): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: number }>(
    'SELECT count(DISTINCT transaction)::int AS count FROM test_effects',
  );
  return Math.max(...rows.map(({ count }) => count));
}

/** Each bucket has its own row. */
function sumOf(rows: { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

export async function recordCount(app: TestApp, orgId: string | null): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM idempotency_records WHERE org_id = $1',
    [orgId ?? 'platform'],
  );
  return sumOf(rows);
}

/** Idempotency keys that are claimed now. */
export async function claimCount(app: TestApp): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM idempotency_claims',
  );
  return sumOf(rows);
}

/** Makes the organization's next effects fail at their very end, until the returned function is called. */
export async function failRecords(app: TestApp, orgId: string): Promise<() => Promise<unknown>> {
  await app.db.pool.query('INSERT INTO test_failures VALUES ($1)', [orgId]);
  return () => app.db.pool.query('DELETE FROM test_failures WHERE org_id = $1', [orgId]);
}

export type Latch = { waiting: () => Promise<void>; open: () => Promise<void> };

/** Holds every idempotent effect of an organization just before its record is written. */
export async function closeLatch(app: TestApp, orgId: string | null): Promise<Latch> {
  const { connection } = orgId === null ? app.db : await app.dbOf(orgId);
  const client = new Client(connection);
  await client.connect();
  await client.query('SELECT pg_advisory_lock(727, hashtext($1))', [orgId ?? 'platform']);
  return {
    /** Resolves once a request waits at the latch. */
    async waiting() {
      const blocked = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND classid = 727 AND objid = (hashtext($1)::bigint & 4294967295)::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await client.query(blocked, [orgId ?? 'platform'])).rowCount === 0);
    },
    open: () => client.end(),
  };
}
