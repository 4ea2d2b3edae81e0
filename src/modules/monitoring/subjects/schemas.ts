import { Type, type Static } from 'typebox';
import {
  DEFAULT_LIMIT,
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  PATH_SEGMENT,
  Strict,
  StringEnum,
  Timestamp,
  totalFields,
} from '../../../platform/http/schema.ts';
import { DEFAULT_THRESHOLD } from '../../../names/index.ts';
import {
  askedFacts,
  AskedIdentifiers,
  DEFAULT_KINDS,
  ShownIdentifiers,
} from '../../../matching/index.ts';
import { consentWithdrawnAt } from '../../identity/index.ts';
import { AskedAliases, Country, Dob } from '../../lists/index.ts';
import { askedName, askedParts, Checked } from '../../screening/index.ts';

/** All kinds except allowlists, whose hits need no attention, and places under an embargo, which do not match names. */
export const SUBJECT_KINDS = DEFAULT_KINDS;
const MAX_SUBJECTS = 1000;
const MAX_SUBJECT_ID = 200;
/** Characters of a search. */
const MAX_TEXT = 200;

/** PostgreSQL cannot store NUL. */
export function canExist(subjectId: string): boolean {
  return subjectId.length <= MAX_SUBJECT_ID && !subjectId.includes('\0');
}

/** The minimum threshold. Names with a lower score are too different for a hit that a person must decide. */
const LEAST_THRESHOLD = 70;

export const EnrolSubject = Strict(
  {
    subjectId: ExternalId({
      minLength: 1,
      maxLength: MAX_SUBJECT_ID,
      pattern: PATH_SEGMENT,
      description: 'Your own id of the screened person or thing, unique within the organization.',
    }),
    ...askedName,
    aliases: Type.Optional(AskedAliases),
    dob: Type.Optional(Dob),
    country: Type.Optional(Country),
    identifiers: Type.Optional(AskedIdentifiers),
    keepIdentifiers: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True: an enrolled subject keeps its stored identifiers, in addition to `identifiers`. False: `identifiers` replaces them.',
      }),
    ),
    ...askedFacts,
    kinds: Type.Optional(
      Type.Array(StringEnum('SubjectListKind', SUBJECT_KINDS), {
        maxItems: SUBJECT_KINDS.length,
        uniqueItems: true,
        'x-empty': 'absent',
        description:
          'Kinds of lists to screen against; `tenant_blocklist` is always included. Default: ' +
          `${SUBJECT_KINDS.join(', ')}.`,
      }),
    ),
    threshold: Type.Optional(
      Type.Number({
        minimum: LEAST_THRESHOLD,
        maximum: 100,
        default: DEFAULT_THRESHOLD,
        description: 'Lowest score of a hit.',
      }),
    ),
    ...askedParts,
  },
  { title: 'SubjectInput' },
);
export type EnrolSubject = Static<typeof EnrolSubject>;

export const EnrolSubjects = Strict({
  subjects: Type.Array(EnrolSubject, { minItems: 1, maxItems: MAX_SUBJECTS }),
});
export type EnrolSubjects = Static<typeof EnrolSubjects>;

export const Subject = Type.Object(
  {
    subjectId: Type.String(),
    name: Type.String(),
    aliases: Type.Optional(Type.Array(Type.String(), { description: 'Present if it has any.' })),
    dob: Nullable(Type.String()),
    country: Nullable(Type.String()),
    identifiers: Type.Optional(ShownIdentifiers),
    ...askedFacts,
    kinds: Type.Array(StringEnum('SubjectListKind', SUBJECT_KINDS)),
    threshold: Type.Number(),
    openHits: Type.Integer({ description: 'Hits that wait for a decision.' }),
    consentWithdrawnAt,
    createdAt: Timestamp('When it was first enrolled.'),
    updatedAt: Timestamp('When it was last enrolled.'),
    checked: Type.Optional(Checked),
  },
  { title: 'ScreeningSubject' },
);
export type Subject = Static<typeof Subject>;

export const EnrolledSubjects = Type.Object({
  subjects: Type.Array(Subject, { description: 'In the order of the request.' }),
});
export const SubjectPage = PageOf(Subject);

const filters = {
  country: Type.Optional(
    Type.String({
      format: 'iso-3166-1-alpha-2',
      description: 'ISO 3166-1 alpha-2, in any case; only subjects with this country.',
    }),
  ),
  hasOpenHits: Type.Optional(
    Type.Boolean({
      description: 'True: only subjects with hits that wait for a decision. False: only others.',
    }),
  ),
};

export const SubjectQuery = Type.Object({ ...filters, ...pageQuery(PAGE_CAP) });
export type SubjectQuery = Static<typeof SubjectQuery>;

export const SearchSubjects = Strict(
  {
    text: Type.String({
      maxLength: MAX_TEXT,
      pattern: '\\S',
      description:
        'Words or beginnings of words. A subject is found if its id, name and aliases together have a word that begins with ' +
        'each of them, regardless of case, accents and order.',
    }),
    ...filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: DEFAULT_LIMIT,
        description: `Items in the answer. A value above ${PAGE_CAP} is reduced to ${PAGE_CAP}.`,
      }),
    ),
  },
  { title: 'SubjectSearch' },
);
export type SearchSubjects = Static<typeof SearchSubjects>;

export const FoundSubjects = Type.Object(
  {
    items: Type.Array(Subject, { description: 'By id.' }),
    ...totalFields,
    limit: Type.Integer({ description: 'The limit that was applied.' }),
  },
  { title: 'FoundSubjects' },
);
export type FoundSubjects = Static<typeof FoundSubjects>;

export const DeletedSubject = Type.Object(
  { subjectId: Type.String(), deleted: Type.Literal(true) },
  { title: 'DeletedSubject' },
);
