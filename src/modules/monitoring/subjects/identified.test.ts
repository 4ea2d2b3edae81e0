import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import { SOMEBODY } from '../../../../test/support/actor.ts';
import type { AskedIdentifier } from '../../../matching/identifiers/schemas.ts';
import { followers } from '../../cases/index.ts';
import { screenSubjects, storeEnrolment, type Enrolment } from './enrol.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
});

const NAME = 'Adewale Ogunbanjo';
const IDENTIFIERS: AskedIdentifier[] = [
  { kind: 'passport', value: 'QX 9081-7263', country: 'gh' },
  { kind: 'wallet', value: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
];
/** The same test on a global list, which all tests share. */
const LISTED_WALLET = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const SHOWN = [
  { kind: 'passport', country: 'GH', lastFour: '7263' },
  { kind: 'wallet', country: null, lastFour: 'vfNa' },
];
function entry(number: string, name = 'Wilhelmina Sunderland') {
  return { name, identifiers: { passport: number } };
}

describe('a subject with identifiers', () => {
  test('is screened by its identifiers immediately, and shown with their last characters', async () => {
    const [entryId] = await org.add(await org.newList(), entry('qx90817263'), entry('QX1'));
    const enrolled = await org.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    expect(enrolled).toMatchObject({ identifiers: SHOWN, openHits: 1 });
    expect(await org.subject('customer-1')).toEqual(enrolled);
    expect(await org.onlyHit()).toMatchObject({
      entryId,
      match: { identifiers: [{ ...SHOWN[0], country: null }] },
    });
  });

  test('is found by its identifiers when a list changes, although only HMACs are stored', async () => {
    const [passport] = IDENTIFIERS;
    const identifiers: AskedIdentifier[] = [passport!, { kind: 'wallet', value: LISTED_WALLET }];
    await org.enrol('customer-1', NAME, { identifiers });
    await org.enrol('customer-2', NAME);
    const blocked = await org.newList();
    const [, entryId] = await org.add(blocked, entry('QX90817264'), entry('Qx-90.81 72 63'), {
      name: 'Wallet',
      identifiers: { passport: LISTED_WALLET },
    });
    await place.rescreen();
    expect(await org.onlyHit()).toMatchObject({
      subjectId: 'customer-1',
      entryId,
      match: { identifiers: [{ ...SHOWN[0], country: null }] },
    });
    await place.importGlobal('subject-wallets', `name,id_crypto_xbt\nX Y,${LISTED_WALLET}\n`);
    await place.rescreen();
    expect((await org.hits()).map(({ match }) => match?.identifiers)).toEqual([
      [{ ...SHOWN[1], lastFour: LISTED_WALLET.slice(-4) }],
      [{ ...SHOWN[0], country: null }],
    ]);
    await org.remove(blocked, entryId!);
    await place.rescreen();
    expect(await org.hits({ status: 'open' })).toHaveLength(1);
  });

  test('gets the same hits when enrolled and when the list changes afterwards', async () => {
    const identifiers = IDENTIFIERS.slice(0, 1);
    await org.enrol('before', NAME, { identifiers });
    await org.add(await org.newList(), entry('QX90817263'), entry('QX90817263', NAME), entry('-'));
    await org.enrol('after', NAME, { identifiers });
    await place.rescreen();
    const hitsOf = async (subjectId: string) =>
      (await org.hits({ subjectId }))
        .map(({ entryId, score, match }) => ({ entryId, score, match }))
        .toSorted((a, b) => (a.entryId < b.entryId ? -1 : 1));
    expect(await hitsOf('before')).toHaveLength(2);
    expect(await hitsOf('before')).toEqual(await hitsOf('after'));
  });

  test('with a contradicting identifier has the same lower score before and after the list changes', async () => {
    const identifiers: AskedIdentifier[] = [{ kind: 'tax_id', value: '100-200', country: 'NG' }];
    await org.enrol('before', NAME, { identifiers });
    await org.add(await org.newList(), {
      name: NAME,
      identifiers: { 'tax_id:NG': '100-201' },
    });
    await org.enrol('after', NAME, { identifiers });
    await place.rescreen();
    const hits = await org.hits();
    expect(hits.map(({ score }) => score)).toEqual([88, 88]);
    expect(hits[0]!.match).toEqual(hits[1]!.match);
  });

  test('keeps its stored identifiers on request in an edit, with their hits and decisions', async () => {
    await org.add(await org.newList(), entry('QX90817263'), entry('QX90817264'));
    await org.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    const hit = await org.onlyHit();
    const keepIdentifiers = true;
    const added: AskedIdentifier = { kind: 'tax_id', value: '100-200', country: 'NG' };
    const edited = await org.enrol('customer-1', NAME, {
      keepIdentifiers,
      // The subject has one of these identifiers already, and the other is new.
      identifiers: [IDENTIFIERS[0]!, added],
    });
    expect(edited.identifiers).toEqual([
      SHOWN[1],
      SHOWN[0],
      { kind: 'tax_id', country: 'NG', lastFour: '200' },
    ]);
    expect(edited.openHits).toBe(1);
    expect(await org.onlyHit()).toMatchObject({ id: hit.id, match: hit.match });
    await org.decide(hit.id, 'false_positive');
    await org.enrol('customer-1', NAME, { keepIdentifiers });
    expect(await org.hits({ status: 'false_positive' })).toHaveLength(1);
    await org.add(await org.newList(), entry('QX90817263', 'Thaddeus Featherstone'));
    expect((await org.enrol('customer-1', NAME, { keepIdentifiers })).openHits).toBe(1);
    const replaced = await org.enrol('customer-1', NAME, { keepIdentifiers: false });
    expect(replaced).not.toHaveProperty('identifiers');
    expect(replaced.openHits).toBe(0);
  });

  test('has at most 20 identifiers, including the ones that it keeps', async () => {
    const identifiers = Array.from({ length: 15 }, (_, i): AskedIdentifier => {
      return { kind: 'passport', value: `QX${i}0817263` };
    });
    await org.enrol('customer-1', NAME, { identifiers });
    const more = identifiers.map((one): AskedIdentifier => ({ ...one, kind: 'other' }));
    await expect(
      org.enrol('customer-1', NAME, { keepIdentifiers: true, identifiers: more }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ path: 'identifiers' }] });
  });

  test('keeps no identifiers that another request has replaced at the same time', async () => {
    const screened = async () =>
      screenSubjects(place.screening, org.db.read, org.id, [
        { subjectId: 'customer-1', name: NAME, keepIdentifiers: true },
      ]);
    const stored = async (enrolment: Enrolment) =>
      org.db.transaction((tx) => storeEnrolment(tx, org.id, enrolment, SOMEBODY, followers));
    const unknown = await screened();
    await org.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    const known = await screened();
    await org.enrol('customer-1', NAME, { identifiers: IDENTIFIERS.slice(0, 1) });
    for (const late of [unknown, known])
      await expect(stored(late)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await org.subject('customer-1')).toMatchObject({ identifiers: SHOWN.slice(0, 1) });
    await stored(await screened());
  });

  test('loses the hits of removed identifiers, and a decision on them no longer applies', async () => {
    await org.add(await org.newList(), entry('QX90817263'), entry('B7777777', NAME));
    await org.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    const named = (await org.hits()).find(({ match }) => match!.name === NAME)!;
    await org.decide(named.id, 'false_positive');
    await org.enrol('customer-1', NAME, { identifiers: IDENTIFIERS });
    expect(await org.hits({ status: 'false_positive' })).toHaveLength(1);
    const again = await org.enrol('customer-1', NAME);
    expect(again).not.toHaveProperty('identifiers');
    expect(again.openHits).toBe(1);
    const hits = await org.hits();
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
});
