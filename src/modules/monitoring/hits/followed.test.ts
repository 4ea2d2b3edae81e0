import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import { getEntry } from '../../lists/entries/get-entry.ts';
import type { Decision } from './schemas.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
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
  await place.importGlobal(source, content, 'ftm-json');
  await place.rescreen(org);
}

const NAME = 'Monitora Switchova';

describe('a decided hit', () => {
  let source: string;
  beforeEach(async () => {
    source = `followed:${++lists}`;
  });

  async function decidedHit(decision: Decision): Promise<string> {
    await org.enrol('customer-1', NAME);
    const own = (await org.hits()).find((hit) => hit.match?.source === source)!;
    await org.decide(own.id, decision);
    return own.id;
  }
  async function externalIdOf({ entryId }: { entryId: string }) {
    return (await getEntry(org.db.read, org.id, entryId)).externalId;
  }
  async function ownHits() {
    return (await org.hits()).filter((hit) => hit.match?.source === source);
  }

  test('keeps its decision when the publisher merges the id into a new one', async () => {
    await listed(source, person('NK-abc', NAME));
    const id = await decidedHit('false_positive');
    await listed(source, person('Q12345678', NAME, { referents: ['NK-abc', 'NK-other'] }));
    expect((await ownHits()).map((hit) => [hit.id, hit.status])).toEqual([[id, 'false_positive']]);
    const { hits } = await org.screen({ name: NAME, subjectId: 'customer-1' });
    const own = hits.find((hit) => hit.source === source)!;
    expect(own.decision).toBe('false_positive');
    expect(await externalIdOf(own)).toBe('Q12345678');
  });

  test('keeps its entry while the list has the id, and closes if the new entry does not match', async () => {
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

  test('moves to an entry that the list already has', async () => {
    const other = { birthDate: ['1970-05-04'] };
    await listed(source, person('NK-abc', NAME, other), person('Q9', 'Dumisani Ncube', other));
    const id = await decidedHit('false_positive');
    const merged = { alias: ['Dumisani Ncube'], ...other, referents: ['NK-abc'] };
    const events = (await org.events()).length;
    await listed(source, person('Q9', NAME, merged));
    const [hit, ...more] = await ownHits();
    expect([hit!.id, hit!.status, hit!.reopenedBecause, more]).toEqual([
      id,
      'open',
      'entry_changed',
      [],
    ]);
    expect(await org.events()).toHaveLength(events + 1);
    expect(await externalIdOf(hit!)).toBe('Q9');
    await org.decide(id, 'true_match');
    await listed(source, person('Q9', NAME, merged));
    expect((await ownHits()).map((one) => [one.id, one.status])).toEqual([[id, 'true_match']]);
  });

  test('moves with its decision to an entry with the same content', async () => {
    await listed(source, person('NK-abc', NAME), person('Q9', 'Dumisani Ncube'));
    const id = await decidedHit('false_positive');
    const events = (await org.events()).length;
    await listed(source, person('Q9', NAME, { referents: ['NK-abc'] }));
    expect((await ownHits()).map((one) => [one.id, one.status])).toEqual([[id, 'false_positive']]);
    expect(await org.events()).toHaveLength(events);
  });

  test('is merged into an existing hit on the new entry, which stays open if either was open', async () => {
    await listed(source, person('NK-abc', NAME), person('Q9', NAME));
    await org.enrol('customer-1', NAME);
    const hits = await ownHits();
    expect(hits.map((one) => one.status)).toEqual(['open', 'open']);
    const externalIds = await Promise.all(hits.map(externalIdOf));
    const [former, own] = ['NK-abc', 'Q9'].map((one) => hits[externalIds.indexOf(one)]!);
    await org.decide(own!.id, 'false_positive');
    const events = (await org.events()).length;
    await listed(source, person('Q9', NAME, { referents: ['NK-abc'] }));
    expect((await org.hit(own!.id)).status, 'decided without the other entry').toBe('open');
    expect((await org.hit(former!.id)).status).toBe('closed');
    expect(await org.events()).toHaveLength(events + 1);
  });

  test('with two former ids continues under the new id', async () => {
    await listed(source, person('NK-a', NAME), person('NK-b', NAME));
    await org.enrol('customer-1', NAME);
    for (const hit of await ownHits()) await org.decide(hit.id, 'true_match');
    await listed(source, person('Q7', NAME, { referents: ['NK-a', 'NK-b'] }));
    expect((await ownHits()).map((one) => one.status).toSorted()).toEqual(['closed', 'true_match']);
  });

  test('moves even if the other entry already named the former id', async () => {
    const more = { referents: ['NK-abc'] };
    await listed(source, person('NK-abc', NAME), person('Q9', 'Dumisani Ncube', more));
    await decidedHit('true_match');
    await listed(source, person('Q9', 'Dumisani Ncube', more));
    expect((await ownHits()).map((one) => one.status)).toEqual(['closed']);
  });

  test('reopens, with an event, when the list names another programme or topic', async () => {
    await listed(source, person('NK-abc', NAME, { programId: ['SDGT'] }));
    const id = await decidedHit('true_match');
    const events = (await org.events()).length;
    await listed(source, person('NK-abc', NAME, { programId: ['SDGT'], notes: ['more'] }));
    expect((await org.hit(id)).status).toBe('true_match');
    await listed(source, person('NK-abc', NAME, { programId: ['SDGT', 'IRAN'] }));
    expect(await org.hit(id)).toMatchObject({
      status: 'open',
      reopenedBecause: 'entry_changed',
    });
    expect(await org.events()).toHaveLength(events + 1);
    await org.decide(id, 'false_positive');
    await listed(source, person('NK-abc', NAME, { programId: ['IRAN'] }));
    expect((await org.hit(id)).status).toBe('false_positive');
    const topics = ['sanction', 'crime.terror'];
    await listed(source, person('NK-abc', NAME, { programId: ['IRAN'], topics }));
    expect((await org.hit(id)).status).toBe('open');
  });

  test('counts in a screening before the subject is screened again', async () => {
    await listed(source, person('NK-abc', NAME, { topics: ['sanction.linked'] }));
    await decidedHit('false_positive');
    const answer = async () => {
      const { hits } = await org.screen({ name: NAME, subjectId: 'customer-1' });
      return hits.find((hit) => hit.source === source)!.decision;
    };
    expect(await answer()).toBe('false_positive');
    const more = person('NK-abc', NAME, { topics: ['sanction'] });
    await place.importGlobal(source, JSON.stringify(more), 'ftm-json');
    expect(await answer()).toBeUndefined();
  });
});
