import { Type } from 'typebox';
import { ExternalId, idParam } from '../../../platform/http/schema.ts';
import { defineRoute, ERASE, READ_RECEIPT } from '../access.ts';
import { EXAMPLES } from '../examples.ts';
import type { Places } from '../subjects.ts';
import type { ErasedTables } from './order.ts';
import {
  ERASE_ACTION,
  ERASE_FACTS,
  getErasure,
  MAX_PER_DAY,
  prepareErasure,
  recordErasure,
} from './request.ts';
import { ERASURE_PREFIX, EraseRequest, RequestedErasure, SubjectErasure } from './schemas.ts';

/** The id of the operation that erases a subject. */
export const ERASE_OPERATION = 'eraseSubject';
const COMMON = { tag: 'Subjects', extension: true } as const;
const subjectId = ExternalId(idParam('screening-subject', 'subject'));

/** @param tables the tables whose rows name their subject */
export function erasureRoutes(tables: Places['tables'], erased: ErasedTables) {
  return [
    defineRoute({
      ...COMMON,
      method: 'POST',
      path: '/subjects/:subjectId/erase',
      operationId: ERASE_OPERATION,
      audit: {
        action: ERASE_ACTION,
        does: 'requested the erasure of a customer',
        object: ({ params }) => params.subjectId,
        shows: ERASE_FACTS,
      },
      summary: 'Erase what is stored about a subject',
      description:
        'For people only. It begins at once, and cannot be stopped; the answer has its id, and `GET` of the erasure returns the ' +
        'signed receipt. While an erasure of the subject runs, the answer is that one, with 200. The rules of a reveal apply; where a reveal ' +
        'needs two people, or the subject has hits that two people would close, a person or key asks for `subject.erase`, and ' +
        `another person erases. 409 while a legal hold keeps the records. At most ${MAX_PER_DAY} in 24 hours for each person.`,
      policy: ERASE,
      keepsAnswer: true,
      params: Type.Object({ subjectId }),
      body: EraseRequest,
      status: 202,
      okWhen: ({ reasonHash }) => reasonHash === null,
      data: RequestedErasure,
      errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
      example: EXAMPLES.eraseSubject,
      creates: { resource: 'subject-erasure', ids: (data: { id: string }) => [data.id] },
      prepare: ({ services, orgId, params, body, actor }, db) =>
        prepareErasure(db, services.envelopes, tables, { orgId, ...params, actor }, body),
      handle: ({ orgId, params, body, actor }, tx, prepared) =>
        recordErasure(tx, { orgId, ...params, actor }, body, prepared),
    }),
    defineRoute({
      ...COMMON,
      method: 'GET',
      path: '/subjects/:subjectId/erasures/:id',
      operationId: 'getSubjectErasure',
      summary: 'Fetch an erasure with its signed receipt',
      policy: READ_RECEIPT,
      params: Type.Object({ subjectId, id: idParam('subject-erasure', ERASURE_PREFIX) }),
      data: SubjectErasure,
      example: EXAMPLES.getSubjectErasure,
      handle: ({ services: { heldCases }, orgId, params: { subjectId: of, id } }, db) =>
        getErasure(db, { tables: erased, heldCases }, { orgId, subjectId: of }, id),
    }),
  ];
}
