import { moveBucket } from '../platform/db/buckets/move/move-bucket.ts';
import { moveOrganization } from '../platform/db/buckets/move/move-organization.ts';
import { MoveRefused, type OwnedServer } from '../platform/db/buckets/move/steps.ts';
import type { OpenDatabase } from './open.ts';
import { StartError } from './start-error.ts';

/** Every server as the owner of its schemas. */
function ownedServers({ servers }: OpenDatabase): ReadonlyMap<string, OwnedServer> {
  return new Map([...servers].map(([name, access]) => [name, { name, ...access }] as const));
}

function refusal(error: unknown): never {
  throw error instanceof MoveRefused ? new StartError(error.message, 1, error) : error;
}

/** `oriki buckets move`. @throws StartError */
export async function moveBucketTo(
  opened: OpenDatabase,
  bucket: string,
  server: string,
  say: (line: string) => void,
): Promise<object> {
  return moveBucket(ownedServers(opened), bucket, server, say).catch(refusal);
}

/** `oriki org move`. @throws StartError */
export async function moveOrganizationTo(
  opened: OpenDatabase,
  orgId: string,
  bucket: string,
): Promise<object> {
  return moveOrganization(ownedServers(opened), orgId, bucket).catch(refusal);
}
