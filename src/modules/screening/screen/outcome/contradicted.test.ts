/** Tests over HTTP: contradicting facts and readings of a name never hide a listed party. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../../test/support/screening-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
const HEADER = 'id,type,name,dob,country,gender,id_imo\n';
const LISTED = 'Quirinius Vandersteenhoven';
const PEP = 'Philippa Vandersteenhoven';
const ROWS =
  `S-1,person,${LISTED},1962-11-23,NG,Male,\n` +
  'S-2,vessel,Zephyrina,,,,9356608\n' +
  'S-3,person,Suharmantoro,1961-03-04,,,\n';

beforeAll(async () => {
  client = await ScreeningClient.of(app);
  await client.importGlobal('names', HEADER + ROWS);
  await client.importGlobal('office', `${HEADER}P-1,person,${PEP},1962-11-23,NG,,\n`, 'pep');
});
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

type Shown = { outcome: string; hits: Record<string, unknown>[] };
function screen(name: string, more: object = {}): Promise<Shown> {
  return client.ask(200, 'POST', '/screen', { name, ...more });
}

describe('a contradicting fact', () => {
  test.each([
    [{ dob: '1931-03-04' }, ['birthDate']],
    [{ country: 'PE' }, ['nationality']],
    [{ gender: 'female' }, ['gender']],
    [{ dob: '1931-03-04', country: 'PE' }, ['birthDate', 'nationality']],
  ])('keeps the hit of a sanctions list for review: %j', async (facts, contradicted) => {
    const { outcome, hits } = await screen('Quirinius Vandersteenhovn', facts);
    expect([outcome, hits.length]).toEqual(['review', 1]);
    expect(hits[0]!['contradicted']).toEqual(contradicted);
  });

  test('is never a placeholder, 1 January of the right year, a slip or an address', async () => {
    for (const facts of [
      { dob: '1900-01-01' },
      { dob: '1962-01-01' },
      { dob: '1962-11-24' },
      { dob: '1952-11-23' },
      { addresses: ['Lenina 4, Perm, Russia'] },
    ]) {
      const { outcome, hits } = await screen(LISTED, facts);
      expect([outcome, hits[0]!['contradicted']], JSON.stringify(facts)).toEqual([
        'block',
        undefined,
      ]);
    }
  });

  test('is never a date in the future', async () => {
    await client.importGlobal('slips', `${HEADER}F-1,person,Futurina Abendroth,2068-07-16,,,\n`);
    const { outcome } = await screen('Futurina Abendroth', { dob: '1968-07-16' });
    expect(outcome).toBe('block');
  });

  test('keeps a hit of a PEP list in the answer, where it does not count', async () => {
    const { outcome, hits } = await screen(PEP, { dob: '1931-03-04' });
    expect(outcome).toBe('clear');
    expect(hits).toMatchObject([{ contradicted: ['birthDate'], counts: false }]);
    await client.enrol('s-1', PEP, { dob: '1931-03-04' });
    expect(await client.hits()).toEqual([]);
  });

  test('lets a hit of a PEP list count if the organization has chosen so', async () => {
    const choice = { profile: 'standard', contradictedCount: true };
    const profile = await client.ask(200, 'PATCH', '/profile', choice);
    expect(profile.contradictedCount).toBe(true);
    const { outcome, hits } = await screen(PEP, { dob: '1931-03-04' });
    expect([outcome, 'counts' in hits[0]!]).toEqual(['review', false]);
    await client.enrol('s-1', PEP, { dob: '1931-03-04' });
    expect(await client.hits()).toHaveLength(1);
  });

  test.each([
    [{ dob: '1931-03-04' }],
    [{ country: 'PE' }],
    [{ identifiers: [{ kind: 'tax_id', value: 'T200200', country: 'NG' }] }],
  ])('omits an entry of an allowlist whatever its score: %j', async (facts) => {
    const name = 'Ottoline Abernathy-Quist';
    const kinds = ['tenant_allowlist'];
    const entry = {
      name,
      dob: '1970-05-01',
      country: 'NG',
      identifiers: { 'tax_id:NG': 'T100100', 'passport:NG': 'A0123456' },
    };
    await client.add(await client.newList('tenant_allowlist'), entry);
    for (const threshold of [60, 85, 95])
      expect((await screen(name, { kinds, threshold, ...facts })).hits).toEqual([]);
    expect((await screen(name, { kinds, dob: '1970-05-01' })).hits).toHaveLength(1);
    const passport = { kind: 'passport', value: 'A0123456', country: 'NG' };
    const { hits } = await screen('Otto Quist', {
      kinds,
      identifiers: [passport],
      dob: '1931-03-04',
    });
    expect(hits).toEqual([]);
  });

  test('keeps an entry of a blocklist for review', async () => {
    const blocked = await client.newList();
    await client.add(blocked, { name: 'Ottoline Abernathy-Quist', dob: '1970-05-01' });
    const asked = { dob: '1931-03-04', threshold: 95 };
    expect((await screen('Ottoline Abernathy-Quist', asked)).outcome).toBe('review');
  });

  test('does not prevent a block by a number that only one ship can have', async () => {
    const facts = { type: 'person', identifiers: [{ kind: 'imo', value: '9356608' }] };
    expect((await screen('Zephyrina', facts)).outcome).toBe('block');
  });
});

describe('a reading of the name', () => {
  test.each([
    ['Tan Sri Quirinius Vandersteenhoven', 'block', LISTED, ['Tan Sri']],
    ['Quirinius Vandersteenhoven (deceased)', 'block', LISTED, ['deceased']],
    ['FNU Suharmantoro', 'block', 'Suharmantoro', ['FNU']],
    ['M/T Zephyrina', 'block', 'Zephyrina', ['M/T']],
    ['Quirinius Vandersteenhoven and Olga Testova', 'block', LISTED, ['and', 'Olga Testova']],
    ['Olga Testova c/o Quirinius Vandersteenhoven', 'review', LISTED, ['Olga Testova', 'c/o']],
  ])('matches %s: %s, and is in the answer', async (name, outcome, text, leftOut) => {
    const answer = await screen(name);
    expect(answer.outcome).toBe(outcome);
    expect(answer.hits[0]!['explanation']).toMatchObject({ reading: { text, leftOut } });
  });

  test('is not in the answer if the whole name matched', async () => {
    const { hits } = await screen(LISTED);
    expect(hits[0]!['explanation']).not.toHaveProperty('reading');
  });

  test('uses a number in the name as an identifier', async () => {
    const { outcome, hits } = await screen('Otherwise Called (IMO 9356608)');
    expect(outcome).toBe('block');
    expect(hits[0]).toMatchObject({ identifiers: [{ kind: 'imo', lastFour: '608' }] });
  });
});
