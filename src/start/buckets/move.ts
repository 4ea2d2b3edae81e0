import { TABLES } from '../../modules/declared.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import { moveBucket } from '../../platform/db/move/move-bucket.ts';
import { moveOrganization } from '../../platform/db/move/move-organization.ts';
import { NodeRefused } from '../../platform/db/buckets/citus.ts';
import { MoveRefused, type OwnedServer } from '../../platform/db/move/steps.ts';
import type { OpenDatabase } from '../open.ts';
import { StartError } from '../start-error.ts';

/** Returns every server, with connections of the owner of its schemas. */
function ownedServers({ servers }: OpenDatabase): ReadonlyMap<string, OwnedServer> {
  return new Map(
    [...servers].map(([name, access]) => [name, { name, tables: TABLES, ...access }] as const),
  );
}

function refusal(error: unknown): never {
  if (error instanceof MoveRefused || error instanceof NodeRefused)
    throw new StartError(error.message, 1, error);
  // "insufficient_privilege"
  const { code, message } = error as Error & { code?: string };
  if (code === '42501')
    throw new StartError(`an owner of the schemas may not move them: ${message}`, 1, error);
  throw error;
}

/** Runs `oriki buckets move`. @throws StartError */
export async function moveBucketTo(
  opened: OpenDatabase,
  bucket: string,
  server: string,
  say: (line: string) => void,
): Promise<object> {
  return moveBucket(ownedServers(opened), bucket, server, say).catch(refusal);
}

/** Runs `oriki org move`. @throws StartError */
export async function moveOrganizationTo(
  opened: OpenDatabase,
  orgId: string,
  bucket: string,
): Promise<object> {
  return moveOrganization(ownedServers(opened), orgId, bucket, [AUTH_CHANNEL]).catch(refusal);
}
