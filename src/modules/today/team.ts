import { clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { countOverdue } from '../cases/index.ts';
import { hitBacklog, teamDecisions } from '../monitoring/index.ts';
import type { Team } from './schemas.ts';

/** The maximum numbers of overdue cases and of their assignees. */
const MOST = { most: 10_000, people: 200 };

/** Returns the figures of an organization's team. */
export async function team(db: Queryable, orgId: string): Promise<Team> {
  // One after the other, on one connection.
  const decisions = await teamDecisions(db, orgId);
  const backlog = await hitBacklog(db, orgId);
  const assignees = await countOverdue(db, orgId, { now: clock.now(), ...MOST });
  const total = assignees.reduce((sum, { count }) => sum + count, 0);
  return { decisions, backlog, overdueCases: { total, assignees } };
}
