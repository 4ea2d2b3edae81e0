import { exampleExplanation } from '../../screening/index.ts';
import { Type } from 'typebox';
import { Changed } from '../../../platform/audit/audit.ts';
import { defineRoute, type Policy } from '../access.ts';
import { DaysQuery, idParam, examplePage } from '../../../platform/http/schema.ts';
import { decideHit } from './decisions.ts';
import { getHit, hitsByDay, listHits } from './hits.ts';
import { prepareDecision } from './reasons.ts';
import {
  HIT_PREFIX,
  DecidedHit,
  DecideHit,
  HitQuery,
  HitsByDay,
  SubjectHitPage,
  type SubjectHit,
} from './schemas.ts';

const READ: Policy = {
  scope: 'fraud:screen',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'screening',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Continuous screening', extension: true } as const;
const params = Type.Object({ id: idParam('subject-hit', HIT_PREFIX) });

const exampleHit: SubjectHit = {
  id: 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0',
  subjectId: 'customer-17',
  listKind: 'tenant_blocklist',
  listId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
  entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
  listRevision: 1,
  status: 'open',
  score: 100,
  reopenedBecause: null,
  closedBecause: null,
  match: {
    source: 'internal:fraud-2026',
    listName: 'Known fraudsters',
    name: 'Dr. Seán O’Brien-Smith Jr.',
    matchedName: 'Dr. Seán O’Brien-Smith Jr.',
    dob: '1980-02-29',
    country: 'IE',
    explanation: exampleExplanation,
  },
  revision: 1,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:40:00.000Z',
};
const EXAMPLE_DECISION: DecideHit = {
  decision: 'false_positive',
  reason: 'Another person: our customer was in the branch on the day in question.',
  onBehalfOf: 'analyst-4',
  expectedRevision: 1,
};
const exampleDecided: DecidedHit = {
  ...exampleHit,
  status: 'false_positive',
  revision: 2,
  updatedAt: '2026-11-21T10:02:00.000Z',
  decisions: [
    {
      id: 'decision_01kf3wztd2f4h6k8n0q2s4v6x8',
      decision: EXAMPLE_DECISION.decision,
      reason: EXAMPLE_DECISION.reason,
      findings: { score: exampleHit.score, ...exampleHit.match! },
      decidedBy: 'key_01kf3v0a2c4e6g8j0m2p4r6t8v',
      onBehalfOf: 'analyst-4',
      apiKeyId: 'key_01kf3v0a2c4e6g8j0m2p4r6t8v',
      decidedAt: '2026-11-21T10:02:00.000Z',
    },
  ],
};

/** Routes for hits of enrolled subjects and the decisions on them. */
export const hitRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hits',
    operationId: 'listHits',
    summary: 'List hits of enrolled subjects, newest first',
    policy: READ,
    query: HitQuery,
    appended: ['kind', 'minScore', 'from', 'to', 'cursor'],
    status: 200,
    data: SubjectHitPage,
    example: {
      query: { status: 'open' },
      data: examplePage(exampleHit),
    },
    handle: ({ orgId, query }, db) => listHits(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hits/by-day',
    operationId: 'countHitsByDay',
    summary: 'Count hits by the day they were found and by current status',
    policy: READ,
    query: DaysQuery,
    status: 200,
    data: HitsByDay,
    example: {
      query: { from: '2026-11-21' },
      data: {
        from: '2026-11-21T00:00:00.000Z',
        to: '2026-11-22T00:00:00.000Z',
        complete: true,
        days: [{ day: '2026-11-21', open: 2, trueMatch: 0, falsePositive: 5, closed: 1 }],
      },
    },
    handle: ({ orgId, query }, db) => hitsByDay(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/hits/:id',
    operationId: 'getHit',
    summary: 'Fetch a hit with its decisions',
    policy: READ,
    params,
    status: 200,
    data: DecidedHit,
    example: { data: exampleDecided },
    handle: ({ services, orgId, params: { id } }, db) => getHit(db, services.envelopes, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/hits/:id/decision',
    operationId: 'decideHit',
    audit: { action: 'hit.decide', shows: ['status', 'revision', 'reasonCode', 'reasonHash'] },
    summary: 'Decide on a hit',
    description:
      'The decision holds until the subject or the entry changes; a pair that still matches then reopens. ' +
      'A hit can be decided again: the last decision counts, and all are stored. `expectedRevision` rejects a decision ' +
      'on a hit that has changed or was decided in between. 409 while another actor has claimed an open case of the hit.',
    policy: WRITE,
    params,
    body: DecideHit,
    status: 200,
    data: DecidedHit,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    example: { body: EXAMPLE_DECISION, data: exampleDecided },
    prepare: ({ services, orgId, params: { id: hitId }, body: { reason: text } }, db) =>
      prepareDecision(db, services.envelopes, { orgId, hitId, text }),
    async handle({ services, orgId, params: { id }, body, actor }, tx, prepared) {
      const how = { ...services.followers, prepared };
      const { before, hit } = await decideHit(tx, orgId, id, body, actor, how);
      return new Changed(before, hit);
    },
  }),
];
