import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { SUBJECT_KINDS } from './subjects/schemas.ts';

export const hitCreated = defineEvent('screening.hit.created', {
  description:
    'An enrolled subject matches an entry of a list: a new hit, or one that reopened because the ' +
    'subject or the entry has changed.',
  schema: Type.Object({
    hitId: Type.String(),
    subjectId: Type.String(),
    listKind: StringEnum('SubjectListKind', SUBJECT_KINDS),
    listId: Type.String(),
    entryId: Type.String(),
    score: Type.Number({ description: '0 to 100.' }),
  }),
  example: {
    hitId: 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0',
    subjectId: 'customer-17',
    listKind: 'sanctions',
    listId: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
    entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
    score: 92.4,
  },
});

export const events = [hitCreated];
