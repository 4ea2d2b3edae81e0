import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { defineRoute, READ, WRITE } from '../access.ts';
import { EXAMPLES } from '../examples.ts';
import { getHold, liftHold, listHolds, objectProblems, prepareHold, setHold } from './holds.ts';
import {
  HOLD_PREFIX,
  HoldQuery,
  LegalHold,
  LegalHoldPage,
  ReadLegalHold,
  SetHold,
  SetLegalHold,
} from './schemas.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Retention', extension: true } as const;
const params = Type.Object({ id: idParam('legal-hold', HOLD_PREFIX) });

/** Legal holds of the organization. */
export const holdRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/legal-holds',
    operationId: 'setLegalHold',
    audit: {
      action: 'legal_hold.set',
      does: 'set a legal hold',
      shows: ['kind', 'objectId', 'reasonHash'],
    },
    summary: 'Stop the removal of records about a subject, a case or the organization',
    description:
      'It also stops the deletion of the subject. It applies from the answer on. Several holds on one object are independent.',
    policy: WRITE,
    body: SetHold,
    check: ({ body }) => objectProblems(body),
    status: 201,
    data: SetLegalHold,
    errors: ['CONFLICT'],
    creates: { resource: 'legal-hold', ids: (data: { id: string }) => [data.id] },
    prepare: ({ services, orgId, body }, db) =>
      prepareHold(db, services.envelopes, services.heldCases, orgId, body),
    handle: ({ services, orgId, body, actor }, tx, prepared) =>
      setHold(tx, services.heldCases, orgId, body, prepared, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/legal-holds',
    operationId: 'listLegalHolds',
    summary: 'List legal holds, newest first, without their reasons',
    policy: READ,
    query: HoldQuery,
    data: LegalHoldPage,
    handle: ({ orgId, query }, db) => listHolds(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/legal-holds/:id',
    operationId: 'getLegalHold',
    audit: { action: 'legal_hold.read', does: 'read the reason of a legal hold', seldom: true },
    summary: 'Fetch a legal hold with its reason, decrypted',
    policy: READ,
    params,
    data: ReadLegalHold,
    handle: ({ services, orgId, params: { id } }, db) => getHold(db, services.envelopes, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/legal-holds/:id/lift',
    operationId: 'liftLegalHold',
    audit: {
      action: 'legal_hold.lift',
      does: 'lifted a legal hold',
      shows: ['kind', 'objectId'],
    },
    summary: 'Lift a legal hold',
    description:
      'Where the organization requires two people for `legal_hold.lift`, a person or key requests it with `POST /approvals`, and another person lifts it.',
    policy: WRITE,
    params,
    bodyRule: 'ignored',
    data: LegalHold,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    handle: ({ orgId, params: { id }, actor }, tx) => liftHold(tx, orgId, id, actor),
  }),
]);
