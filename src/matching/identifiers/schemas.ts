import { Type, type Static } from 'typebox';
import '../formats.ts';
import { Nullable, Strict, StringEnum } from '../../platform/http/schema.ts';
import { IDENTIFIER_KINDS, type IdentifierKind } from './kinds.ts';

export const MOST_IDENTIFIERS = 20;
const MOST_CHARACTERS = 200;

const AskedIdentifier = Strict(
  {
    kind: StringEnum('ScreeningIdentifierKind', IDENTIFIER_KINDS),
    value: Type.String({
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      description: 'As written; spaces, hyphens, full stops and case make no difference.',
    }),
    country: Type.Optional(
      Type.String({
        format: 'iso-3166-1-alpha-2',
        description: 'ISO 3166-1 alpha-2 of the issuer, in any case.',
      }),
    ),
  },
  { title: 'ScreeningIdentifier' },
);
export type AskedIdentifier = Static<typeof AskedIdentifier>;

export const AskedIdentifiers = Type.Array(AskedIdentifier, {
  title: 'ScreeningIdentifiers',
  maxItems: MOST_IDENTIFIERS,
  description:
    'Numbers of the person or thing. An entry with one of them is a hit, whatever its name. Oriki stores only an HMAC and the ' +
    'last four characters of each.',
});

/** A query's identifier in the form that later responses show. */
export const ShownIdentifier = Type.Object(
  {
    kind: StringEnum('ScreeningIdentifierKind', IDENTIFIER_KINDS),
    country: Nullable(Type.String()),
    lastFour: Type.String({ description: 'Its last four characters, or fewer of a short one.' }),
  },
  { title: 'ScreenedIdentifier' },
);

export const ShownIdentifiers = Type.Array(ShownIdentifier, {
  title: 'ScreenedIdentifiers',
  description: 'Present if there are any.',
});

/** All data that Oriki stores of a query's identifier. */
export type IdentifierTrace = {
  kind: IdentifierKind;
  country: string | null;
  lastFour: string;
  /**
   * MAC of the number without its kind, in hex, with a key of the organization. Trying all nine-digit numbers would
   * reverse a plain hash.
   */
  hmac: string;
};
