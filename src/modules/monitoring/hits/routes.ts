import { Type } from 'typebox';
import { Changed } from '../../../platform/audit/audit.ts';
import { defineRoute } from '../access.ts';
import { DaysQuery, idParam } from '../../../platform/http/schema.ts';
import { assignHits, assignProblems } from './queue/assign.ts';
import { AssignedHits, AssignHits, HitQuery } from './queue/schemas.ts';
import { decideHit } from './decisions.ts';
import { getHit, hitsByDay, listHits } from './hits.ts';
import { prepareDecision } from './reasons.ts';
import { HIT_PREFIX, DecidedHit, DecideHit, HitsByDay, SubjectHitPage } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { SCREENING_READ, SCREENING_WRITE } from '../../lists/index.ts';
import { requireMember } from '../../people/index.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Continuous screening', extension: true } as const;
const params = Type.Object({ id: idParam('subject-hit', HIT_PREFIX) });

/** Routes for hits of enrolled subjects and the decisions on them. */
export const hitRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hits',
    operationId: 'listHits',
    summary: 'List hits of enrolled subjects, by default newest first',
    policy: SCREENING_READ,
    query: HitQuery,
    appended: [
      'kind',
      'minScore',
      'from',
      'to',
      'cursor',
      'maxScore',
      'assignee',
      'isAssigned',
      'isOverdue',
      'isWaiting',
      'sort',
      'withSubject',
    ],
    data: SubjectHitPage,
    handle: ({ orgId, query }, db) => listHits(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hits/by-day',
    operationId: 'countHitsByDay',
    summary: 'Count hits by the day they were found and by current status',
    policy: SCREENING_READ,
    query: DaysQuery,
    data: HitsByDay,
    handle: ({ orgId, query }, db) => hitsByDay(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hits/:id',
    operationId: 'getHit',
    summary: 'Fetch a hit with its decisions',
    policy: SCREENING_READ,
    params,
    data: DecidedHit,
    handle: ({ services, orgId, params: { id } }, db) => getHit(db, services.envelopes, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/hits/assign',
    operationId: 'assignHits',
    audit: {
      action: 'hit.assign',
      does: 'assigned hits',
      object: ({ data }) => data.ids[0],
      shows: ['assignee', 'dueAt'],
    },
    summary: 'Assign up to 100 hits to a person, or set their due date, all or none',
    description:
      'An omitted field stays. Neither changes the `revision` of a hit, and requests for a second person stay open.',
    policy: SCREENING_WRITE,
    body: AssignHits,
    check: ({ body }) => assignProblems(body),
    data: AssignedHits,
    prepare: ({ orgId, body }, db) => requireMember(db, orgId, body.assignee),
    handle: ({ orgId, body, actor }, tx) => assignHits(tx, orgId, body, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/hits/:id/decision',
    operationId: 'decideHit',
    audit: {
      action: 'hit.decide',
      does: 'decided a hit',
      shows: ['status', 'revision', 'reasonCode', 'reasonHash'],
    },
    summary: 'Decide on a hit',
    description:
      'The decision holds until the subject or the entry changes; a pair that still matches then reopens. ' +
      'A hit can be decided again: the last decision counts, and all are stored. `expectedRevision` rejects a decision ' +
      'on a hit that has changed or was decided in between. 409 while another actor has claimed an open case of the hit.',
    policy: SCREENING_WRITE,
    params,
    body: DecideHit,
    data: DecidedHit,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    prepare({ services, orgId, params: { id: hitId }, body }, db) {
      const { decision, reason, reasonCode } = body;
      const isDismissal = decision === 'false_positive';
      const given = { orgId, hitId, reason, reasonCode, isDismissal };
      return prepareDecision(db, services.envelopes, given);
    },
    async handle({ services, orgId, params: { id }, body, actor }, tx, prepared) {
      const how = { ...services.followers, prepared };
      const { before, hit } = await decideHit(tx, orgId, id, body, actor, how);
      return new Changed(before, hit);
    },
  }),
]);
