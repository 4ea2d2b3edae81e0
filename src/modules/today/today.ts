import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { PAGE_CAP } from '../../platform/http/schema.ts';
import { hitsByDay, openHitsByAge } from '../monitoring/index.ts';
import { globalListFacts, listLists } from '../lists/index.ts';
import { detectionPack } from '../tenants/index.ts';
import { usageOfRunningMonth } from '../usage/index.ts';
import { countWebhooks } from '../webhooks/index.ts';
import type { TodayServices } from './routes.ts';
import type { Today } from './schemas.ts';

const SHOWN = { limit: PAGE_CAP };

async function ownLists(db: Queryable, orgId: string): Promise<Today['ownLists']> {
  const { lists, total, totalIsExact } = await listLists(db, orgId, SHOWN);
  const items = lists.map(({ id, name, kind, entryCount, updatedAt }) => ({
    id,
    name,
    kind,
    entryCount,
    changedAt: updatedAt,
  }));
  return { items, total: total!, totalIsExact: totalIsExact! };
}

/** Returns the parts that the caller may read; null for each of the others. */
export async function today(
  db: Queryable,
  orgId: string,
  principal: Principal,
  { chain }: TodayServices,
): Promise<Today> {
  const { scopes, reads, organization } = principal;
  const hasPack = organization !== null && detectionPack.allows(organization);
  const mayRead = (scope: string): boolean => scopes.has(scope) || reads.has(scope);
  const mayScreen = hasPack && mayRead('fraud:screen');
  // One after the other, so that a page takes only one connection.
  return {
    openHits: mayScreen ? await openHitsByAge(db, orgId) : null,
    hitsByDay: mayScreen ? await hitsByDay(db, orgId, {}) : null,
    webhooks: mayRead('webhooks:manage') ? await countWebhooks(db, orgId) : null,
    verifications: hasPack && mayRead('identity:verify') ? chain.availability() : null,
    ownLists: hasPack && mayRead('fraud:manage') ? await ownLists(db, orgId) : null,
    globalLists: mayScreen ? await globalListFacts(db, SHOWN) : null,
    usage:
      organization && mayRead('usage:read') ? await usageOfRunningMonth(db, organization) : null,
  };
}
