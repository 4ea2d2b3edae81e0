import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../../test/support/screening-client.ts';
import type { Hit } from '../schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

const NAME = 'Thandeka Mkhwanazi';
const ALIASES = ['Ngozi Eze', 'Zenith Trading II'];
type Body = Record<string, unknown>;
type Result = { screeningId: string; outcome: string; hits: Hit[] };
function screen(more: Body): Promise<Result> {
  return client.ask(200, 'POST', '/screen', { name: NAME, ...more });
}

describe('further names of a query', () => {
  test('together find every entry that each of them finds alone, with the best score', async () => {
    const listId = await client.newList();
    await client.add(
      listId,
      'Ngozi Ezeh',
      'Zenith Trading II',
      'Thandeka N Mkhwanazi',
      'Ngozi Okeke',
    );
    const alone = await Promise.all(
      [NAME, ...ALIASES].map(async (name) => (await screen({ name })).hits),
    );
    const { hits } = await screen({ aliases: ALIASES });
    const byScore = (a: Hit, b: Hit) => b.score - a.score || (a.entryId < b.entryId ? -1 : 1);
    expect(hits).toEqual(alone.flat().toSorted(byScore));
    expect(hits).toHaveLength(3);
    expect(await screen({ name: NAME, aliases: [] })).toMatchObject({ hits: alone[0] });
    const one = (await screen({ name: 'Ngozi Ese', aliases: ['Ngozi Ezeh'] })).hits;
    expect(one.map(({ score }) => score)).toEqual([100]);
  });

  test('are compared at thresholds below those that the index finds quickly, and in a batch', async () => {
    const listId = await client.newList();
    const others = Array.from({ length: 250 }, (_, i) => `Filler Number${i} Person`);
    const [entryId] = await client.add(listId, 'Ngozi Eze', ...others);
    const low = await screen({ aliases: ALIASES, threshold: 60 });
    expect(low.hits.map((hit) => hit.entryId)).toEqual([entryId]);
    const items = [{ name: NAME }, { name: NAME, aliases: ALIASES }];
    const { results } = await client.ask(200, 'POST', '/screen/batch', { items });
    expect(results.map(({ outcome }: Result) => outcome)).toEqual(['clear', 'block']);
  });

  test('are stored with the screening, as a part of the query', async () => {
    await client.add(await client.newList(), 'Ngozi Eze');
    await client.enrol('customer-1', 'Ngozi Eze');
    await client.decide((await client.onlyHit()).id, 'false_positive');
    const asked = { name: 'Ngozi Eze', subjectId: 'customer-1' };
    const { screeningId, outcome } = await screen({ ...asked, aliases: ALIASES });
    expect(outcome).toBe('block');
    expect(await client.ask(200, 'GET', `/screenings/${screeningId}`)).toMatchObject({
      query: { aliases: ALIASES },
    });
    const plain = await screen(asked);
    expect(plain.outcome).toBe('clear');
    const { query } = await client.ask(200, 'GET', `/screenings/${plain.screeningId}`);
    expect(query).not.toHaveProperty('aliases');
  });

  test('are at most ten, each with a letter or digit', async () => {
    const many = Array.from({ length: 11 }, (_, i) => `Name ${i}`);
    for (const [aliases, path] of [
      [many, 'aliases'],
      [['Ada', '...'], 'aliases[1]'],
    ] as const) {
      const answer = await client.call('POST', '/screen', { name: NAME, aliases });
      expect(answer.body.error.details.map((one: { path: string }) => one.path)).toEqual([path]);
    }
  });

  test('of a subject are stored, and found when a list changes, until they are removed', async () => {
    expect(await client.enrol('customer-1', NAME, { aliases: ALIASES })).toMatchObject({
      aliases: ALIASES,
    });
    await client.add(await client.newList(), 'Ngozi Eze');
    await rescreen(app);
    const { id } = await client.onlyHit();
    expect(await client.enrol('customer-1', NAME)).not.toHaveProperty('aliases');
    expect(await client.hit(id)).toMatchObject({ closedBecause: 'subject_changed' });
  });
});
