import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import type { Hit, ScreenResult } from '../../screening/screen/schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

let lists = 0;
/** Imports a list of these rows under a separate source, or imports it again. */
async function listed(rows: string[], source = `entities:${++lists}`, kind = 'sanctions') {
  const header = 'id,type,name,aliases,dob,country,program,id_passport';
  await client.importGlobal(source, `${[header, ...rows].join('\n')}\n`, kind);
  return source;
}

function screen(name: string, more: object = {}): Promise<ScreenResult> {
  return client.ask(200, 'POST', '/screen', { name, ...more });
}

function bySource(hits: readonly Hit[]): Record<string, Hit> {
  return Object.fromEntries(hits.map((hit) => [hit.source, hit]));
}

describe('hits of one entity', () => {
  test('are marked with their programmes and topics, in every answer that has them', async () => {
    const one = await listed(['7,person,Olumide Fagbenle,,1970-02-03,NG,SDGT;IRAN,']);
    const two = await listed(['7,person,FAGBENLE Olumide,,1970-02-03,NG,,'], undefined, 'pep');
    const other = await listed(['7,person,Olumide Fagbenle,,1988-11-30,NG,UN,']);
    const blocklist = await client.newList();
    const [own] = await client.add(blocklist, { name: 'Olumide Fagbenle', dob: '1970-02-03' });
    const result = await screen('Olumide Fagbenle');
    const hits = bySource(result.hits);
    const first = result.hits.find(({ source }) => source !== other)!;
    const entity = { id: first.entryId, sameBy: ['name'] };
    expect(hits[one]).toMatchObject({ programs: ['SDGT', 'IRAN'], topics: ['sanction'], entity });
    expect(hits[two]).toMatchObject({ topics: ['role.pep'], entity });
    expect(hits[two]).not.toHaveProperty('programs');
    expect(hits[other]).toMatchObject({ programs: ['UN'], topics: ['sanction'] });
    expect(hits[other]).not.toHaveProperty('entity');
    const ours = result.hits.find(({ entryId }) => entryId === own)!;
    expect(ours.entity).toEqual(entity);
    expect(ours).not.toHaveProperty('topics');
    expect(ours).not.toHaveProperty('place');
    const items = [{ name: 'Olumide Fagbenle' }];
    const { results } = await client.ask(200, 'POST', '/screen/batch', { items });
    expect(results[0].hits).toEqual(result.hits);
    const stored = await client.ask(200, 'GET', `/screenings/${result.screeningId}`);
    expect(stored.hits).toEqual(result.hits);
  });

  test('are also marked if a separate thread searches', async () => {
    const row = '7,person,Kanayochukwu Ezeilo,,1970-02-03,NG,SDGT,';
    const others = Array.from({ length: 201 }, (_, i) => `${100 + i},person,Wanjiru ${i},,,,,`);
    await listed([row, ...others]);
    await listed([row]);
    const { hits } = await screen('Kanayochukwu Ezeilo', { threshold: 60 });
    expect(hits.map(({ entity }) => entity)).toEqual([
      { id: hits[0]!.entryId, sameBy: ['name'] },
      { id: hits[0]!.entryId, sameBy: ['name'] },
    ]);
    expect(hits.map(({ programs }) => programs)).toEqual([['SDGT'], ['SDGT']]);
  });

  test('are marked among the hits of a subject, by their entries as they were compared', async () => {
    const row = '7,person,Nneka Oyelaran,,1970-02-03,NG,SDGT,';
    const changed = await listed([row]);
    const kept = await listed([row]);
    await client.enrol('customer-1', 'Nneka Oyelaran');
    await rescreen(app);
    const { items } = await client.page({ subjectId: 'customer-1' });
    const [first] = items;
    expect(items.map(({ entity }) => entity)).toEqual([
      { id: first!.entryId, sameBy: ['name'] },
      { id: first!.entryId, sameBy: ['name'] },
    ]);
    expect(items.map(({ match }) => match)).toMatchObject([
      { source: expect.any(String), programs: ['SDGT'], topics: ['sanction'] },
      { source: expect.any(String), programs: ['SDGT'], topics: ['sanction'] },
    ]);
    expect(items[0]!.match).not.toHaveProperty('entity');
    // The two entries contradict once they are compared again; until then nothing changes.
    await listed(['7,person,Nneka Oyelaran,,1988-11-30,NG,SDGT,'], changed);
    const before = await client.page({ subjectId: 'customer-1' });
    expect(before.items).toEqual(items);
    await rescreen(app);
    const after = await client.page({ subjectId: 'customer-1' });
    expect(after.items.map(({ match }) => match!.source).toSorted()).toEqual(
      [changed, kept].toSorted(),
    );
    for (const hit of after.items) expect(hit).not.toHaveProperty('entity');
  });

  test('keep the programmes of the version that hit', async () => {
    const source = await listed(['7,person,Babajide Ekwueme,,,NG,SDGT,']);
    const before = await screen('Babajide Ekwueme');
    await listed(['7,person,Babajide Ekwueme,,,NG,IRAN,'], source);
    const after = await screen('Babajide Ekwueme');
    expect([before, after].map(({ hits }) => hits[0]!.programs)).toEqual([['SDGT'], ['IRAN']]);
    const stored = await client.ask(200, 'GET', `/screenings/${before.screeningId}`);
    expect(stored.hits).toEqual(before.hits);
  });
});

test('topics given by the publisher are shown for the hit and for the entry', async () => {
  await client.importGlobal(
    `entities:${++lists}`,
    'name,TOPICS\nYewande Akinsola,role.pep; reg.warn\n',
  );
  const { hits } = await screen('Yewande Akinsola');
  const entry = await client.ask(200, 'GET', `/entries/${hits[0]!.entryId}`);
  expect([hits[0]!.topics, entry.topics]).toEqual([
    ['role.pep', 'reg.warn'],
    ['role.pep', 'reg.warn'],
  ]);
});
