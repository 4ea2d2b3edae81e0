import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { idParam, PageQuery } from '../../../platform/http/schema.ts';
import { repeatedSubjects, screenSubjects, storeEnrolment } from './enrol.ts';
import {
  DeletedSubject,
  EnrolledSubjects,
  EnrolSubject,
  EnrolSubjects,
  Subject,
  SubjectPage,
} from './schemas.ts';
import { deleteSubject, getSubject, listSubjects } from './subjects.ts';

const read: Policy = {
  scope: 'fraud:screen',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'screening',
  idempotency: false,
};
const write: Policy = { ...read, idempotency: true };
const common = { tag: 'Continuous screening', extension: true } as const;
const params = Type.Object({ subjectId: idParam('screening-subject', 'subject') });

const exampleInput: EnrolSubject = {
  subjectId: 'customer-17',
  name: 'Sean OBrien Smith',
  dob: '1980-02-29',
};
const exampleSubject: Subject = {
  subjectId: 'customer-17',
  name: 'Sean OBrien Smith',
  dob: '1980-02-29',
  country: null,
  kinds: ['sanctions', 'pep', 'adverse_media', 'tenant_blocklist'],
  threshold: 85,
  openHits: 1,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:40:00.000Z',
};

/** The subjects that are screened whenever a list changes. */
export const subjectRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/fraud/subjects',
    operationId: 'enrolSubject',
    summary: 'Enrol a subject, or update one',
    description:
      'Screens the subject against all lists at once, and from then on against everything that changes ' +
      'on them. A subject that is enrolled already takes the new fields; those that are left out are ' +
      'as if they were never given. 409 when the subjects of one request have more than 5,000 hits.',
    policy: write,
    body: EnrolSubject,
    status: 200,
    data: Subject,
    errors: ['CONFLICT'],
    example: { body: exampleInput, data: exampleSubject },
    creates: { resource: 'screening-subject', ids: (data: Subject) => [data.subjectId] },
    prepare: ({ services: { screening }, orgId, body }, db) =>
      screenSubjects(screening, db, orgId, [body]),
    handle: async ({ orgId }, tx, enrolment) => (await storeEnrolment(tx, orgId, enrolment))[0]!,
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/fraud/subjects/batch',
    operationId: 'enrolSubjects',
    summary: 'Enrol up to 1,000 subjects, all or none',
    policy: write,
    body: EnrolSubjects,
    bodyLimitFactor: 8,
    bulk: true,
    check: ({ body }) => repeatedSubjects(body.subjects),
    status: 200,
    data: EnrolledSubjects,
    errors: ['CONFLICT'],
    example: { body: { subjects: [exampleInput] }, data: { subjects: [exampleSubject] } },
    prepare: ({ services: { screening }, orgId, body }, db) =>
      screenSubjects(screening, db, orgId, body.subjects, (i) => `subjects[${i}].name`),
    handle: async ({ orgId }, tx, enrolment) => ({
      subjects: await storeEnrolment(tx, orgId, enrolment),
    }),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/fraud/subjects',
    operationId: 'listSubjects',
    summary: 'List the enrolled subjects, by id',
    policy: read,
    query: PageQuery,
    status: 200,
    data: SubjectPage,
    example: { data: { items: [exampleSubject], total: 1, page: 1, limit: 20 } },
    handle: ({ orgId, query }, db) => listSubjects(db, orgId, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/fraud/subjects/:subjectId',
    operationId: 'getSubject',
    summary: 'Fetch an enrolled subject',
    policy: read,
    params,
    status: 200,
    data: Subject,
    example: { data: exampleSubject },
    handle: ({ orgId, params: { subjectId } }, db) => getSubject(db, orgId, subjectId),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/fraud/subjects/:subjectId',
    operationId: 'deleteSubject',
    summary: 'End the screening of a subject',
    description:
      'Its hits are closed and lose what they say of the subject; decisions on them lose their reason.',
    policy: write,
    params,
    status: 200,
    data: DeletedSubject,
    example: { data: { subjectId: exampleSubject.subjectId, deleted: true } },
    handle: ({ orgId, params: { subjectId } }, tx) => deleteSubject(tx, orgId, subjectId),
  }),
];
