import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { withWithdrawal } from '../../identity/index.ts';
import { defineRoute, WRITE } from '../access.ts';

import { AddItems, CASE_PREFIX, CaseSummary } from '../schemas.ts';
import { addItems, removeItem } from './items.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Cases', extension: true } as const;
const params = Type.Object({ id: idParam('case', CASE_PREFIX) });

const AddedItems = Type.Object(
  {
    ...CaseSummary.properties,
    added: Type.Array(Type.String(), { description: 'Ids of the newly added items.' }),
  },
  { title: 'CaseWithAddedItems' },
);

/** The routes for the items of a case. */
export const itemRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/cases/:id/items',
    operationId: 'addCaseItems',
    audit: {
      action: 'case.add_items',
      does: 'added evidence to a case',
      shows: ['added', 'revision'],
    },
    summary: 'Add hits, screenings, verifications, dead letters or threads to a case',
    policy: WRITE,
    params,
    body: AddItems,
    data: AddedItems,
    errors: ['CONFLICT'],
    creates: { resource: 'case-item', ids: (data: { added: string[] }) => data.added },
    handle: async ({ orgId, principal, params: { id }, body, actor }, tx) =>
      withWithdrawal(tx, principal, await addItems(tx, orgId, id, body.ids, actor)),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/cases/:id/items/:itemId',
    operationId: 'removeCaseItem',
    audit: {
      action: 'case.remove_item',
      does: 'removed evidence from a case',
      removes: ['itemId'],
    },
    summary: 'Remove an item from a case',
    policy: WRITE,
    params: Type.Object({
      id: idParam('case', CASE_PREFIX),
      itemId: idParam('case-item', 'hit'),
    }),
    data: CaseSummary,
    errors: ['CONFLICT'],
    handle: async ({ orgId, principal, params: { id, itemId }, actor }, tx) =>
      withWithdrawal(tx, principal, await removeItem(tx, orgId, id, itemId, actor)),
  }),
]);
