import { Type, type Static } from 'typebox';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';
import { DecideHit } from '../../monitoring/index.ts';
import { CaseSummary, expectedRevision, noteText } from '../schemas.ts';
import { OUTCOMES } from '../words.ts';

const { decision, onBehalfOf, expectedRevision: hitRevision, reasonCode } = DecideHit.properties;
function ids(description: string) {
  return Type.Array(Type.String(), { description });
}

export const DecideCase = Strict({
  expectedRevision,
  decisions: Type.Array(
    Strict({
      hitId: Type.String({ maxLength: 64, description: 'Id of a hit of the case.' }),
      decision,
      expectedRevision: hitRevision,
    }),
    { minItems: 1, maxItems: 100 },
  ),
  reason: Type.String({
    maxLength: 2000,
    pattern: '\\S',
    description:
      'The reason of each decision, stored encrypted with it, and a note on the case unless the request has another one.',
  }),
  note: Type.Optional(noteText),
  onBehalfOf,
  outcome: Type.Optional(
    StringEnum('CaseOutcome', OUTCOMES, { description: 'Closes the case with this outcome.' }),
  ),
  reasonCode,
  alsoIdentical: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Applies the decision to all other open hits of a subject with the same name, date of birth and country on the same entry.',
    }),
  ),
});
export type DecideCase = Static<typeof DecideCase>;

export const DecidedCase = Type.Object(
  {
    ...CaseSummary.properties,
    noteId: Type.String({ description: 'Id of the note.' }),
    decided: ids('Ids of the decided hits of the case.'),
    identical: ids('Ids of the other hits that were decided with them.'),
  },
  { title: 'DecidedCase' },
);
export type DecidedCase = Static<typeof DecidedCase>;
