import type { CheckedList } from './checked/schemas.ts';
import { exampleExplanation } from './explanation.ts';
import type { Asked } from './asked/schemas.ts';
import type { ScreenResult } from './schemas.ts';
import type { GlobalListFacts } from './checked/schemas.ts';

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
export const EXAMPLE_LISTS: CheckedList[] = [
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
export const EXAMPLE_ASKED: Asked = {
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
export const { hits: exampleHits, ...exampleHead } = exampleResult;

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  screenNames: {
    body: { items: [{ ref: 'customer-17', name: EXAMPLE_ASKED.name }] },
    data: { lists: EXAMPLE_LISTS, results: [{ ref: 'customer-17', ...exampleResult }] },
  },
  listCheckedGlobalLists: { data: { lists: [EXAMPLE_LISTS[0] as GlobalListFacts] } },
  screenName: {
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
};
