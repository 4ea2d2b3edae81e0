import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { clock } from '../../platform/clock.ts';
import { PAGE_CAP } from '../../platform/http/schema.ts';
import { actionsWith, countWaiting } from '../approvals/index.ts';
import { countOverdue, countWork } from '../cases/index.ts';
import {
  countOpenHits,
  hitBacklog,
  hitsByDay,
  openHitsByAge,
  teamDecisions,
} from '../monitoring/index.ts';
import { globalListFacts, listLists, overdueLists } from '../lists/index.ts';
import { detectionPack } from '../tenants/index.ts';
import { usageOfRunningMonth } from '../usage/index.ts';
import { countWebhooks, selectFailing } from '../webhooks/index.ts';
import type { TodayServices } from './routes.ts';
import { MOST_WORK, type Team, type Today, type Work } from './schemas.ts';

const SHOWN = { limit: PAGE_CAP };
/** The maximum number of names in a part. */
const NAMED = 20;
/** The maximum numbers of overdue cases and of their assignees. */
const MOST_OVERDUE = { most: 10_000, people: 200 };

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

/** Returns the caller's rights to read: whether the organization has the Detection Pack, and a test of a scope. */
function rightsOf({ scopes, reads, organization }: Principal) {
  return {
    hasPack: organization !== null && detectionPack.allows(organization),
    mayRead: (scope: string): boolean => scopes.has(scope) || reads.has(scope),
  };
}

async function failing(db: Queryable, orgId: string): Promise<Today['failingWebhooks']> {
  const rows = await selectFailing(db, orgId, NAMED);
  return rows.map((row) => ({ ...row, since: row.since?.toISOString() ?? null }));
}

async function late(db: Queryable): Promise<Today['lateLists']> {
  const rows = await overdueLists(db, clock.now(), NAMED);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** Returns bounded counts of the work that waits for the caller; null for parts that the caller may not read. */
export async function work(db: Queryable, orgId: string, principal: Principal): Promise<Work> {
  const { hasPack, mayRead } = rightsOf(principal);
  const { kind, id, personId } = principal;
  const person = kind === 'person' ? id : null;
  const counting = { person, now: clock.now(), most: MOST_WORK };
  const own = personId === null ? [id] : [id, personId];
  // The parts are read one after the other, so a page takes only one connection.
  return {
    openHits: hasPack && mayRead('fraud:screen') ? await countOpenHits(db, orgId, MOST_WORK) : null,
    cases: hasPack && mayRead('cases:manage') ? await countWork(db, orgId, counting) : null,
    approvals: mayRead('approvals:request')
      ? await countWaiting(db, orgId, own, actionsWith(principal.scopes), MOST_WORK)
      : null,
  };
}

/** Returns the parts that the caller may read; null for each of the others. */
export async function today(
  db: Queryable,
  orgId: string,
  principal: Principal,
  { chain }: TodayServices,
): Promise<Today> {
  const { organization } = principal;
  const { hasPack, mayRead } = rightsOf(principal);
  const mayScreen = hasPack && mayRead('fraud:screen');
  // The parts are read one after the other, so a page takes only one connection.
  return {
    openHits: mayScreen ? await openHitsByAge(db, orgId) : null,
    hitsByDay: mayScreen ? await hitsByDay(db, orgId, {}) : null,
    webhooks: mayRead('webhooks:manage') ? await countWebhooks(db, orgId) : null,
    verifications: hasPack && mayRead('identity:verify') ? chain.availability() : null,
    ownLists: hasPack && mayRead('fraud:manage') ? await ownLists(db, orgId) : null,
    globalLists: mayScreen ? await globalListFacts(db, SHOWN) : null,
    usage:
      organization && mayRead('usage:read') ? await usageOfRunningMonth(db, organization) : null,
    failingWebhooks: mayRead('webhooks:manage') ? await failing(db, orgId) : null,
    lateLists: mayScreen ? await late(db) : null,
  };
}

/** Returns the figures of an organization's team. */
export async function team(db: Queryable, orgId: string): Promise<Team> {
  // The figures are read one after the other, on one connection.
  const decisions = await teamDecisions(db, orgId);
  const backlog = await hitBacklog(db, orgId);
  const assignees = await countOverdue(db, orgId, { now: clock.now(), ...MOST_OVERDUE });
  const total = assignees.reduce((sum, { count }) => sum + count, 0);
  return { decisions, backlog, overdueCases: { total, assignees } };
}
