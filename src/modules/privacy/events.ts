import { Type } from 'typebox';
import { Only } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';

export const subjectExported = defineEvent('subject.exported', {
  description: 'A person exported everything that is stored about a subject.',
  schema: Type.Object({
    event: Only('SUBJECT_EXPORTED'),
    exportId: Type.String(),
    subjectId: Type.String(),
  }),
  example: {
    event: 'SUBJECT_EXPORTED',
    exportId: 'subjectexport_01kf3vm9c4e6g8j0m2p4r6t8v0',
    subjectId: 'customer-17',
  },
});

export const subjectErased = defineEvent('subject.erased', {
  description: 'The erasure of a subject is done. Its receipt lists what was erased.',
  schema: Type.Object({
    event: Only('SUBJECT_ERASED'),
    erasureId: Type.String(),
    subjectId: Type.String(),
  }),
  example: {
    event: 'SUBJECT_ERASED',
    erasureId: 'erasure_01kf3vm9c4e6g8j0m2p4r6t8v0',
    subjectId: 'customer-17',
  },
});

/** The events of the module. */
export const events = [subjectExported, subjectErased];
