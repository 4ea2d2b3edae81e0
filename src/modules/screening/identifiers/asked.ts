/** The identifiers of a question: their schema, their check, their normal form. */
import { Type, type Static } from 'typebox';
import '../formats.ts';
import { Nullable, Strict, StringEnum } from '../../../platform/http/schema.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import { IDENTIFIER_KINDS, isWorldwide, type Identifier } from './kinds.ts';
import { normalise, problemOf } from './normalise.ts';

const MOST_IDENTIFIERS = 20;
const MOST_CHARACTERS = 200;

const AskedIdentifier = Strict(
  {
    kind: StringEnum('ScreeningIdentifierKind', IDENTIFIER_KINDS),
    value: Type.String({
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      description: 'As it is written; spaces, hyphens, full stops and case make no difference.',
    }),
    country: Type.Optional(
      Type.String({
        format: 'iso-3166-1-alpha-2',
        description: 'ISO 3166-1 alpha-2 of who issued it, in any case.',
      }),
    ),
  },
  { title: 'ScreeningIdentifier' },
);
export type AskedIdentifier = Static<typeof AskedIdentifier>;

export const AskedIdentifiers = Type.Array(AskedIdentifier, {
  maxItems: MOST_IDENTIFIERS,
  description:
    'Numbers of the person or thing. An entry with one of them is a hit, whatever its name. Of each only an HMAC and its ' +
    'last four characters are kept.',
});

/** A question's identifier as it is shown afterwards. */
export const ShownIdentifier = Type.Object(
  {
    kind: StringEnum('ScreeningIdentifierKind', IDENTIFIER_KINDS),
    country: Nullable(Type.String()),
    lastFour: Type.String({ description: 'Its last four characters, or fewer of a short one.' }),
  },
  { title: 'ScreenedIdentifier' },
);

/** The faults of identifiers that fit their schema; no message repeats a value. @param path of the field */
export function problemsOf(
  identifiers: readonly AskedIdentifier[] | undefined,
  path = 'identifiers',
): ErrorDetail[] {
  return (identifiers ?? []).flatMap(({ kind, value }, i) =>
    normalise(kind, value) === undefined
      ? [{ path: `${path}[${i}].value`, message: problemOf(kind) }]
      : [],
  );
}

/** In normal form, each once. They have no problem. */
export function normalised(identifiers: readonly AskedIdentifier[] | undefined): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const { kind, value: text, country: issuer } of identifiers ?? []) {
    const value = normalise(kind, text)!;
    const country = isWorldwide(kind) ? null : (issuer?.toUpperCase() ?? null);
    found.set(`${kind} ${value} ${country}`, { kind, value, country });
  }
  return [...found.values()];
}
