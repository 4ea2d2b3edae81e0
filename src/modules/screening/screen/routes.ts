import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { BatchRequest, BatchResult, ScreenRequest, ScreenResult } from './schemas.ts';
import { askedProblems, checkedOf, toSubject } from './asked/asked.ts';
import { GlobalListFacts } from './checked/schemas.ts';
import { CAPS } from './caps.ts';
import {
  EXAMPLE_ASKED,
  EXAMPLE_FACTS,
  EXAMPLE_LISTS,
  EXAMPLE_QUESTION,
  EXAMPLE_SHARED,
  exampleHits,
  exampleResult,
} from './examples.ts';
import type { Screened, Verdict } from './screened.ts';
import { storeScreenings } from './store-screenings.ts';

const READ: Policy = {
  scope: 'fraud:screen',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'screening',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Screening', extension: true } as const;
/** The rules of a caller's own screening. */
const OF_CALLER = { isFederated: true, mayLag: true } as const;

/** Everything but the lists, which a batch has once. */
function results(screened: Screened): ScreenResult[] {
  const { screenedAt, listVersion, federated, types, verdicts } = screened;
  const checkedIn = ({ subject }: Pick<Verdict, 'subject'>) => {
    const checked = checkedOf(subject, types);
    return checked && { checked };
  };
  return verdicts.map(({ id, outcome, hits, ...verdict }) => ({
    screeningId: id,
    screenedAt: screenedAt.toISOString(),
    listVersion,
    outcome,
    ...(federated && { federated }),
    ...checkedIn(verdict),
    hits,
  }));
}

/** Screening of names, one or many at a time. */
export const screenRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/screen',
    operationId: 'screenName',
    audit: {
      action: 'screening.run',
      object: ({ data }) => data.screeningId,
      shows: ['outcome', 'listVersion'],
    },
    summary: "Screen a name against global lists and the organization's own",
    description:
      'The screening is stored with its hits, which remain after their entries are deleted.',
    extension: false,
    policy: WRITE,
    body: ScreenRequest,
    check: ({ body }) => askedProblems(body),
    status: 200,
    data: ScreenResult,
    example: {
      body: EXAMPLE_QUESTION,
      data: {
        ...exampleResult,
        lists: EXAMPLE_LISTS,
        hits: exampleHits.map((hit) => ({
          ...hit,
          identifiers: EXAMPLE_SHARED,
          explanation: { ...hit.explanation, facts: EXAMPLE_FACTS },
        })),
      },
    },
    creates: { resource: 'screening', ids: (data: ScreenResult) => [data.screeningId] },
    prepare: async ({ services: { screening }, orgId, body, abandoned }) => {
      const screened = await screening.screen({
        ...OF_CALLER,
        orgId,
        subjects: [toSubject(body)],
        rules: body,
        caps: CAPS,
        abandoned: abandoned(),
      });
      return { orgId, subjectId: body.subjectId ?? null, screened };
    },
    writeAll: storeScreenings,
    answer: (_context, { screened }) => ({ ...results(screened)[0]!, lists: screened.lists }),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/screen/batch',
    operationId: 'screenNames',
    audit: { action: 'screening.run_batch' },
    summary: 'Screen up to 1,000 names at once',
    description:
      'All names are screened against the same version of the lists. Items have no `subjectId`, so your own ' +
      `decisions on hits do not count in a batch. More than ${CAPS.all} hits in total return 409.`,
    policy: WRITE,
    body: BatchRequest,
    check: ({ body }) => body.items.flatMap((item, i) => askedProblems(item, `items[${i}].`)),
    bodyLimitFactor: 8,
    errors: ['CONFLICT'],
    status: 200,
    data: BatchResult,
    example: {
      body: { items: [{ ref: 'customer-17', name: EXAMPLE_ASKED.name }] },
      data: { lists: EXAMPLE_LISTS, results: [{ ref: 'customer-17', ...exampleResult }] },
    },
    prepare: ({ services: { screening }, orgId, body, abandoned }) =>
      screening.screen({
        ...OF_CALLER,
        orgId,
        subjects: body.items.map(toSubject),
        rules: body,
        caps: { ...CAPS, nameAt: (i) => `items[${i}].name` },
        abandoned: abandoned(),
      }),
    handle: async ({ orgId, body }, tx, screened) => {
      await storeScreenings(tx, [{ orgId, subjectId: null, screened }]);
      return {
        lists: screened.lists,
        results: results(screened).map((result, i) => ({
          ref: body.items[i]!.ref ?? null,
          ...result,
        })),
      };
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/global-lists',
    operationId: 'listCheckedGlobalLists',
    summary: 'List the operator’s lists for screening',
    policy: READ,
    status: 200,
    data: Type.Object({ lists: Type.Array(GlobalListFacts) }, { title: 'CheckedGlobalLists' }),
    example: { data: { lists: [EXAMPLE_LISTS[0] as GlobalListFacts] } },
    handle: async ({ services: { screening } }) => ({
      lists: (await screening.globalLists()) as GlobalListFacts[],
    }),
  }),
];
