import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';

let app: TestApp;
let client: ScreeningClient;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

let lists = 0;

function person(id: string, name: string, more: object = {}) {
  const { referents = [], ...properties } = more as { referents?: string[] };
  return {
    id,
    schema: 'Person',
    referents,
    properties: { name: [name], topics: ['sanction'], ...properties },
  };
}

async function listed(source: string, ...people: object[]): Promise<void> {
  const others = ['Grzegorz Wisniewski', 'Tariq Mahfoudh', 'Ingrid Solheim'].map((name, i) =>
    person(`Q${i}`, name),
  );
  const content = [...others, ...people].map((one) => JSON.stringify(one)).join('\n');
  const answer = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body: { kind: 'sanctions', source, format: 'ftm-json', content },
  });
  expect(answer.status, answer.text).toBe(201);
  await rescreen(app, client.org.id);
}

const NAME = 'Monitora Switchova';

describe('a decided hit', () => {
  let source: string;
  beforeEach(async () => {
    source = `followed:${++lists}`;
  });

  async function decidedHit(decision: string): Promise<string> {
    await client.enrol('customer-1', NAME);
    const own = (await client.hits()).find((hit) => hit.match?.source === source)!;
    await client.decide(own.id, decision);
    return own.id;
  }
  async function ownHits() {
    return (await client.hits()).filter((hit) => hit.match?.source === source);
  }

  test('keeps its decision when the publisher merges the id into a new one', async () => {
    await listed(source, person('NK-abc', NAME));
    const id = await decidedHit('false_positive');
    await listed(source, person('Q12345678', NAME, { referents: ['NK-abc', 'NK-other'] }));
    expect((await ownHits()).map((hit) => [hit.id, hit.status])).toEqual([[id, 'false_positive']]);
    const { hits } = await client.ask(200, 'POST', '/screen', {
      name: NAME,
      subjectId: 'customer-1',
    });
    const own = hits.find((hit: { source: string }) => hit.source === source);
    expect(own.decision).toBe('false_positive');
    const entry = await client.ask(200, 'GET', `/entries/${own.entryId}`);
    expect(entry.externalId).toBe('Q12345678');
  });

  test('is not moved while the list keeps its id, nor stays a hit where the other entry is none', async () => {
    await listed(source, person('NK-abc', NAME), person('Q9', 'Dumisani Ncube'));
    await decidedHit('false_positive');
    await listed(
      source,
      person('NK-abc', NAME),
      person('Q77', 'Fiona Gallagher', { referents: ['NK-abc'] }),
    );
    expect((await ownHits()).map((hit) => hit.status)).toEqual(['false_positive']);
    await listed(source, person('Q9', 'Dumisani Ncube', { referents: ['NK-abc'] }));
    expect((await ownHits()).map((hit) => hit.status)).toEqual(['closed']);
  });

  test('moves to an entry that the list has already', async () => {
    const other = { birthDate: ['1970-05-04'] };
    await listed(source, person('NK-abc', NAME, other), person('Q9', 'Dumisani Ncube', other));
    const id = await decidedHit('false_positive');
    const merged = { alias: ['Dumisani Ncube'], ...other, referents: ['NK-abc'] };
    const events = (await client.events()).length;
    await listed(source, person('Q9', NAME, merged));
    const [hit, ...more] = await ownHits();
    expect([hit!.id, hit!.status, hit!.reopenedBecause, more]).toEqual([
      id,
      'open',
      'entry_changed',
      [],
    ]);
    expect(await client.events()).toHaveLength(events + 1);
    const entry = await client.ask(200, 'GET', `/entries/${hit!.entryId}`);
    expect(entry.externalId).toBe('Q9');
    await client.decide(id, 'true_match');
    await listed(source, person('Q9', NAME, merged));
    expect((await ownHits()).map((one) => [one.id, one.status])).toEqual([[id, 'true_match']]);
  });

  test('moves with its decision to an entry that says the same', async () => {
    await listed(source, person('NK-abc', NAME), person('Q9', 'Dumisani Ncube'));
    const id = await decidedHit('false_positive');
    const events = (await client.events()).length;
    await listed(source, person('Q9', NAME, { referents: ['NK-abc'] }));
    expect((await ownHits()).map((one) => [one.id, one.status])).toEqual([[id, 'false_positive']]);
    expect(await client.events()).toHaveLength(events);
  });

  test('is taken up by the hit that the other entry has already: what is open stays open, once', async () => {
    await listed(source, person('NK-abc', NAME), person('Q9', NAME));
    await client.enrol('customer-1', NAME);
    const hits = await ownHits();
    expect(hits.map((one) => one.status)).toEqual(['open', 'open']);
    const externalIds = await Promise.all(
      hits.map(
        async ({ entryId }) => (await client.ask(200, 'GET', `/entries/${entryId}`)).externalId,
      ),
    );
    const [former, own] = ['NK-abc', 'Q9'].map((one) => hits[externalIds.indexOf(one)]!);
    await client.decide(own!.id, 'false_positive');
    const events = (await client.events()).length;
    await listed(source, person('Q9', NAME, { referents: ['NK-abc'] }));
    expect((await client.hit(own!.id)).status, 'decided without the other entry').toBe('open');
    expect((await client.hit(former!.id)).status).toBe('closed');
    expect(await client.events()).toHaveLength(events + 1);
  });

  test('of two former ids goes on under the new one', async () => {
    await listed(source, person('NK-a', NAME), person('NK-b', NAME));
    await client.enrol('customer-1', NAME);
    for (const hit of await ownHits()) await client.decide(hit.id, 'true_match');
    await listed(source, person('Q7', NAME, { referents: ['NK-a', 'NK-b'] }));
    expect((await ownHits()).map((one) => one.status).toSorted()).toEqual(['closed', 'true_match']);
  });

  test('moves also where the other entry named the former id before', async () => {
    const more = { referents: ['NK-abc'] };
    await listed(source, person('NK-abc', NAME), person('Q9', 'Dumisani Ncube', more));
    await decidedHit('true_match');
    await listed(source, person('Q9', 'Dumisani Ncube', more));
    expect((await ownHits()).map((one) => one.status)).toEqual(['closed']);
  });

  test('opens again, with an event, when the list names another programme or topic', async () => {
    await listed(source, person('NK-abc', NAME, { programId: ['SDGT'] }));
    const id = await decidedHit('true_match');
    const events = (await client.events()).length;
    await listed(source, person('NK-abc', NAME, { programId: ['SDGT'], notes: ['more'] }));
    expect((await client.hit(id)).status).toBe('true_match');
    await listed(source, person('NK-abc', NAME, { programId: ['SDGT', 'IRAN'] }));
    expect(await client.hit(id)).toMatchObject({
      status: 'open',
      reopenedBecause: 'entry_changed',
    });
    expect(await client.events()).toHaveLength(events + 1);
    await client.decide(id, 'false_positive');
    await listed(source, person('NK-abc', NAME, { programId: ['IRAN'] }));
    expect((await client.hit(id)).status).toBe('false_positive');
    const topics = ['sanction', 'crime.terror'];
    await listed(source, person('NK-abc', NAME, { programId: ['IRAN'], topics }));
    expect((await client.hit(id)).status).toBe('open');
  });

  test('counts in a screening before the subject is screened again', async () => {
    await listed(source, person('NK-abc', NAME, { topics: ['sanction.linked'] }));
    await decidedHit('false_positive');
    const answer = async () => {
      const { hits } = await client.ask(200, 'POST', '/screen', {
        name: NAME,
        subjectId: 'customer-1',
      });
      return hits.find((hit: { source: string }) => hit.source === source).decision;
    };
    expect(await answer()).toBe('false_positive');
    const more = person('NK-abc', NAME, { topics: ['sanction'] });
    await app.call('POST', '/api/v1/admin/lists', {
      key: await app.platformKey(),
      body: { kind: 'sanctions', source, format: 'ftm-json', content: JSON.stringify(more) },
    });
    expect(await answer()).toBeUndefined();
  });
});
