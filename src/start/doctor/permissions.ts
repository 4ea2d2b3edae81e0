import type { Config } from '../../config/config.ts';
import { selectUnreadable, type Unreadable } from '../../modules/permissions/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { forEachBucket } from './buckets.ts';
import { findings, type Finding } from './finding.ts';

/** The maximum number of ids in the finding. */
const MAX_NAMED = 20;

/**
 * Lists, by id, the assignments and relationships that were stored before Oriki rejected `*` and `#`. Omits their
 * texts, which may be personal data.
 */
export async function checkPermissions(config: Config, db: Database): Promise<Finding> {
  const { ok, warn } = findings('permissions', 'permissions.md');
  const named: Unreadable[] = [];
  let total = 0;
  await forEachBucket(config, db, async (bucket) => {
    const found = await selectUnreadable(bucket.read, MAX_NAMED);
    named.push(...found.first);
    total += found.total;
  });
  if (total === 0) return ok('no subject or object has a character with a meaning elsewhere');
  const lines = named.slice(0, MAX_NAMED).map(({ org_id: orgId, id }) => `${id} of ${orgId}`);
  const rest = total > lines.length ? [`and ${total - lines.length} more`] : [];
  return warn(
    `subjects or objects with "*" or "#", which mean only these characters: ${total}\n${[...lines, ...rest].join('\n')}`,
    'ask each organization to delete them and use the alternatives in docs/permissions.md',
  );
}
