import { Type } from 'typebox';
import { Nullable, StringEnum } from '../../../platform/http/schema.ts';

/** The kinds of verification, by the contract's names. */
export const KINDS = ['bvn', 'nin', 'liveness', 'face_match', 'account'] as const;
export type Kind = (typeof KINDS)[number];

/** Country of the endpoints without a country parameter. */
export const HOME_COUNTRY = 'NG';

/** Kinds that concern a number; the others concern images. */
export const IDENTIFIER_KINDS = ['bvn', 'nin', 'account'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** Kinds that a request may name. `vnin` is a virtual NIN, which represents a NIN; records and answers have `nin`. */
export const REQUESTED_KINDS = [...IDENTIFIER_KINDS, 'vnin'] as const;
export type RequestedKind = (typeof REQUESTED_KINDS)[number];

const format = {
  pattern: Type.String({
    description:
      'Regular expression in the syntax that RE2 and ECMAScript share; the whole text must match.',
  }),
  example: Type.String({ description: 'An invented example in the right format.' }),
};

/** One entry of `GET /identity/kinds`. */
export const CatalogueEntry = Type.Object(
  {
    country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    kind: StringEnum('IdentifierKind', REQUESTED_KINDS),
    name: Type.String({ description: 'Name of the identifier in the country.' }),
    description: Type.String({
      description: 'Its format in words, including checks in addition to the pattern.',
    }),
    ...format,
    bankCode: Nullable(
      Type.Object({ description: Type.String(), ...format }, { title: 'BankCodeFormat' }),
      { description: 'The format of `bankCode`; null for kinds without a bank code.' },
    ),
  },
  { title: 'IdentityKind' },
);
