import pg from 'pg';
import { createKey, createOrganization } from '../../src/modules/tenants/index.ts';
import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { withClient } from '../../src/platform/db/client.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/platform/db/embedded.ts';
import type { OpenDatabase } from '../../src/start/open.ts';

/** Starts separate, durable PostgreSQL servers, which have only the service's role. */
export async function startFurther(
  dataDir: string,
  names: readonly string[],
): Promise<{
  env: Record<'ORIKI_SERVERS' | 'ORIKI_MIGRATION_SERVERS', string>;
  of: ReadonlyMap<string, EmbeddedDatabase>;
  release: () => Promise<void>;
}> {
  const of = new Map<string, EmbeddedDatabase>();
  for (const name of names) {
    const server = await startEmbedded({
      dataDir: `${dataDir}-${name}`,
      progress: () => {},
    });
    of.set(name, server);
    const { user, password } = server.service;
    await withClient(server.connection, (client) =>
      client.query(`CREATE ROLE ${user} LOGIN PASSWORD ${pg.escapeLiteral(password)}`),
    );
  }
  const list = (url: (server: EmbeddedDatabase) => string): string =>
    [...of].map(([name, server]) => `${name}=${url(server)}`).join(' ');
  return {
    env: {
      ORIKI_SERVERS: list(({ serviceUrl }) => serviceUrl),
      ORIKI_MIGRATION_SERVERS: list(({ url }) => url),
    },
    of,
    async release() {
      for (const server of of.values()) await server.release();
    },
  };
}

/** Creates an organization with a key, in the bucket with the fewest organizations. */
export function newOrganization({ buckets }: OpenDatabase): Promise<{ id: string; key: string }> {
  return buckets.first.transaction(async (tx) => {
    const { id } = await createOrganization(tx, {
      name: 'Bench',
      plan: 'enterprise',
      addons: ['detection_pack'],
    });
    const { key } = await createKey(tx, { organizationId: id, scopes: [...TENANT_SCOPES] });
    return { id, key };
  });
}

/** Events per insert. */
const EVENTS_AT_ONCE = 100_000;

/** Fills the first additional bucket with an organization's events, for moves. */
export async function fillEvents(client: pg.Client, orgId: string, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += EVENTS_AT_ONCE)
    await client.query(
      `INSERT INTO bucket_001.events (org_id, id, type, body, created_at)
       SELECT $1, 'event_' || lpad(n::text, 26, '0'), 'bench.event', repeat('x', 200), now()
       FROM generate_series($2::int, $3::int) n`,
      [orgId, from, Math.min(rows, from + EVENTS_AT_ONCE - 1)],
    );
}
