import { exampleExplanation } from './explanation.ts';
import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { idParam, examplePage } from '../../../platform/http/schema.ts';
import { ScreeningPage, ScreeningQuery, StoredScreening } from './history-schemas.ts';
import { getScreening, listScreenings } from './history.ts';
import {
  SCREENING_PREFIX,
  BatchRequest,
  BatchResult,
  ScreenRequest,
  ScreenResult,
  type Asked,
} from './schemas.ts';
import { askedProblems, checkedOf, toSubject } from './asked/asked.ts';
import { GlobalListFacts, type CheckedList } from './checked/schemas.ts';
import { CAPS } from './caps.ts';
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

const EXAMPLE_ENTITY = { id: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd', sameBy: ['name' as const] };
const exampleResult: ScreenResult = {
  screeningId: 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0',
  screenedAt: '2026-11-21T09:45:00.000Z',
  listVersion: '9f2c4b7d1e6a8053',
  outcome: 'block',
  hits: [
    {
      listKind: 'tenant_blocklist',
      listId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
      source: 'internal:fraud-2026',
      listName: 'Known fraudsters',
      entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
      listRevision: 1,
      name: 'Dr. Seán O’Brien-Smith Jr.',
      matchedName: 'Dr. Seán O’Brien-Smith Jr.',
      score: 100,
      dob: '1980-02-29',
      country: 'IE',
      entity: EXAMPLE_ENTITY,
      explanation: exampleExplanation,
    },
    {
      listKind: 'sanctions',
      listId: 'glist_01kf3vbq2ye5rstv5n1v0m2r8k',
      source: 'ofac:sdn',
      listName: 'OFAC SDN',
      entryId: 'entry_01kf3vc7p0f3a9z4q7x2c5b8ne',
      listRevision: 12,
      name: 'Sean O’Brien SMITH',
      matchedName: 'Sean O’Brien SMITH',
      score: 100,
      dob: '1980-02-29',
      country: 'IE',
      programs: ['SDGT'],
      topics: ['sanction'],
      entity: EXAMPLE_ENTITY,
      explanation: exampleExplanation,
    },
  ],
};
const EXAMPLE_LISTS: CheckedList[] = [
  {
    id: 'glist_01kf3vbq2ye5rstv5n1v0m2r8k',
    source: 'ofac:sdn',
    name: 'OFAC SDN',
    kind: 'sanctions',
    revision: 12,
    entryCount: 18_214,
    publishedAt: '2026-11-20T00:00:00.000Z',
    importedAt: '2026-11-21T06:00:00.000Z',
    isOverdue: false,
  },
  {
    id: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
    source: 'internal:fraud-2026',
    name: 'Known fraudsters',
    kind: 'tenant_blocklist',
    revision: 1,
    entryCount: 1,
    publishedAt: null,
    importedAt: null,
    isOverdue: false,
  },
];
const EXAMPLE_ASKED: Asked = {
  name: 'Sean OBrien Smith',
  dob: null,
  country: null,
  kinds: ['sanctions', 'pep', 'adverse_media', 'tenant_blocklist'],
  threshold: 85,
  limit: 20,
};
const EXAMPLE_SHARED = [{ kind: 'passport' as const, country: 'IE', lastFour: '3456' }];
const EXAMPLE_QUESTION = {
  name: EXAMPLE_ASKED.name,
  aliases: ['Shane O’Brien'],
  identifiers: [{ kind: 'passport', value: 'PA 012 3456', country: 'IE' }],
  type: 'person' as const,
  birthDate: '1980',
  nationality: ['IE'],
};
const EXAMPLE_FACTS = {
  profile: 'standard',
  version: 1,
  points: 0,
  compared: [
    {
      fact: 'birthDate' as const,
      relation: 'compatible' as const,
      points: 2,
      listed: '1980-02-29',
    },
    { fact: 'nationality' as const, relation: 'same' as const, points: 1, listed: 'IE' },
  ],
};
const { hits: exampleHits, ...exampleHead } = exampleResult;

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
    policy: READ,
    status: 200,
    data: Type.Object({ lists: Type.Array(GlobalListFacts) }, { title: 'CheckedGlobalLists' }),
    example: { data: { lists: [EXAMPLE_LISTS[0] as GlobalListFacts] } },
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
    policy: READ,
    query: ScreeningQuery,
    appended: ['from', 'to', 'cursor'],
    status: 200,
    data: ScreeningPage,
    example: {
      query: { outcome: 'block' },
      data: examplePage({
        ...exampleHead,
        subjectId: null,
        title: null,
        query: EXAMPLE_ASKED,
        hitCount: 2,
      }),
    },
    handle: ({ services, orgId, query }, db) =>
      listScreenings(db, services.envelopes, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screenings/:id',
    operationId: 'getScreening',
    summary: 'Fetch a screening as it was returned',
    policy: READ,
    params: Type.Object({ id: idParam('screening', SCREENING_PREFIX) }),
    status: 200,
    data: StoredScreening,
    example: {
      data: {
        ...exampleHead,
        subjectId: null,
        title: 'Supplier of the tender, 2nd look',
        query: EXAMPLE_ASKED,
        lists: EXAMPLE_LISTS,
        hits: exampleHits,
      },
    },
    handle: ({ services, orgId, params }, db) =>
      getScreening(db, services.envelopes, orgId, params.id),
  }),
];
