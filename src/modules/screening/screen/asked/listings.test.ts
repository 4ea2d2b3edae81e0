import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../../test/support/screening-client.ts';
import type { ImportReport } from '../../../lists/global/schemas.ts';
import type { ScreenResult } from '../schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeAll(async () => {
  client = await ScreeningClient.of(app);
});

let lists = 0;
/** Names that are not alike, one per list. */
const NAMES = [
  'Bolanle Adewusi',
  'Grzegorz Wisniewski',
  'Tariq Mahfoudh',
  'Ingrid Solheim',
  'Hiroshi Takemura',
  'Lourdes Cabrera',
  'Dumisani Ncube',
  'Fiona Gallagher',
  'Ravindra Kulkarni',
  'Ottavio Bianchini',
  'Seyoum Gebremariam',
  'Nguyen Thanh Phuc',
  'Karlis Ozolins',
];
async function imported(
  format: string,
  content: string,
  kind = 'sanctions',
): Promise<ImportReport> {
  const body = { kind, source: `listings:${++lists}`, format, content };
  const answer = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

function screen(name: string): Promise<ScreenResult> {
  return client.ask(200, 'POST', '/screen', { name });
}

const CSL_COLUMNS = '_id,source,entity_number,type,programs,name,alt_names,end_date';

test.each([
  ['sanction', 'block'],
  ['', 'block'],
  ['sanction.unheard', 'block'],
  ['export.control', 'block'],
  ['sanction;role.rca', 'block'],
  ['sanction.linked', 'review'],
  ['sanction.control', 'review'],
  ['export.control.linked', 'review'],
  ['debarment', 'review'],
])('a listing with the topics "%s" results in %s', async (topics, outcome) => {
  const name = NAMES[lists]!;
  await imported('csv', `name,topics\n${name},${topics}\n`);
  const result = await screen(name);
  const own = result.hits.find((hit) => hit.source === `listings:${lists}`)!;
  expect(own.score).toBe(100);
  expect(result.outcome).toBe(outcome);
});

test.each([
  ['Sectoral Sanctions Identifications List (SSI) - Treasury Department', '', 'review'],
  ['Denied Persons List (DPL) - Bureau of Industry and Security', '2022-01-27', 'review'],
  ['Denied Persons List (DPL) - Bureau of Industry and Security', '', 'block'],
  ['Specially Designated Nationals (SDN) - Treasury Department', '', 'block'],
])('a row of the list "%s" that ends "%s" results in %s', async (source, end, outcome) => {
  const name = NAMES[lists]!;
  await imported('csl-csv', `${CSL_COLUMNS}\na${lists},${source},,,,${name},,${end}\n`);
  expect((await screen(name)).outcome).toBe(outcome);
});

test('an import counts unknown topics of sanctions lists only', async () => {
  const rows =
    'name,topics,program\nAda Unknowna,sanction.new,SDGT\nEze Unknownb,,Newly Made\nObi Knownc,,\n';
  expect((await imported('csv', rows)).unknown).toEqual({
    topics: 1,
    programs: 1,
    named: ['sanction.new', 'Newly Made'],
  });
  expect((await imported('csv', rows, 'pep')).unknown).toEqual({
    topics: 0,
    programs: 0,
    named: [],
  });
});

test("a hit on a relative contains the person and a link to the person's entry", async () => {
  const person = { id: 'Q-1', schema: 'Person', properties: { name: ['Presidenta Pepova'] } };
  const family = { schema: 'Family', properties: { person: [person], relationship: ['spouse'] } };
  const thing = {
    id: 'Q-rca',
    caption: 'Sponsus Pepov',
    schema: 'Person',
    properties: { name: ['Sponsus Pepov'], topics: ['role.rca'], familyPerson: [family] },
  };
  await imported('ftm-json', `${JSON.stringify(thing)}\n`, 'pep');
  const { hits, screeningId, outcome } = await screen('Sponsus Pepov');
  expect(outcome).toBe('review');
  expect(hits[0]).toMatchObject({
    topics: ['role.rca'],
    pep: { classes: ['relative'], of: [{ name: 'Presidenta Pepova', relation: 'spouse' }] },
  });
  const stored = await client.ask(200, 'GET', `/screenings/${screeningId}`);
  expect(stored.hits).toEqual(hits);
});
