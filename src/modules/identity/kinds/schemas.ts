import { Type } from 'typebox';
import { Nullable, StringEnum } from '../../../platform/http/schema.ts';
import { REQUESTED_KINDS } from '../kinds.ts';

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
