import { SOMEBODY } from '../../../../test/support/actor.ts';
import { TEST_SECRET } from '../../../../test/support/app.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import { openEnvelopes } from '../../../platform/crypto/envelopes.ts';
import { firstIdAt, newId } from '../../../platform/ids.ts';
import { followers } from '../../cases/index.ts';
import { previousHashEntry } from './content.ts';
import { selectEntries } from '../../lists/entries/store.ts';
import { decideHit, decisionsFor } from './decisions.ts';
import { getHit, hitsByDay } from './hits.ts';
import { prepareDecision } from './reasons.ts';
import type { HitQuery } from './queue/schemas.ts';
import type { SubjectHit } from './schemas.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
});

const NAME = 'Adewale Ogunbanjo';

/** Makes a subject with an open hit on a list of the organization. */
async function openHit(more: object = {}) {
  const listId = await org.newList();
  const [entryId] = await org.add(listId, NAME);
  await org.enrol('customer-1', NAME, { ...more });
  return { listId, entryId: entryId!, hit: await org.onlyHit() };
}

describe('a screening of the subject', () => {
  const screen = async (more: object = {}) => {
    const { outcome, hits } = await org.screen({ name: NAME, subjectId: 'customer-1', ...more });
    return [outcome, hits.map(({ decision }) => decision)];
  };

  test('marks hits decided to be false positives, and does not count them', async () => {
    const { hit } = await openHit();
    expect(await screen()).toEqual(['block', [undefined]]);
    await org.decide(hit.id, 'false_positive');
    expect(await screen()).toEqual(['clear', ['false_positive']]);
    for (const other of [
      { subjectId: 'customer-2' },
      { dob: '1980-02-29' },
      { name: 'A. Ogunbanjo' },
    ])
      expect((await screen({ threshold: 60, ...other }))[1]).toEqual([undefined]);
    await org.decide(hit.id, 'true_match');
    expect(await screen()).toEqual(['block', [undefined]]);
  });

  test('never omits a counted hit to make room for uncounted ones', async () => {
    const { listId } = await openHit();
    await org.add(listId, NAME);
    await org.enrol('customer-1', NAME);
    for (const { id } of await org.hits()) await org.decide(id, 'false_positive');
    await org.add(listId, 'Adewale Ogunbanjoo');
    expect(await screen({ limit: 1 })).toEqual(['block', ['false_positive', undefined]]);
  });

  test('counts an entry again after it has changed, but not after it was only removed and restored', async () => {
    const source = `away-${newId('x')}`;
    const listed = `id,name\n1,Oluwadamilare Fashola\n2,Somebody Else\n`;
    await place.importGlobal(source, listed);
    const asked = { name: 'Oluwadamilare Fashola' };
    await org.enrol('customer-1', asked.name);
    await org.decide((await org.onlyHit()).id, 'false_positive');
    await place.importGlobal(source, 'id,name\n2,Somebody Else\n');
    await place.rescreen();
    await place.importGlobal(source, listed);
    await place.rescreen();
    expect(await screen(asked)).toEqual(['clear', ['false_positive']]);
    await place.importGlobal(
      source,
      'id,name,dob\n1,Oluwadamilare Fashola,1980\n2,Somebody Else,\n',
    );
    expect(await screen(asked)).toEqual(['block', [undefined]]);
  });
});

