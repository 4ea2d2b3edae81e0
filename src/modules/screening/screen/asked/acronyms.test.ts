import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../../test/support/screening-client.ts';
import type { Hit } from '../schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
const HEADER = 'id,type,name,aliases,country\n';
const FULL = 'Qeshm Ulterior Offshore Bunkering Company';
beforeAll(async () => {
  client = await ScreeningClient.of(app);
  const others = Array.from({ length: 300 }, (_, i) => `V-${i},organization,Filler ${i} Works,,`);
  const rows = [
    `O-1,organization,${FULL},,IR`,
    'O-2,organization,Gulf Bunkers,Northern Xylophone Quarry Workshops,AE',
    'P-1,person,Quentin Ulrich Oscar Barnaby,,GB',
    'S-1,vessel,Zephyr Xenia Ocean Queen,,PA',
    'T-1,aircraft,Blue Yellow Zebra Wing,,PA',
    ...others,
  ];
  await client.importGlobal('acronyms', HEADER + rows.join('\n'));
});

type Answer = { outcome: string; hits: Hit[] };
function screen(name: string, more: Record<string, unknown> = {}): Promise<Answer> {
  return client.ask(200, 'POST', '/screen', { name, ...more });
}

function shown({ outcome, hits }: Answer) {
  return [outcome, ...hits.map(({ name, matchedName, score }) => [name, matchedName, score])];
}

test('the acronym of an organization is a hit for review if the query has its country, and no hit otherwise', async () => {
  expect(shown(await screen('QUOB'))).toEqual(['clear']);
  expect(shown(await screen('QUOB', { country: 'IR' }))).toEqual(['review', [FULL, FULL, 92]]);
  expect(shown(await screen('QUOBC Ltd', { nationality: ['IR'] }))).toEqual([
    'review',
    [FULL, FULL, 93],
  ]);
});

test('the score of an acronym is lowered by contradicting facts, like that of every name', async () => {
  const person = { type: 'person', country: 'IR' };
  expect(shown(await screen('QUOB', person))).toEqual(['clear']);
  for (const [threshold, more, score] of [
    [75, person, 82],
    [60, { type: 'person' }, 65],
    [60, { nationality: ['PE'] }, 71],
    [60, { country: 'PE' }, 71],
  ] as const)
    expect(shown(await screen('QUOB', { threshold, ...more }))).toContainEqual([FULL, FULL, score]);
});

test.each([
  ['a person', 'QUOB', 'GB'],
  ['a ship', 'ZXOQ', 'PA'],
  ['an aircraft', 'BYZW', 'PA'],
])('%s has no acronym', async (_what, acronym, country) => {
  const { hits } = await screen(acronym, { country, threshold: 75 });
  expect(hits.filter((hit) => hit.country === country)).toEqual([]);
});

test('the acronym of an entry with an identifier of the query scores 92, whatever the threshold', async () => {
  const value = '5493001KJTIIGC8Y1R12';
  const name = 'Western Zinc Vault Quarries';
  await client.importGlobal('identified', `id,name,type,id_lei\n1,${name},organization,${value}\n`);
  for (const threshold of [60, 85, 95]) {
    const found = await screen('WZVQ', { identifiers: [{ kind: 'lei', value }], threshold });
    expect(shown(found)).toEqual(['block', [name, name, 92]]);
  }
});

test('an agreeing type never raises the score of an acronym, whatever points the profile gives for a type', async () => {
  const own = { profile: 'standard', adjustments: { type: { same: 5 } } };
  await client.ask(200, 'PATCH', '/profile', own);
  const organization = { type: 'organization' };
  expect(shown(await screen('QUOB', organization))).toEqual(['clear']);
  const { hits } = await screen('QUOB', { ...organization, threshold: 75 });
  expect(hits).toMatchObject([{ name: FULL, score: 80 }]);
  await client.ask(200, 'PATCH', '/profile', { profile: 'standard' });
});

test('a manual search finds the acronym of an alias at thresholds with and without the index', async () => {
  const found = ['Gulf Bunkers', 'Northern Xylophone Quarry Workshops', 75];
  for (const threshold of [75, 70, 60])
    expect(shown(await screen('N.X.Q.W.', { threshold })).slice(1)).toEqual([found]);
});

test('a subject that is an acronym is found when the list gets its full name', async () => {
  await client.enrol('customer-7', 'LVBT', { country: 'PE' });
  await client.importGlobal('later', `${HEADER}O-9,organization,Lima Valley Barley Traders,,PE\n`);
  expect((await client.subject('customer-7')).openHits).toBe(0);
  await rescreen(app, client.org.id);
  expect((await client.subject('customer-7')).openHits).toBe(1);
});
