import pg from 'pg';
import { createKey, createOrganization } from '../../src/modules/tenants/index.ts';
import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { withClient } from '../../src/platform/db/client.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/platform/db/embedded.ts';
import type { OpenDatabase } from '../../src/start/open.ts';

/** Settings that transactions over several servers, and moves, need. */
export const SEVERAL_SETTINGS = { max_prepared_transactions: '100', wal_level: 'logical' };

/** PostgreSQL servers of their own, durable, with the service's role and nothing else. */
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
      settings: SEVERAL_SETTINGS,
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

/** An organization, which gets the bucket that has the fewest, with a key. */
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
