import { Type, type Static } from 'typebox';
import { definePattern } from '../../../platform/http/validate.ts';

const PLACE = definePattern('^[A-Za-z0-9_]{1,64}$', 'must be a cursor from an earlier answer');
const ITEMS_PLACE = definePattern(
  '^[0-9]{1,16}_[A-Za-z0-9_]{1,64}$',
  'must be the itemsNext of an answer',
);

function idPlace(description: string) {
  return Type.Optional(Type.String({ pattern: PLACE, description }));
}

/** The places after which the pages of a case begin. */
export const CasePlace = Type.Object({
  itemsAfter: Type.Optional(
    Type.String({
      pattern: ITEMS_PLACE,
      description: '`itemsNext` of the answer before: returns the items after it.',
    }),
  ),
  notesAfter: idPlace('`notesNext` of the answer before: returns the notes after it.'),
  historyBefore: idPlace('`historyNext` of the answer before: returns the changes before it.'),
});
export type CasePlace = Static<typeof CasePlace>;
