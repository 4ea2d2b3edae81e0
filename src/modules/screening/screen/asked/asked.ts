/** The party of a query in the form for comparison: with its name joined, and without impossible dates. */
import { Type, type Static } from 'typebox';
import { hasCanonicalForm } from '../../../../names/index.ts';
import type { ErrorDetail } from '../../../../platform/errors/index.ts';
import { StringEnum, Timestamp } from '../../../../platform/http/schema.ts';
import {
  type AskedIdentifier,
  ENTITY_TYPES,
  type EntityType,
  LETTER_OR_DIGIT,
  problemsOf,
} from '../../../../matching/index.ts';
import { impossibleDate, MAX_NAME_LENGTH, namesOf, type Role } from '../../../lists/index.ts';
import type { Subject } from '../question.ts';

const MOST_PART = 200;

function part(description: string) {
  return Type.Optional(Type.String({ maxLength: MOST_PART, description }));
}

/** The member of a stored query whose name was removed. */
export const emptiedFields = {
  namesRemovedAt: Type.Optional(
    Timestamp(
      'When the name and all else about the person was removed, because its period had ended; `name` is then empty.',
    ),
  ),
};

/** Name of a query, whole or in parts. */
export const askedName = {
  name: Type.String({
    maxLength: MAX_NAME_LENGTH,
    'x-pattern': String.raw`^\s*$|${LETTER_OR_DIGIT}`,
    description:
      'Name as people write it; it is canonicalized for matching. It may be empty with `lastName`; otherwise both are compared.',
  }),
};
export const askedParts = {
  firstName: part('First names. The parts are compared in the order of first, middle and last.'),
  middleName: part('Middle names, or a patronymic.'),
  lastName: part('Family names.'),
};

const KNOWN_TYPES = ENTITY_TYPES.filter((type) => type !== 'unknown');
export const askedTypes = Type.Optional(
  Type.Array(StringEnum('ScreenedType', KNOWN_TYPES), {
    minItems: 1,
    maxItems: KNOWN_TYPES.length,
    uniqueItems: true,
    description:
      'Sorts of entries that can be hits; entries of which the list says no sort always can. Default: all. `checked.types` ' +
      'of the answer says which were left out.',
  }),
);

export const Checked = Type.Object(
  {
    types: Type.Optional(
      Type.Array(StringEnum('ScreenedType', KNOWN_TYPES), {
        description: 'Types of entries that were left out because `types` does not name them.',
      }),
    ),
    ignored: Type.Optional(
      Type.Array(
        Type.Object({ field: Type.String(), reason: Type.String() }, { title: 'IgnoredField' }),
        { description: 'Invalid fields, which were not compared.' },
      ),
    ),
  },
  {
    title: 'ScreeningChecked',
    description: 'There when something of the question or of the lists was left out.',
    examples: [{ types: ['vessel', 'aircraft'] }],
  },
);
export type Checked = Static<typeof Checked>;

type Parts = {
  firstName?: string | undefined;
  middleName?: string | undefined;
  lastName?: string | undefined;
};
type Named = Parts & { name: string; aliases?: string[] };
type Asked = Omit<Subject, 'ignored'> & Parts & { identifiers?: AskedIdentifier[] };
type Ignored = Pick<Subject, 'ignored'>;

/** Returns the party with its parts joined to names. A full name is compared, too. */
function withoutParts<T extends Named>(asked: T): Omit<T, keyof Parts> {
  const { firstName, middleName, lastName, ...rest } = asked;
  if ((firstName ?? middleName ?? lastName) === undefined) return rest;
  const [name, ...others] = namesOf((role: Role) => asked[role as keyof Parts] ?? '');
  const written = rest.name.trim();
  const more = [...others, written].filter((one) => one !== name && hasCanonicalForm(one));
  return {
    ...rest,
    name,
    ...(more.length > 0 && { aliases: [...new Set([...(rest.aliases ?? []), ...more])] }),
  };
}

/** Returns the faults of a party that its schema cannot detect. @param at its path, such as `items[3].` */
export function askedProblems(asked: Asked, at = ''): ErrorDetail[] {
  const { name, lastName = '' } = asked;
  const isNamed = hasCanonicalForm(name) || (name.trim() === '' && hasCanonicalForm(lastName));
  const problems = problemsOf(asked.identifiers, `${at}identifiers`);
  if (isNamed) return problems;
  const message = 'has no letter or digit';
  return [{ path: `${at}name`, message }, ...problems];
}

/** Returns the party without faults, as it is compared and stored. */
export function toSubject<T extends Asked>(asked: T): Omit<T, keyof Parts> & Ignored {
  const subject = withoutParts(asked);
  const ignored: NonNullable<Checked['ignored']> = [];
  for (const field of ['dob', 'birthDate'] as const) {
    const reason = asked[field] && impossibleDate(asked[field]);
    if (!reason) continue;
    ignored.push({ field, reason });
    delete (subject as Partial<Asked>)[field];
  }
  return ignored.length > 0 ? { ...subject, ignored } : subject;
}

/** Returns the note in an answer; undefined if nothing was ignored. */
export function checkedOf(
  { ignored }: Pick<Subject, 'ignored'>,
  types: readonly EntityType[] | undefined,
): Checked | undefined {
  const left = types ? KNOWN_TYPES.filter((type) => !types.includes(type)) : [];
  if (!ignored && left.length === 0) return undefined;
  return { ...(left.length > 0 && { types: left }), ...(ignored && { ignored }) };
}
