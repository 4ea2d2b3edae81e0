import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import type { Hit } from './schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
const LISTED = 'Oluwadamilare Featherstonehaugh';
const SLIP = 'Oluwadamilare Fetherstonhalgh';
const HEADER = 'id,type,name,dob,country,gender,birth_place,addresses\n';
const ROW = `P-1,person,${LISTED},1970-05-01,NG,Male,"Ibadan, Nigeria","12 Broad Street, Marina, Lagos, Nigeria"\n`;
/** Facts that agree with everything in the list. */
const AGREEING = {
  type: 'person',
  gender: 'male',
  birthDate: '1970-05-01',
  birthPlace: 'Ibadan, Nigeria',
  nationality: ['ng'],
  addresses: ['Broad Street 12, Marina, Lagos, Nigeria'],
};
const CONTRADICTING = {
  type: 'vessel',
  gender: 'female',
  birthDate: '1931',
  birthPlace: 'Perm, Russia',
  nationality: ['RU', 'BY'],
  addresses: ['Lenina 4, Perm, Russia'],
};
beforeAll(async () => {
  client = await ScreeningClient.of(app);
  await client.importGlobal('facts', HEADER + ROW);
});
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

type Body = Record<string, unknown>;
function screen(more: Body): Promise<{ screeningId: string; outcome: string; hits: Hit[] }> {
  return client.ask(200, 'POST', '/screen', { name: LISTED, ...more });
}
function factsOf({ hits }: { hits: Hit[] }) {
  return (hits[0]!.explanation as { facts?: { points: number; compared: object[] } }).facts;
}

describe('facts of a query', () => {
  test('lower the score of an equal name by at most 15 points, so that it stays a hit', async () => {
    const [agreeing, contradicting] = [await screen(AGREEING), await screen(CONTRADICTING)];
    expect([agreeing.outcome, agreeing.hits[0]!.score]).toEqual(['block', 100]);
    expect([contradicting.outcome, contradicting.hits[0]!.score]).toEqual(['review', 85]);
    expect(factsOf(contradicting)).toEqual({
      profile: 'standard',
      version: 1,
      points: -15,
      compared: [
        { fact: 'type', relation: 'different', points: -10, listed: 'person' },
        { fact: 'gender', relation: 'different', points: -6, listed: 'male' },
        { fact: 'birthDate', relation: 'different', points: -8, listed: '1970-05-01' },
        { fact: 'birthPlace', relation: 'different', points: -3 },
        { fact: 'nationality', relation: 'different', points: -4, listed: 'NG' },
        { fact: 'address', relation: 'different', points: -1 },
      ],
    });
    expect(factsOf(agreeing)).toMatchObject({
      points: 0,
      compared: Object.keys(AGREEING).map(() => expect.objectContaining({ relation: 'same' })),
    });
  });

  test('raise the score of a name that is a little below the threshold if they agree', async () => {
    const alone = (await screen({ name: SLIP, threshold: 50 })).hits[0]!.score;
    expect(alone).toBeGreaterThan(70);
    const threshold = Math.min(100, Math.ceil(alone) + 1);
    expect((await screen({ name: SLIP, threshold })).hits).toEqual([]);
    const { hits } = await screen({ name: SLIP, threshold, ...AGREEING });
    expect(hits.map(({ score }) => score)).toEqual([alone + 5]);
    const two = { name: SLIP, threshold: alone + 5.01, ...AGREEING };
    expect((await screen(two)).hits).toEqual([]);
  });

  test('do not change the score if the list or the query has none', async () => {
    await client.add(await client.newList(), 'Chidubem Wolstenholme');
    const name = 'Chidubem Wolstenholm';
    const [alone, asked] = [await screen({ name }), await screen({ name, ...AGREEING })];
    expect(asked.hits).toEqual(alone.hits);
    expect((await screen({})).hits[0]!.explanation).not.toHaveProperty('facts');
  });

  test('replace dob and country, which then have no weight', async () => {
    const { hits } = await screen({
      dob: '1931-01-01',
      country: 'RU',
      birthDate: '1970',
      nationality: ['NG'],
    });
    expect([hits[0]!.score, hits[0]!.explanation.penalties]).toEqual([100, []]);
    expect(hits[0]!.explanation).not.toHaveProperty('dob');
  });

  test('are compared at thresholds below those that the index finds quickly, and in a batch', async () => {
    const filler = Array.from({ length: 250 }, (_, i) => `Filler Number${i} Person`);
    await client.add(await client.newList(), ...filler);
    const low = await screen({ ...CONTRADICTING, threshold: 60 });
    expect(low.hits[0]!.score).toBe(85);
    const items = [
      { name: LISTED, ...AGREEING },
      { name: LISTED, ...CONTRADICTING },
    ];
    const { results } = await client.ask(200, 'POST', '/screen/batch', { items });
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['block', 'review']);
  });

  test('are stored with the screening, with countries in capitals', async () => {
    const { screeningId } = await screen({ ...AGREEING, nationality: ['ng', 'NG', 'gh'] });
    const { query } = await client.ask(200, 'GET', `/screenings/${screeningId}`);
    expect(query).toMatchObject({ ...AGREEING, nationality: ['GH', 'NG'] });
  });

  test.each([
    ['type', { type: 'ship' }],
    ['gender', { gender: 'x' }],
    ['birthDate', { birthDate: '1970-13' }],
    ['birthDate', { birthDate: '1970~' }],
    ['birthDate', { birthDate: '1970/1972' }],
    ['birthPlace', { birthPlace: '...' }],
    ['nationality[0]', { nationality: ['ZZ'] }],
    ['nationality', { nationality: [] }],
    ['addresses[0]', { addresses: [''] }],
  ])('with a wrong %s are rejected with the name of the field', async (path, more) => {
    const answer = await client.call('POST', '/screen', { name: LISTED, ...more });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
  });

  test('of a subject are stored, and count: in the first screening, after a change of the list, and in decisions', async () => {
    const enrolled = await client.enrol('customer-1', SLIP, { ...AGREEING, threshold: 70 });
    expect(enrolled).toMatchObject({ ...AGREEING, nationality: ['NG'], openHits: 1 });
    expect(await client.subject('customer-1')).toEqual(enrolled);
    const first = await client.onlyHit();
    const change = ROW.replace('Male', 'Female');
    await client.importGlobal('facts', HEADER + change);
    await rescreen(app);
    const second = await client.onlyHit();
    // The birth date, the place and other facts still agree as far as the bound allows.
    expect(second.score).toBeLessThanOrEqual(first.score);
    const { match } = second as unknown as { match: { explanation: Hit['explanation'] } };
    expect(match.explanation).toMatchObject({
      facts: {
        compared: expect.arrayContaining([
          { fact: 'gender', relation: 'different', points: -6, listed: 'female' },
        ]),
      },
    });
    await client.importGlobal('facts', HEADER + ROW);
    await rescreen(app);
    await client.decide(first.id, 'false_positive');
    const asked = { name: SLIP, threshold: 70, subjectId: 'customer-1' };
    expect((await screen({ ...asked, ...AGREEING })).outcome).toBe('clear');
    expect((await screen({ ...asked, ...AGREEING, gender: 'female' })).outcome).toBe('review');
    expect(await client.enrol('customer-1', SLIP)).not.toHaveProperty('gender');
  });
});