describe('a decision', () => {
  /** Decides on the hit in the revision that was read. */
  const decideAt = (
    { id, revision }: SubjectHit,
    decision: 'true_match' | 'false_positive' = 'true_match',
  ) => org.decide(id, decision, 'x', { expectedRevision: revision });
  const CONFLICT = { code: 'CONFLICT' };

  test('closes the hit, and is stored with actor, reason, time and API key', async () => {
    const { hit } = await openHit();
    const answered = await org.decide(hit.id, 'true_match', 'passport checked', {
      onBehalfOf: 'ada',
    });
    expect(answered).toEqual({
      ...hit,
      status: 'true_match',
      revision: 2,
      updatedAt: expect.any(String),
      decisions: [
        {
          id: expect.stringMatching(/^decision_/),
          decision: 'true_match',
          reason: 'passport checked',
          findings: { score: hit.score, ...hit.match },
          decidedBy: SOMEBODY.id,
          onBehalfOf: 'ada',
          reasonCode: null,
          apiKeyId: SOMEBODY.id,
          decidedAt: expect.any(String),
          approval: null,
        },
      ],
      reasonCode: null,
      reasonHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(answered).toMatchObject(await org.hit(hit.id));
    expect((await org.subject('customer-1')).openHits).toBe(0);
    expect(await org.events()).toHaveLength(1);
  });

  test('stores the findings at its time separately from the reason, and stores no reason if none was given', async () => {
    const source = `findings-${newId('x')}`;
    const name = 'Wilberforce Quartermaine';
    await place.importGlobal(source, `id,name\n1,${name}\n`);
    await org.enrol('customer-1', name);
    const seen = await org.onlyHit();
    const answered = await org.decide(seen.id, 'false_positive', '');
    const first = { reason: null, findings: { score: seen.score, ...seen.match } };
    expect(answered.decisions).toMatchObject([first]);
    await place.importGlobal(source, `id,name,dob\n1,${name},1980-01-01\n`);
    await place.rescreen();
    const changed = await org.onlyHit();
    expect(changed.match).not.toEqual(seen.match);
    await org.decide(seen.id, 'true_match', 'seen again');
    expect((await org.hit(seen.id)).decisions).toMatchObject([
      { reason: 'seen again', findings: { score: changed.score, ...changed.match } },
      first,
    ]);
  });

  test('stores and shows its reason without a key-management service', async () => {
    const { hit } = await openHit();
    const asked = { kms: 'none', keyFile: '', serverSecret: TEST_SECRET } as const;
    const none = await openEnvelopes(asked);
    const given = {
      orgId: org.id,
      hitId: hit.id,
      reason: 'Amaka has seen the passport.',
      isDismissal: false,
    };
    const how = { ...followers, prepared: await prepareDecision(org.db.read, none, given) };
    await org.db.transaction((tx) =>
      decideHit(tx, org.id, hit.id, { decision: 'true_match' }, SOMEBODY, how),
    );
    const { decisions } = await getHit(org.db.read, none, org.id, hit.id);
    expect(decisions).toMatchObject([{ reason: given.reason }]);
    const { rows } = await org.db.query(
      'SELECT d::text FROM screening_decisions d WHERE org_id = $1',
      [org.id],
    );
    expect(JSON.stringify(rows)).not.toContain('Amaka');
  });

  test('may be repeated, even concurrently: the last one applies, and all are stored, newest first', async () => {
    const { hit } = await openHit();
    await org.decide(hit.id, 'true_match');
    await org.decide(hit.id, 'false_positive', 'on second thoughts');
    expect(await org.hit(hit.id)).toMatchObject({
      status: 'false_positive',
      decisions: [{ decision: 'false_positive' }, { decision: 'true_match' }],
    });
    await Promise.all(
      (['true_match', 'false_positive'] as const).map((decision) => org.decide(hit.id, decision)),
    );
    const { status, decisions } = await org.hit(hit.id);
    expect([decisions.length, status]).toEqual([4, decisions[0]!.decision]);
  });

  test('on one revision succeeds for one of two concurrent callers, and the other gets a conflict', async () => {
    const { hit } = await openHit();
    const decided = await Promise.allSettled(
      (['true_match', 'false_positive'] as const).map((decision) => decideAt(hit, decision)),
    );
    const refused = decided.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([CONFLICT]);
    const [made] = decided.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toMatchObject(await org.hit(hit.id));
    expect((await decideAt(made!, 'false_positive')).status).toBe('false_positive');
  });

  test('on an old revision is rejected after the entry or the subject has changed', async () => {
    const source = 'hits-expected';
    const name = 'Ottoline Achterberg';
    await place.importGlobal(source, `id,name\n1,${name}\n`);
    await org.enrol('customer-1', name);
    const seen = await org.onlyHit();
    await place.importGlobal(source, `id,name,dob\n1,${name},1980-01-01\n`);
    await place.rescreen();
    await expect(decideAt(seen)).rejects.toMatchObject(CONFLICT);
    const seenThen = await org.onlyHit();
    await org.enrol('customer-1', name, { dob: '1980-01-01' });
    await expect(decideAt(seenThen)).rejects.toMatchObject(CONFLICT);
    expect((await decideAt(await org.onlyHit())).decisions).toHaveLength(1);
  });

  test('on a closed hit is refused, and cannot be changed or deleted in the database', async () => {
    const { hit, listId, entryId } = await openHit();
    await org.decide(hit.id, 'true_match');
    await org.remove(listId, entryId);
    await place.rescreen();
    expect((await org.hit(hit.id)).status).toBe('closed');
    await expect(org.decide(hit.id, 'true_match')).rejects.toMatchObject(CONFLICT);
    const { read } = place.database.owner;
    const columns = ['on_behalf_of', 'reason', 'reason_id', 'approval_id'];
    for (const column of columns.map((name) => sql.ref(name))) {
      const change = sql`UPDATE screening_decisions SET ${column} = 'z' WHERE org_id = ${org.id}`;
      await expect(change.execute(read)).rejects.toThrow(/append-only/);
    }
    const erasure = sql`UPDATE screening_decisions SET envelope = NULL WHERE org_id = ${org.id}`;
    await expect(erasure.execute(read)).rejects.toThrow(/append-only/);
    const removal = sql`DELETE FROM screening_decisions WHERE org_id = ${org.id}`;
    await expect(removal.execute(read)).rejects.toThrow(/append-only/);
  });

  test('applies after a repeated enrolment, a reordering or an unrelated change of the list', async () => {
    const source = 'hits-one';
    const name = 'Persephone Achterberg';
    const head = 'id,name,aliases,dob,country,remark\n';
    await place.importGlobal(source, `${head}1,${name},A B;C D,1970;1980,NG;GH,first\n`);
    await org.enrol('customer-1', name);
    const { id, listId, entryId } = await org.onlyHit();
    await org.decide(id, 'false_positive');
    // Stores the hit in the form of a release whose hashes depended on order.
    const [entry] = await selectEntries(org.db.read, org.id, [{ listId, entryId }]);
    const former = sql`decode(${previousHashEntry(entry!)}, 'hex')`;
    await sql`UPDATE screening_hits SET entry_hash = ${former}, decided_entry_hash = ${former}
      WHERE id = ${id}`.execute(org.db.read);
    const screen = () => org.screen({ name, subjectId: 'customer-1' });
    expect((await screen()).outcome).toBe('clear');
    await org.enrol('customer-1', name, { threshold: 90 });
    // A remark does not identify the entry.
    const reordered = `1,${name},C D;A B,1980;1970,GH;NG,second\n2,Another Soul,,,,x\n`;
    await place.importGlobal(source, head + reordered);
    expect((await screen()).outcome).toBe('clear');
    await place.rescreen();
    expect((await org.hit(id)).status).toBe('false_positive');
    expect(await org.events()).toHaveLength(1);
  });

  test('ends when the entry changes and still matches, with a new event for the same hit', async () => {
    const source = 'hits-two';
    const name = 'Leopoldine Achterberg';
    await place.importGlobal(source, `id,name\n1,${name}\n`);
    await org.enrol('customer-1', name, { dob: '1980-01-01' });
    const { id } = await org.onlyHit();
    await org.decide(id, 'false_positive');
    await place.importGlobal(source, `id,name,dob\n1,${name},1980-01-01\n`);
    await place.rescreen();
    expect(await org.hit(id)).toMatchObject({
      status: 'open',
      reopenedBecause: 'entry_changed',
      match: { dob: '1980-01-01' },
      decisions: [{ decision: 'false_positive' }],
    });
    expect((await org.events()).map((event) => event['hitId'])).toEqual([id, id]);
  });

  test('ends when the subject changes and still matches; a subject that no longer matches closes the hit', async () => {
    const { hit } = await openHit();
    await org.decide(hit.id, 'false_positive');
    await org.enrol('customer-1', NAME, { dob: '1980-01-01' });
    expect(await org.hit(hit.id)).toMatchObject({
      status: 'open',
      reopenedBecause: 'subject_changed',
    });
    await org.enrol('customer-1', 'Wilhelmina Sunderland');
    expect(await org.hit(hit.id)).toMatchObject({
      status: 'closed',
      closedBecause: 'subject_changed',
    });
    expect(await org.events()).toHaveLength(2);
  });
});

describe('decisionsFor', () => {
  const ask = (subject: object, entryIds: string[], orgId = org.id) =>
    decisionsFor(
      org.db.read,
      orgId,
      { subjectId: 'customer-1', name: NAME, ...subject },
      entryIds,
    ).then((ids) => [...ids]);

  test('returns the false positives of exactly this subject, in this organization', async () => {
    const { hit, entryId } = await openHit({ dob: '1980-01-01', country: 'NG' });
    const same = { dob: '1980-01-01', country: 'ng' };
    expect(await ask(same, [entryId])).toEqual([]);
    await org.decide(hit.id, 'false_positive');
    expect(await ask(same, [entryId, newId('entry')])).toEqual([entryId]);
    expect(await ask(same, [])).toEqual([]);
    for (const other of [
      {},
      { ...same, country: 'GH' },
      { ...same, name: `${NAME} Junior` },
      { ...same, subjectId: 'customer-2' },
    ])
      expect(await ask(other, [entryId])).toEqual([]);
    expect(await ask(same, [entryId], (await place.org()).id)).toEqual([]);
    await org.decide(hit.id, 'true_match');
    expect(await ask(same, [entryId])).toEqual([]);
  });

  test('drops a decision as soon as the entry changes, before any run has read the change', async () => {
    const name = 'Hildegunde Achterberg';
    await place.importGlobal('hits-three', `id,name\n1,${name}\n`);
    await org.enrol('customer-1', name);
    const { id, entryId } = await org.onlyHit();
    await org.decide(id, 'false_positive');
    expect(await ask({ name }, [entryId])).toEqual([entryId]);
    await place.importGlobal('hits-three', `id,name,dob\n1,${name},1990\n`);
    expect(await ask({ name }, [entryId])).toEqual([]);
  });
});

describe('hits', () => {
  test('are filtered by subject, status and list, newest first and paged, and belong to one organization', async () => {
    const listId = await org.newList();
    const entries = await org.add(listId, NAME, `${NAME} Esq`);
    await org.enrol('customer-1', NAME);
    await org.enrol('customer-2', NAME);
    const all = await org.hits();
    expect(all.map((hit) => hit.id)).toEqual(
      all
        .map((hit) => hit.id)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map((hit) => hit.entryId))).toEqual(new Set(entries));
    await org.decide(all[0]!.id, 'false_positive');
    const total = async (query: HitQuery) => (await org.page(query)).total;
    expect(await total({ subjectId: 'customer-1' })).toBe(2);
    expect(await total({ status: 'open', listId })).toBe(3);
    expect(await total({ status: 'false_positive', subjectId: 'customer-2' })).toBe(1);
    expect(await total({ listId: newId('list') })).toBe(0);
    const second = await org.page({ page: 2, limit: 3 });
    expect([second.items.map((hit) => hit.id), second.total]).toEqual([[all[3]!.id], 4]);
    const stranger = await place.org();
    expect(await stranger.hits()).toEqual([]);
    await expect(stranger.hit(all[0]!.id)).rejects.toThrow('hit not found');
  });
});

test('hits are counted by the day when they were found, and by their current state', async () => {
  await openHit();
  await org.enrol('customer-2', NAME);
  const [first, second] = await org.hits();
  await org.decide(first!.id, 'false_positive');
  const found = new Date(Date.parse(second!.createdAt) - 3 * 86_400_000);
  await sql`UPDATE screening_hits SET created_at = ${found}, id = ${firstIdAt('hit', found.getTime())}
    WHERE org_id = ${org.id} AND id = ${second!.id}`.execute(org.db.read);
  const { days, complete } = await hitsByDay(org.db.read, org.id, {});
  const none = { open: 0, trueMatch: 0, falsePositive: 0, closed: 0 };
  expect([days.length, complete]).toEqual([30, true]);
  const [before, today] = [days.at(-4)!, days.at(-1)!];
  expect(before).toEqual({ ...none, day: before.day, open: 1 });
  expect(today).toEqual({ ...none, day: first!.createdAt.slice(0, 10), falsePositive: 1 });
});
