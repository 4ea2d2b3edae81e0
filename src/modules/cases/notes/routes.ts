import { Type } from 'typebox';
import { idParam, Strict } from '../../../platform/http/schema.ts';
import { defineRoute, WRITE } from '../access.ts';
import { EXAMPLES } from '../examples.ts';
import { CASE_PREFIX, noteText } from '../schemas.ts';
import { subjectOf } from '../sealing.ts';
import { addNote, sealNote } from './notes.ts';
import { withExamples } from '../../../platform/http/route.ts';

const Noted = Type.Object(
  { id: Type.String({ description: 'Id of the note.' }), caseId: Type.String() },
  { title: 'AddedCaseNote' },
);

/** The route for notes of a case. */
export const noteRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Cases',
    extension: true,
    status: 201,
    method: 'POST',
    path: '/cases/:id/notes',
    operationId: 'addCaseNote',
    audit: { action: 'case.note', does: 'added a note to a case', shows: ['id'] },
    summary: 'Add a note to a case',
    description:
      'Notes are stored encrypted, cannot be deleted, and do not change the revision of the case.',
    policy: WRITE,
    params: Type.Object({ id: idParam('case', CASE_PREFIX) }),
    body: Strict({ text: noteText }),
    data: Noted,
    errors: ['CONFLICT', 'SERVICE_DISABLED'],
    prepare: ({ services, orgId, params: { id }, body }, db) =>
      sealNote(services.envelopes, { orgId, subject: subjectOf(db, orgId, id) }, body.text),
    handle: ({ orgId, params: { id }, actor }, tx, note) => addNote(tx, orgId, id, note, actor),
  }),
]);
