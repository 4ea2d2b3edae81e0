import { Type } from 'typebox';
import { idParam } from '../../platform/http/schema.ts';
import { defineRoute, READ, WRITE } from './access.ts';
import { listCases } from './cases.ts';
import { changeCase, outcomeProblems, snoozeProblems } from './change.ts';
import { claimCase, claimNextCase, releaseCase, takeOverCase } from './claim.ts';
import { withWithdrawal } from '../identity/index.ts';
import { requireMember } from '../people/index.ts';
import { createCase } from './create.ts';

import { sealNote } from './notes/notes.ts';
import { subjectOf } from './sealing.ts';
import {
  Case,
  CASE_PREFIX,
  CasePage,
  CaseSummary,
  CreateCase,
  TakeOverCase,
  UpdateCase,
} from './schemas.ts';
import { CasePlace, CaseQuery } from './places/schemas.ts';
import { getCase } from './view.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const COMMON = { tag: 'Cases', extension: true } as const;
const params = Type.Object({ id: idParam('case', CASE_PREFIX) });

/** The routes for cases and their claims. */
export const caseRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/cases',
    operationId: 'createCase',
    audit: {
      action: 'case.create',
      does: 'created a case',
      shows: ['status', 'priority', 'assignee', 'dueAt', 'type'],
    },
    summary: 'Create a case for a subject',
    policy: WRITE,
    body: CreateCase,
    status: 201,
    data: CaseSummary,
    errors: ['SERVICE_DISABLED'],
    creates: { resource: 'case', ids: (data: CaseSummary) => [data.id] },
    prepare: async ({ services, orgId, body }, db) => {
      await requireMember(db, orgId, body.assignee);
      if (body.note === undefined) return undefined;
      return sealNote(services.envelopes, { orgId, subject: body.subjectId }, body.note);
    },
    handle: async ({ orgId, principal, body, actor }, tx, note) =>
      withWithdrawal(tx, principal, await createCase(tx, orgId, body, note, actor)),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/cases',
    operationId: 'listCases',
    summary: 'List cases, by default newest first',
    policy: READ,
    query: CaseQuery,
    appended: ['isOpen', 'isAssigned', 'sort', 'type', 'tag', 'isSnoozed'],
    data: CasePage,
    handle: ({ orgId, query }, db) => listCases(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/cases/:id',
    operationId: 'getCase',
    audit: { action: 'case.read', does: 'read a case', seldom: true },
    summary: 'Fetch a case with its items, notes, files and history',
    description:
      'Returns the first 100 items, the first 25 notes and the newest 100 changes. While `itemsNext`, `notesNext` or ' +
      '`historyNext` is not null, there are more: send them as `itemsAfter`, `notesAfter` and `historyBefore`.',
    policy: READ,
    params,
    query: CasePlace,
    data: Case,
    handle: ({ services, orgId, params: { id }, query }, db) =>
      getCase(db, services.envelopes, orgId, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/cases/:id',
    operationId: 'updateCase',
    audit: {
      action: 'case.update',
      does: 'changed a case',
      shows: [
        'status',
        'outcome',
        'assignee',
        'dueAt',
        'priority',
        'revision',
        'type',
        'snoozedUntil',
      ],
      compares: ['tags'],
    },
    summary: 'Change state, assignee, due date, priority, type, tags or snooze of a case',
    description:
      'A case with open hits cannot be closed. Another status reopens a closed case. 409 when the `revision` of the case ' +
      'differs from the one that the caller has read, and while another member has claimed the case.',
    policy: WRITE,
    params,
    body: UpdateCase,
    check: ({ body }) => [...outcomeProblems(body), ...snoozeProblems(body)],
    data: CaseSummary,
    errors: ['CONFLICT'],
    prepare: ({ orgId, body }, db) => requireMember(db, orgId, body.assignee),
    handle: async ({ orgId, principal, params: { id }, body, actor }, tx) =>
      withWithdrawal(tx, principal, await changeCase(tx, orgId, id, body, actor)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/cases/:id/claim',
    operationId: 'claimCase',
    audit: { action: 'case.claim', does: 'claimed a case' },
    summary: 'Claim a case for 15 minutes, or for 15 more',
    description:
      'During the claim, no other caller changes the case’s state or items, or decides. 409 while another member has it. Any member ' +
      'can claim it after the claim has ended, or take over a running claim with a reason.',
    policy: WRITE,
    params,
    bodyRule: 'ignored',
    data: CaseSummary,
    errors: ['CONFLICT'],
    handle: async ({ orgId, principal, params: { id }, actor }, tx) =>
      withWithdrawal(tx, principal, await claimCase(tx, orgId, id, actor)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/cases/claim-next',
    operationId: 'claimNextCase',
    audit: {
      action: 'case.claim_next',
      does: 'took the next unassigned case',
      object: ({ data }) => data.id,
      shows: ['assignee', 'revision'],
    },
    summary: 'Claim the next unassigned case',
    description:
      'The open case without assignee, claim and snooze that has the highest priority, and of several the oldest. A person is also ' +
      'assigned to it. Callers at the same time get different cases. 404 when no case is unassigned.',
    policy: WRITE,
    bodyRule: 'ignored',
    data: CaseSummary,
    errors: ['NOT_FOUND'],
    handle: async ({ orgId, principal, actor }, tx) =>
      withWithdrawal(tx, principal, await claimNextCase(tx, orgId, actor)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/cases/:id/claim/take-over',
    operationId: 'takeOverCase',
    audit: { action: 'case.take_over', does: 'took over a claimed case', shows: ['claim'] },
    summary: 'Take over a case that another member has claimed',
    description:
      'For 15 minutes. The reason becomes a note of the case, and the history names the previous claimant. 409 when no other member ' +
      'has claimed it.',
    policy: WRITE,
    params,
    body: TakeOverCase,
    data: CaseSummary,
    errors: ['CONFLICT', 'SERVICE_DISABLED'],
    prepare: ({ services, orgId, params: { id }, body }, db) =>
      sealNote(services.envelopes, { orgId, subject: subjectOf(db, orgId, id) }, body.reason),
    handle: async ({ orgId, principal, params: { id }, actor }, tx, note) =>
      withWithdrawal(tx, principal, await takeOverCase(tx, orgId, id, note, actor)),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/cases/:id/claim',
    operationId: 'releaseCase',
    audit: { action: 'case.release', does: 'released a case' },
    summary: 'Release a claim',
    policy: WRITE,
    params,
    data: CaseSummary,
    errors: ['CONFLICT'],
    handle: async ({ orgId, principal, params: { id }, actor }, tx) =>
      withWithdrawal(tx, principal, await releaseCase(tx, orgId, id, actor)),
  }),
]);
