import { Type } from 'typebox';
import { Nullable, StringEnum } from '../../../platform/http/schema.ts';
import { REQUESTED_KINDS } from '../kinds.ts';

const format = {
  pattern: Type.String({
    description:
      'Regular expression, in the syntax that RE2 and ECMAScript share, that the whole text matches.',
  }),
  example: Type.String({ description: 'Invented, and well formed.' }),
};

/** One entry of `GET /identity/kinds`. */
export const CatalogueEntry = Type.Object(
  {
    country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    kind: StringEnum('IdentifierKind', REQUESTED_KINDS),
    name: Type.String({ description: 'Name of the identifier in the country.' }),
    description: Type.String({
      description: 'Its form in words, with what is checked beyond the pattern.',
    }),
    ...format,
    bankCode: Nullable(
      Type.Object({ description: Type.String(), ...format }, { title: 'BankCodeFormat' }),
      { description: 'The form of `bankCode`; null for kinds that take none.' },
    ),
  },
  { title: 'IdentityKind' },
);
