import { Type } from 'typebox';
import { MapOf, Nullable, Timestamp } from '../../../platform/http/schema.ts';

export const LastLink = Type.Object(
  {
    seq: Type.Integer({ description: 'Number of the link.' }),
    hash: Type.String({ description: 'Its hash, hexadecimal.' }),
  },
  { title: 'ChainHead' },
);

const FoundRows = Type.Object(
  {
    count: Type.Integer(),
    ids: Type.Array(Type.String(), {
      description: 'Ids of rows, or numbers of links: the first thousand.',
    }),
  },
  { title: 'FoundRows' },
);

const ChainReport = Type.Object(
  {
    rows: Type.Integer(),
    links: Type.Integer(),
    pending: Type.Integer({ description: 'Rows that wait for their link.' }),
    head: Nullable(LastLink),
    checkpoint: Type.Optional(
      Nullable(LastLink, {
        description:
          'The link of the last signed checkpoint; links and rows up to it may be removed. Null without one.',
      }),
    ),
    problems: MapOf(FoundRows, {
      description: 'By kind; empty when nothing was changed and nothing is missing.',
    }),
  },
  { title: 'ChainReport' },
);

/** Also the answer of `oriki audit verify --json`. */
export const AuditReportAnswer = Type.Object(
  {
    ok: Type.Boolean({ description: 'No row, link or payload was changed or is missing.' }),
    checkedAt: Timestamp('When the check ended.'),
    organizations: MapOf(ChainReport, { description: 'By id.' }),
    withoutRows: Type.Array(Type.String(), {
      description:
        'Ids of organizations whose log has neither rows nor links, so that nothing could be checked.',
    }),
  },
  { title: 'AuditReport' },
);

export const ChainQuery = Type.Object({
  organizationId: Type.Optional(
    Type.String({
      description:
        'The organization whose log to check. Default: `platform`, the rows that concern none.',
    }),
  ),
});
