import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { examplePage, ExternalId, idParam, PageQuery } from '../../../platform/http/schema.ts';
import { problemsOf } from '../identifiers/asked.ts';
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

const READ: Policy = {
  scope: 'fraud:screen',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'screening',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Continuous screening', extension: true } as const;
const params = Type.Object({
  subjectId: ExternalId(idParam('screening-subject', 'subject')),
});

const EXAMPLE_INPUT: EnrolSubject = {
  subjectId: 'customer-17',
  name: 'Sean OBrien Smith',
  dob: '1980-02-29',
};
const EXAMPLE_SUBJECT: Subject = {
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
const EXAMPLE_OTHER = { subjectId: 'customer-18', name: 'Bola Adeyemi' };
const OTHER_SUBJECT: Subject = { ...EXAMPLE_SUBJECT, ...EXAMPLE_OTHER, dob: null, openHits: 0 };
const EXAMPLE_ALIASES = ['Shane O’Brien'];
const EXAMPLE_FACTS = {
  type: 'person' as const,
  gender: 'male' as const,
  birthDate: '1980-02',
  birthPlace: 'Cork, Ireland',
  nationality: ['IE'],
  addresses: ['12 Grand Parade, Cork, Ireland'],
};
const EXAMPLE_WHOLE: Subject = {
  ...EXAMPLE_SUBJECT,
  aliases: EXAMPLE_ALIASES,
  identifiers: [{ kind: 'passport', country: 'IE', lastFour: '3456' }],
  ...EXAMPLE_FACTS,
};

/** The subjects that are screened whenever a list changes. */
export const subjectRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/subjects',
    operationId: 'enrolSubject',
    audit: {
      action: 'subject.enrol',
      does: 'enrolled a customer',
      object: ({ data }) => data.subjectId,
      shows: ['kinds', 'threshold'],
    },
    summary: 'Enrol a subject, or update one',
    description:
      'Screens the subject against all lists immediately, and from then on against all changes ' +
      'of them. The new fields of an enrolled subject replace the old ones; omitted fields ' +
      'are removed. 409 when the subjects of one request have more than 5,000 hits. Where a false positive needs ' +
      'two people, new fields that would close an open hit or a true match also need two: a key asks for ' +
      '`subject.enrol`, and a person enrols the subject.',
    policy: WRITE,
    body: EnrolSubject,
    check: ({ body }) => problemsOf(body.identifiers),
    status: 200,
    data: Subject,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    example: {
      body: {
        ...EXAMPLE_INPUT,
        aliases: EXAMPLE_ALIASES,
        identifiers: [{ kind: 'passport', value: 'PA 012 3456', country: 'IE' }],
        ...EXAMPLE_FACTS,
      },
      data: EXAMPLE_WHOLE,
    },
    creates: { resource: 'screening-subject', ids: (data: Subject) => [data.subjectId] },
    prepare: ({ services: { screening }, orgId, body }, db) =>
      screenSubjects(screening, db, orgId, [body]),
    handle: async ({ services, orgId, actor }, tx, enrolment) =>
      (await storeEnrolment(tx, orgId, enrolment, actor, services.followers))[0]!,
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/subjects/batch',
    operationId: 'enrolSubjects',
    audit: { action: 'subject.enrol_batch', does: 'enrolled several customers' },
    summary: 'Enrol up to 1,000 subjects, all or none',
    policy: WRITE,
    body: EnrolSubjects,
    bodyLimitFactor: 8,
    heavy: 'bulk',
    check: ({ body: { subjects } }) => [
      ...repeatedSubjects(subjects),
      ...subjects.flatMap((one, i) => problemsOf(one.identifiers, `subjects[${i}].identifiers`)),
    ],
    status: 200,
    data: EnrolledSubjects,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    example: { body: { subjects: [EXAMPLE_OTHER] }, data: { subjects: [OTHER_SUBJECT] } },
    prepare: ({ services: { screening }, orgId, body }, db) =>
      screenSubjects(screening, db, orgId, body.subjects, (i) => `subjects[${i}].name`),
    handle: async ({ services, orgId, actor }, tx, enrolment) => ({
      subjects: await storeEnrolment(tx, orgId, enrolment, actor, services.followers),
    }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/subjects',
    operationId: 'listSubjects',
    summary: 'List the enrolled subjects, by id',
    policy: READ,
    query: PageQuery,
    appended: ['cursor'],
    status: 200,
    data: SubjectPage,
    example: { data: examplePage(EXAMPLE_SUBJECT) },
    handle: ({ orgId, query }, db) => listSubjects(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/subjects/:subjectId',
    operationId: 'getSubject',
    summary: 'Fetch an enrolled subject',
    policy: READ,
    params,
    status: 200,
    data: Subject,
    example: { data: EXAMPLE_WHOLE },
    handle: ({ orgId, params: { subjectId } }, db) => getSubject(db, orgId, subjectId),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/fraud/subjects/:subjectId',
    operationId: 'deleteSubject',
    audit: { action: 'subject.delete', does: 'removed a customer from screening' },
    summary: 'End the screening of a subject, and erase its personal texts',
    description:
      'Closes its hits and removes their data about the subject. Decisions on them lose their reason, its cases their notes ' +
      'and files, and its screenings their titles. The same applies to a subject that is not enrolled; without any such data the answer ' +
      'is 404. Where a false positive needs two people, a subject with open hits or true matches also needs two: a key asks ' +
      'for `subject.delete`, and a person deletes it.',
    policy: WRITE,
    params,
    status: 200,
    data: DeletedSubject,
    errors: ['APPROVAL_REQUIRED'],
    example: { data: { subjectId: EXAMPLE_SUBJECT.subjectId, deleted: true } },
    handle: ({ services, orgId, params: { subjectId }, actor }, tx) =>
      deleteSubject(tx, orgId, subjectId, actor, services.followers),
  }),
];
