import { Type } from 'typebox';
import { defineRoute } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { ScreeningPage, ScreeningQuery, StoredScreening } from './history-schemas.ts';
import { getScreening, listScreenings } from './history.ts';
import {
  SCREENING_PREFIX,
  BatchRequest,
  BatchResult,
  ScreenRequest,
  ScreenResult,
} from './schemas.ts';
import { askedProblems, checkedOf, toSubject } from './asked/asked.ts';
import { GlobalListFacts } from './checked/schemas.ts';
import { CAPS } from './caps.ts';
import type { Screened, Verdict } from './screened.ts';
import { storeScreenings } from './store-screenings.ts';
import { EXAMPLES } from './examples.ts';
import { SCREENING_READ, SCREENING_WRITE } from '../../lists/index.ts';

const COMMON = { tag: 'Screening', extension: true } as const;

/** All but the lists, which a batch has once. */
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

/** Screening of names, one or many at a time, and reading back what was found. */
export const screenRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/screen',
    operationId: 'screenName',
    audit: {
      action: 'screening.run',
      does: 'screened a name',
      object: ({ data }) => data.screeningId,
      shows: ['outcome', 'listVersion'],
    },
    summary: "Screen a name against global lists and the organization's own",
    description:
      'The screening is stored with its hits, which remain after their entries are deleted.',
    extension: false,
    policy: SCREENING_WRITE,
    body: ScreenRequest,
    check: ({ body }) => askedProblems(body),
    status: 200,
    data: ScreenResult,
    example: EXAMPLES.screenName,
    creates: { resource: 'screening', ids: (data: ScreenResult) => [data.screeningId] },
    prepare: async ({ services: { screening }, orgId, body, abandoned }) => {
      const asked = [toSubject(body)];
      const screened = await screening.screenFederated(orgId, asked, body, CAPS, abandoned());
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
    audit: { action: 'screening.run_batch', does: 'screened several names' },
    summary: 'Screen up to 1,000 names at once',
    description:
      'All names are screened against the same version of the lists. Items have no `subjectId`, so your own ' +
      `decisions on hits do not count in a batch. More than ${CAPS.all} hits in total return 409.`,
    policy: SCREENING_WRITE,
    body: BatchRequest,
    check: ({ body }) => body.items.flatMap((item, i) => askedProblems(item, `items[${i}].`)),
    bodyLimitFactor: 8,
    errors: ['CONFLICT'],
    status: 200,
    data: BatchResult,
    example: EXAMPLES.screenNames,
    prepare: ({ services: { screening }, orgId, body, abandoned }) =>
      screening.screenFederated(
        orgId,
        body.items.map(toSubject),
        body,
        { ...CAPS, nameAt: (i) => `items[${i}].name` },
        abandoned(),
      ),
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
    policy: SCREENING_READ,
    status: 200,
    data: Type.Object({ lists: Type.Array(GlobalListFacts) }, { title: 'CheckedGlobalLists' }),
    example: EXAMPLES.listCheckedGlobalLists,
    handle: async ({ services: { screening } }) => ({
      lists: (await screening.globalLists()) as GlobalListFacts[],
    }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings',
    operationId: 'listScreenings',
    summary: 'List screenings, newest first',
    policy: SCREENING_READ,
    query: ScreeningQuery,
    appended: ['from', 'to', 'cursor'],
    status: 200,
    data: ScreeningPage,
    example: EXAMPLES.listScreenings,
    handle: ({ services, orgId, query }, db) =>
      listScreenings(db, services.envelopes, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings/:id',
    operationId: 'getScreening',
    summary: 'Fetch a screening as it was returned',
    policy: SCREENING_READ,
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    status: 200,
    data: StoredScreening,
    example: EXAMPLES.getScreening,
    handle: ({ services, orgId, params }, db) =>
      getScreening(db, services.envelopes, orgId, params.id),
  }),
];
