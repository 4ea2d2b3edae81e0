import { Type } from 'typebox';
import { defineRoute } from '../access.ts';
import { ExternalId, idParam } from '../../../platform/http/schema.ts';
import { repeatedSubjects, screenSubjects, storeEnrolment } from './enrol.ts';
import {
  DeletedSubject,
  EnrolledSubjects,
  EnrolSubject,
  EnrolSubjects,
  FoundSubjects,
  SearchSubjects,
  Subject,
  SubjectPage,
  SubjectQuery,
} from './schemas.ts';
import { deleteSubject, getSubject, listSubjects, searchSubjects } from './subjects.ts';
import { EXAMPLES } from './examples.ts';
import { SCREENING_READ, SCREENING_WRITE } from '../../lists/index.ts';
import { askedProblems } from '../../screening/index.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Continuous screening', extension: true } as const;
const params = Type.Object({
  subjectId: ExternalId(idParam('screening-subject', 'subject')),
});

/** Routes for the subjects that are screened whenever a list changes. */
export const subjectRoutes = withExamples(EXAMPLES, [
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
      'are removed. `checked.ignored` names an impossible date, which is neither stored nor compared. 409 when the subjects of one request have more than 5,000 hits, or with `keepIdentifiers` when another ' +
      'request changes the subject at the same time. Where a false positive needs ' +
      'two people, new fields that would close an open hit or a true match also need two: a key asks for ' +
      '`subject.enrol`, and a person enrols the subject.',
    policy: SCREENING_WRITE,
    body: EnrolSubject,
    check: ({ body }) => askedProblems(body),
    data: Subject,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
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
    policy: SCREENING_WRITE,
    body: EnrolSubjects,
    bodyLimitFactor: 8,
    heavy: 'bulk',
    check: ({ body: { subjects } }) => [
      ...repeatedSubjects(subjects),
      ...subjects.flatMap((one, i) => askedProblems(one, `subjects[${i}].`)),
    ],
    data: EnrolledSubjects,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    prepare: ({ services: { screening }, orgId, body }, db) =>
      screenSubjects(screening, db, orgId, body.subjects, (i, field) => `subjects[${i}].${field}`),
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
    policy: SCREENING_READ,
    query: SubjectQuery,
    appended: ['cursor', 'country', 'hasOpenHits'],
    data: SubjectPage,
    handle: ({ orgId, query }, db) => listSubjects(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/subjects/search',
    operationId: 'searchSubjects',
    summary: 'Find enrolled subjects by words of their ids and names',
    description:
      'A POST, because names of persons do not belong in a URL. Returns the first subjects by id: more words find fewer.',
    policy: SCREENING_WRITE,
    body: SearchSubjects,
    data: FoundSubjects,
    handleQuery: ({ orgId, body }, db) => searchSubjects(db, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/subjects/:subjectId',
    operationId: 'getSubject',
    summary: 'Fetch an enrolled subject',
    policy: SCREENING_READ,
    params,
    data: Subject,
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
      'for `subject.delete`, and a person deletes it. Under a legal hold the answer is 409.',
    policy: SCREENING_WRITE,
    params,
    data: DeletedSubject,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED'],
    handle: ({ services, orgId, params: { subjectId }, actor }, tx) =>
      deleteSubject(tx, orgId, subjectId, actor, services.followers),
  }),
]);
