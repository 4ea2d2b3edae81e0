import { Type, type Static } from 'typebox';
import { PageOf, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { importFormats } from '../import/formats.ts';
import { GLOBAL_KINDS } from '../screen/schemas.ts';

export const FORMATS = Object.keys(importFormats);

const source = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9._:-]+$',
  description: 'Stable id of the list; an import replaces the list with this source.',
});
const name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Display name. Default: the source.',
});

export const ImportRequest = Strict({
  kind: StringEnum(GLOBAL_KINDS, { description: 'Fixed by the first import.' }),
  source,
  name: Type.Optional(name),
  format: StringEnum(FORMATS, { description: 'Format of the files.' }),
  content: Type.String({ minLength: 1, description: 'The main file.' }),
  aliases: Type.Optional(Type.String({ description: 'The alias file, for `ofac-csv`.' })),
});
export type ImportRequest = Static<typeof ImportRequest>;

export const GlobalList = Type.Object(
  {
    id: Type.String(),
    source: Type.String(),
    name: Type.String(),
    kind: StringEnum(GLOBAL_KINDS),
    format: Type.String(),
    entryCount: Type.Integer(),
    revision: Type.Integer({ description: 'Grows with each import that changed something.' }),
    createdAt: Timestamp('When it was first imported.'),
    importedAt: Timestamp('When it was last imported.'),
  },
  { title: 'GlobalList' },
);
export type GlobalList = Static<typeof GlobalList>;
export const GlobalListPage = PageOf(GlobalList);

export const ImportReport = Type.Object(
  {
    list: GlobalList,
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    unchanged: Type.Integer(),
    rejected: Type.Integer({ description: 'Rows that were not imported.' }),
    rejections: Type.Array(
      Type.Object({
        file: StringEnum(['main', 'aliases']),
        line: Type.Integer({ description: 'Line of the file, from 1.' }),
        reason: Type.String(),
      }),
      { description: 'The first 100 of them.' },
    ),
  },
  { title: 'ImportReport' },
);
export type ImportReport = Static<typeof ImportReport>;
