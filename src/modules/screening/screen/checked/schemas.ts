import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Timestamp } from '../../../../platform/http/schema.ts';
import { GLOBAL_KINDS, LIST_KINDS } from '../../../../matching/index.ts';

const fields = {
  id: Type.String({ description: '`listId` of hits.' }),
  source: Type.String(),
  name: Type.String(),
  kind: StringEnum('ListKind', LIST_KINDS),
  revision: Type.Integer({
    description:
      'Revision of the searched list: `listRevision` of hits. While a newer one is being indexed, it is the previous one; ' +
      '0: the list before its first import.',
  }),
  entryCount: Type.Integer({ description: 'Entries at that revision.' }),
  publishedAt: Nullable(Timestamp('When the publisher created it.'), {
    description:
      'When the publisher created it, from its file or server; null if neither has the time.',
  }),
  importedAt: Nullable(Timestamp('When it was last imported.'), {
    description: 'When it was last imported; null for the organization’s lists.',
  }),
  isOverdue: Type.Boolean({
    description:
      'True when the operator’s interval has passed since the list last matched its publisher’s: ' +
      'it may be out of date.',
  }),
};

export const CheckedList = Type.Object(fields, { title: 'CheckedList' });
export type CheckedList = Static<typeof CheckedList>;

export const GlobalListFacts = Type.Object(
  { ...fields, kind: StringEnum('GlobalListKind', GLOBAL_KINDS) },
  { title: 'GlobalListFacts' },
);
export type GlobalListFacts = Static<typeof GlobalListFacts>;
