/** The question of a screening, as answers and stored screenings show it. */
import { Type, type Static } from 'typebox';
import { Nullable, StringEnum } from '../../../../platform/http/schema.ts';
import {
  askedFacts,
  type IdentifierTrace,
  LIST_KINDS,
  ShownIdentifiers,
} from '../../../../matching/index.ts';
import type { Federated } from '../federated.ts';
import { emptiedFields, type Checked } from './asked.ts';

export const AskedQuery = Type.Object(
  {
    name: Type.String(),
    aliases: Type.Optional(
      Type.Array(Type.String(), { description: 'Present if there were any.' }),
    ),
    dob: Nullable(Type.String()),
    country: Nullable(Type.String()),
    identifiers: Type.Optional(ShownIdentifiers),
    ...askedFacts,
    kinds: Type.Array(StringEnum('ListKind', LIST_KINDS)),
    threshold: Type.Number(),
    limit: Type.Integer(),
    profile: Type.Optional(
      Type.Object(
        { name: Type.String(), version: Type.Integer() },
        {
          title: 'ScreeningProfileUsed',
          description:
            'The profile of weights. Present when the query had facts or identifiers; if absent, `standard` 1.',
        },
      ),
    ),
    ...emptiedFields,
  },
  { title: 'ScreeningQuery' },
);
export type Asked = Static<typeof AskedQuery>;
/** As it is stored with a screening. */
export type StoredQuery = Omit<Asked, 'identifiers'> & {
  identifiers?: IdentifierTrace[];
  federated?: Federated;
  checked?: Checked;
};
