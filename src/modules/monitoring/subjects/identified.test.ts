import { sql } from 'kysely';
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

const NAME = 'Adewale Ogunbanjo';
const IDENTIFIERS = [
  { kind: 'passport', value: 'QX 9081-7263', country: 'gh' },
  { kind: 'wallet', value: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
];
/** On a global list, which all tests share, in one of them. */
const LISTED_WALLET = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const SHOWN = [
  { kind: 'passport', country: 'GH', lastFour: '7263' },
  { kind: 'wallet', country: null, lastFour: 'vfNa' },
];
function entry(number: string, name = 'Wilhelmina Sunderland') {
  return { name, identifiers: { passport: number } };
}

describe('a subject with identifiers', () => {
  test('is screened by them at once, and shown with their last characters', async () => {
    const [entryId] = await client.add(await client.newList(), entry('qx90817263'), entry('QX1'));
    const enrolled = await client.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    expect(enrolled).toMatchObject({ identifiers: SHOWN, openHits: 1 });
    expect(await client.subject('customer-1')).toEqual(enrolled);
    expect(await client.onlyHit()).toMatchObject({
      entryId,
      match: { identifiers: [{ ...SHOWN[0], country: null }] },
    });
  });

  test('is found by them when a list changes, of which their HMACs are enough', async () => {
    const [passport] = IDENTIFIERS;
    const identifiers = [passport, { kind: 'wallet', value: LISTED_WALLET }];
    await client.enrol('customer-1', NAME, { identifiers });
    await client.enrol('customer-2', NAME);
    const blocked = await client.newList();
    const [, entryId] = await client.add(blocked, entry('QX90817264'), entry('Qx-90.81 72 63'), {
      name: 'Wallet',
      identifiers: { passport: LISTED_WALLET },
    });
    await rescreen(app);
    expect(await client.onlyHit()).toMatchObject({
      subjectId: 'customer-1',
      entryId,
      match: { identifiers: [{ ...SHOWN[0], country: null }] },
    });
    await client.importGlobal('subject-wallets', `name,id_crypto_xbt\nX Y,${LISTED_WALLET}\n`);
    await rescreen(app);
    expect((await client.hits()).map(({ match }) => match?.identifiers)).toEqual([
      [{ ...SHOWN[1], lastFour: LISTED_WALLET.slice(-4) }],
      [{ ...SHOWN[0], country: null }],
    ]);
    await client.remove(blocked, entryId!);
    await rescreen(app);
    expect(await client.hits({ status: 'open' })).toHaveLength(1);
  });

  test('gives the same hits when it is enrolled and when the list changes afterwards', async () => {
    const identifiers = IDENTIFIERS.slice(0, 1);
    await client.enrol('before', NAME, { identifiers });
    await client.add(
      await client.newList(),
      entry('QX90817263'),
      entry('QX90817263', NAME),
      entry('-'),
    );
    await client.enrol('after', NAME, { identifiers });
    await rescreen(app);
    const hitsOf = async (subjectId: string) =>
      (await client.hits({ subjectId }))
        .map(({ entryId, score, match }) => ({ entryId, score, match }))
        .toSorted((a, b) => (a.entryId < b.entryId ? -1 : 1));
    expect(await hitsOf('before')).toHaveLength(2);
    expect(await hitsOf('before')).toEqual(await hitsOf('after'));
  });

  test('that contradict an entry has the lower score, enrolled before the list changes or after', async () => {
    const identifiers = [{ kind: 'tax_id', value: '100-200', country: 'NG' }];
    await client.enrol('before', NAME, { identifiers });
    await client.add(await client.newList(), {
      name: NAME,
      identifiers: { 'tax_id:NG': '100-201' },
    });
    await client.enrol('after', NAME, { identifiers });
    await rescreen(app);
    const hits = await client.hits();
    expect(hits.map(({ score }) => score)).toEqual([88, 88]);
    expect(hits[0]!.match).toEqual(hits[1]!.match);
  });

  test('loses its hits, and a decision its standing, with the identifiers that made them', async () => {
    await client.add(await client.newList(), entry('QX90817263'), entry('B7777777', NAME));
    await client.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    const named = (await client.hits()).find(({ match }) => match!.name === NAME)!;
    await client.decide(named.id, 'false_positive');
    await client.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    expect(await client.hits({ status: 'false_positive' })).toHaveLength(1);
    const again = await client.enrol('customer-1', NAME);
    expect(again).not.toHaveProperty('identifiers');
    expect(again.openHits).toBe(1);
    const hits = await client.hits();
    expect(
      hits
        .map(({ status, reopenedBecause, closedBecause }) => [
          status,
          reopenedBecause ?? closedBecause,
        ])
        .toSorted(),
    ).toEqual([
      ['closed', 'subject_changed'],
      ['open', 'subject_changed'],
    ]);
  });

  test('leaves no number anywhere, and nothing at all once it is deleted', async () => {
    await client.add(await client.newList(), { name: NAME });
    await client.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    const textOf = async () => {
      const tables = ['screening_subjects', 'screening_hits', 'events', 'audit_actions'];
      const found = await Promise.all(
        tables.map((table) =>
          sql<{ text: string }>`
            SELECT t::text AS text FROM ${sql.table(table)} t WHERE org_id = ${client.org.id}`.execute(
            app.db.read,
          ),
        ),
      );
      return (
        found.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n') + app.logs.join('\n')
      );
    };
    expect(await textOf()).toContain('"7263"');
    expect(await textOf()).not.toMatch(/90817263|9081-7263|1A1zP1/);
    await client.ask(200, 'DELETE', '/subjects/customer-1');
    expect(await textOf()).not.toMatch(/lastFour|hmac|"7263"/);
  });

  test('is refused with one that is none, naming the field', async () => {
    const bad = { name: NAME, identifiers: [{ kind: 'lei', value: '506700GE1G29325QX364' }] };
    const one = await client.call('POST', '/subjects', { subjectId: 'a', ...bad });
    expect(one.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'identifiers[0].value',
    ]);
    const subjects = [
      { subjectId: 'a', name: NAME },
      { subjectId: 'b', ...bad },
    ];
    const all = await client.call('POST', '/subjects/batch', { subjects });
    expect(all.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'subjects[1].identifiers[0].value',
    ]);
    expect((await client.ask(200, 'GET', '/subjects')).total).toBe(0);
  });
});
