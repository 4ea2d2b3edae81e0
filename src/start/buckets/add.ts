import { TABLES } from '../../modules/declared.ts';
import { assertRoom, makeBucket, NoBucketLeft } from '../../platform/db/migration/make-bucket.ts';
import { NodeRefused } from '../../platform/db/buckets/citus.ts';
import { HOME } from '../../platform/db/buckets/placement.ts';
import { asMigrationError } from '../migrate.ts';
import type { OpenDatabase } from '../open.ts';
import { assertSameRole } from '../servers.ts';
import { StartError } from '../start-error.ts';

/**
 * Creates buckets one after the other, as the owner of the schemas of their server.
 * @returns their names
 * @throws StartError
 */
export async function addBuckets(
  { buckets, servers, tenantRole }: OpenDatabase,
  server: string,
  count: number,
): Promise<string[]> {
  const access = servers.get(server);
  if (!access)
    throw new StartError(
      `server ${server} is unknown: ${[...servers.values()].some(({ isNode }) => isNode) ? 'Citus has' : 'ORIKI_SERVERS names'} ${[...servers.keys()].slice(1).join(', ') || 'none'}`,
    );
  const names: string[] = [];
  try {
    await assertRoom(buckets.shared, count);
    const target = {
      server,
      isNode: access.isNode,
      owner: (access.isNode ? servers.get(HOME)! : access).owner,
      role: await access.role(),
      tables: TABLES,
      accept: ({ tenant }: { tenant: string | undefined }) =>
        assertSameRole(server, tenant, tenantRole),
    };
    while (names.length < count) names.push(await makeBucket(buckets.shared, target));
  } catch (error) {
    if (error instanceof NoBucketLeft || error instanceof NodeRefused)
      throw new StartError(error.message, 1, error);
    throw asMigrationError(error, server);
  }
  return names;
}
