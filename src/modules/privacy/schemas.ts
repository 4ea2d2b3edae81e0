import { Type, type Static, type TSchema } from 'typebox';
import {
  DEFAULT_LIMIT,
  Nullable,
  PAGE_CAP,
  StringEnum,
  Timestamp,
  totalFields,
} from '../../platform/http/schema.ts';
import { REVEAL_REASONS } from '../identity/index.ts';
import type { Areas } from './subjects.ts';

const OmittedArea = Type.Object(
  {
    area: Type.String({ description: 'Its name in `areas`.' }),
    title: Type.String({ description: 'Its name for people.' }),
    needs: Type.String({
      description: 'The scope that the caller lacks, or the plan gate of the organization.',
    }),
  },
  { title: 'OmittedSubjectArea' },
);
export type OmittedArea = Static<typeof OmittedArea>;

const AreaRetention = Type.Object(
  {
    area: Type.String({ description: 'Its name in `areas`.' }),
    class: Nullable(Type.String(), {
      description: 'The class of records that ends its items; null if there is none.',
    }),
    days: Nullable(Type.Integer(), {
      description: 'The period in days; null while no period ends them.',
    }),
  },
  { title: 'SubjectAreaRetention' },
);
export type AreaRetention = Static<typeof AreaRetention>;
const retention = Type.Array(AreaRetention, { description: 'How long items stay, by area.' });

const subjectId = Type.String({ description: 'Your own id of the subject.' });
const omitted = Type.Array(OmittedArea, { description: 'The areas that the caller may not read.' });

/** Returns the schema of an object with a member for each area, where the caller may read it. */
function areasOf(title: string, areas: Areas, memberOf: (name: string) => TSchema | undefined) {
  const members = Object.entries(areas).flatMap(([name, area]) => {
    const member = memberOf(name);
    return member ? [[name, Type.Optional({ description: area.title, ...member })] as const] : [];
  });
  return Type.Object(Object.fromEntries(members), { title });
}

/** `caseFiles` becomes `SubjectCaseFiles`. */
function titleOf(name: string): string {
  return `Subject${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** The answer about a subject. */
export function subjectAnswer(areas: Areas) {
  return Type.Object(
    {
      subjectId,
      areas: areasOf('SubjectAreas', areas, (name) => {
        const list = areas[name]!.list;
        const fields = list && { items: Type.Array(list.item), ...totalFields };
        return fields && Type.Object(fields, { title: titleOf(name) });
      }),
      retention,
      omitted,
    },
    { title: 'SubjectData' },
  );
}

export const SubjectQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_LIMIT,
      description: `Items of each area. A value above ${PAGE_CAP} is reduced to ${PAGE_CAP}.`,
    }),
  ),
});

const reasonCode = StringEnum('RevealReason', REVEAL_REASONS);
export const SUBJECT_FORMATS = ['json', 'html'] as const;
const exportedAt = Timestamp('When the export began.');

export const ExportQuery = Type.Object({
  format: Type.Optional(
    StringEnum('SubjectExportFormat', SUBJECT_FORMATS, {
      default: 'json',
      description: '`html`: a page for people, without scripts, as a file.',
    }),
  ),
  reasonCode: Type.Optional(
    StringEnum('RevealReason', REVEAL_REASONS, { default: 'customer_request' }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** The facts of an export, without the data. */
const exportFacts = {
  exportId: Type.String({ description: 'Id of the export, as in `exports` of the subject.' }),
  organizationId: Type.String(),
  subjectId,
  exportedAt,
  exportedBy: Type.String({ description: 'Id of the member who made the export.' }),
  reasonCode,
  included: Type.Array(Type.String(), { description: 'The names of the areas in `areas`.' }),
  retention,
  omitted,
};
const facts = Type.Object(exportFacts);
export type ExportFacts = Static<typeof facts>;

/** The document of an export. */
export function exportDocument(areas: Areas) {
  return Type.Object(
    {
      ...exportFacts,
      areas: areasOf('ExportedSubjectAreas', areas, (name) => Type.Array(areas[name]!.whole.item)),
    },
    { title: 'SubjectExport' },
  );
}

/** The time at which the subject was exported. */
export const PastExport = Type.Object(
  {
    id: Type.String(),
    exportedBy: Type.String({ description: 'Id of the member who made the export.' }),
    approvalId: Nullable(Type.String(), {
      description: 'The request of the other person; null where one person was enough.',
    }),
    reasonCode,
    exportedAt,
  },
  { title: 'PastSubjectExport' },
);
export type PastExport = Static<typeof PastExport>;

export const Register = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          people: Type.String({ description: 'Whom the data is about.' }),
          data: Type.String({ description: 'What it is.' }),
          place: Type.String({
            description: 'Table and column, or the place outside of the database.',
          }),
          protection: StringEnum('DataProtection', ['sealed', 'encrypted', 'clear'], {
            description:
              '`sealed`: in an envelope under a key of the key-management provider. `encrypted`: under the server secret. `clear`: readable in the database and its backups.',
          }),
          scopes: Type.Array(Type.String(), {
            description: 'Scopes, one of which reads it; none if no request returns it.',
          }),
          roles: Type.Array(Type.String(), { description: 'The roles with one of these scopes.' }),
          kept: Type.String({ description: 'How long it stays.' }),
          recipients: Type.Array(
            Type.Object(
              {
                name: Type.String(),
                hosts: Type.Array(Type.String(), {
                  description: 'Empty if nothing is configured.',
                }),
              },
              { title: 'DataRecipient' },
            ),
            { description: 'Parties outside of the service that get it.' },
          ),
        },
        { title: 'ProcessingEntry' },
      ),
    ),
  },
  { title: 'ProcessingRegister' },
);
export type Register = Static<typeof Register>;
