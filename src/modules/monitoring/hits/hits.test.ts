import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import { newId } from '../../../platform/ids.ts';
import { previousHashEntry } from './content.ts';
import { selectEntries } from '../../lists/entries/store.ts';
import { decisionsFor } from './decisions.ts';
import type { SubjectHit } from './schemas.ts';

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

/** A subject with an open hit on a list of the organization. */
async function openHit(more: object = {}) {
  const listId = await client.newList();
  const [entryId] = await client.add(listId, NAME);
  await client.enrol('customer-1', NAME, { ...more });
  return { listId, entryId: entryId!, hit: await client.onlyHit() };
}

describe('a screening of the subject', () => {
  const screen = async (more: object = {}) => {
    const body = { name: NAME, subjectId: 'customer-1', ...more };
    const { outcome, hits } = await client.ask(200, 'POST', '/screen', body);
    return [outcome, hits.map(({ decision }: { decision?: string }) => decision)];
  };

  test('marks what was decided to be a false positive, and does not count it', async () => {
    const { hit } = await openHit();
    expect(await screen()).toEqual(['block', [undefined]]);
    await client.decide(hit.id, 'false_positive');
    expect(await screen()).toEqual(['clear', ['false_positive']]);
    for (const other of [
      { subjectId: 'customer-2' },
      { dob: '1980-02-29' },
      { name: 'A. Ogunbanjo' },
    ])
      expect((await screen({ threshold: 60, ...other }))[1]).toEqual([undefined]);
    await client.decide(hit.id, 'true_match');
    expect(await screen()).toEqual(['block', [undefined]]);
  });

  test('never leaves out a hit that counts because of such that do not', async () => {
    const { listId } = await openHit();
    await client.add(listId, NAME);
    await client.enrol('customer-1', NAME);
    for (const { id } of await client.hits()) await client.decide(id, 'false_positive');
    await client.add(listId, 'Adewale Ogunbanjoo');
    expect(await screen({ limit: 1 })).toEqual(['block', ['false_positive', undefined]]);
  });

  test('counts an entry again once it has changed, and not when it has only been away', async () => {
    const source = `away-${newId('x')}`;
    const listed = `id,name\n1,Oluwadamilare Fashola\n2,Somebody Else\n`;
    await client.importGlobal(source, listed);
    const asked = { name: 'Oluwadamilare Fashola' };
    await client.enrol('customer-1', asked.name);
    await client.decide((await client.onlyHit()).id, 'false_positive');
    await client.importGlobal(source, 'id,name\n2,Somebody Else\n');
    await rescreen(app);
    await client.importGlobal(source, listed);
    await rescreen(app);
    expect(await screen(asked)).toEqual(['clear', ['false_positive']]);
    await client.importGlobal(
      source,
      'id,name,dob\n1,Oluwadamilare Fashola,1980\n2,Somebody Else,\n',
    );
    expect(await screen(asked)).toEqual(['block', [undefined]]);
  });
});

describe('a decision', () => {
  /** On the hit as it was read. */
  const decideAt = ({ id, revision }: SubjectHit, decision = 'true_match') => {
    const body = { decision, reason: 'x', decidedBy: 'y', expectedRevision: revision };
    return client.call('POST', `/hits/${id}/decision`, body);
  };

  test('is kept with who, why, when and the API key, and ends what is open', async () => {
    const { hit } = await openHit();
    const answered = await client.decide(hit.id, 'true_match', 'passport checked', 'ada');
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
          decidedBy: expect.stringMatching(/^key_/),
          onBehalfOf: 'ada',
          apiKeyId: expect.stringMatching(/^key_/),
          decidedAt: expect.any(String),
          approval: null,
        },
      ],
      reasonCode: null,
      reasonHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(answered).toMatchObject(await client.hit(hit.id));
    expect((await client.subject('customer-1')).openHits).toBe(0);
    expect(await client.events()).toHaveLength(1);
  });

  test('keeps the findings of its time apart from the reason, and no reason where none was given', async () => {
    const source = `findings-${newId('x')}`;
    const name = 'Wilberforce Quartermaine';
    await client.importGlobal(source, `id,name\n1,${name}\n`);
    await client.enrol('customer-1', name);
    const seen = await client.onlyHit();
    const answered = await client.decide(seen.id, 'false_positive', '');
    const first = { reason: null, findings: { score: seen.score, ...seen.match } };
    expect(answered.decisions).toMatchObject([first]);
    await client.importGlobal(source, `id,name,dob\n1,${name},1980-01-01\n`);
    await rescreen(app);
    const changed = await client.onlyHit();
    expect(changed.match).not.toEqual(seen.match);
    await client.decide(seen.id, 'true_match', 'seen again');
    expect((await client.hit(seen.id)).decisions).toMatchObject([
      { reason: 'seen again', findings: { score: changed.score, ...changed.match } },
      first,
    ]);
  });

  test('may be made anew: the last one counts, all are kept, newest first; two at once are both kept', async () => {
    const { hit } = await openHit();
    await client.decide(hit.id, 'true_match');
    await client.decide(hit.id, 'false_positive', 'on second thoughts');
    expect(await client.hit(hit.id)).toMatchObject({
      status: 'false_positive',
      decisions: [{ decision: 'false_positive' }, { decision: 'true_match' }],
    });
    await Promise.all(
      ['true_match', 'false_positive'].map((decision) => client.decide(hit.id, decision)),
    );
    const { status, decisions } = await client.hit(hit.id);
    expect([decisions.length, status]).toEqual([4, decisions[0]!.decision]);
  });

  test('that names the revision it is about is made once by two at the same time, and the other is told', async () => {
    const { hit } = await openHit();
    const answers = await Promise.all(
      ['true_match', 'false_positive'].map((decision) => decideAt(hit, decision)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(refused!.body.error.code).toBe('CONFLICT');
    expect(made!.body.data).toMatchObject(await client.hit(hit.id));
    const again = await decideAt(made!.body.data, 'false_positive');
    expect([again.status, again.body.data.status]).toEqual([200, 'false_positive']);
  });

  test('that names a revision is refused once the entry or the subject has changed', async () => {
    const source = 'hits-expected';
    const name = 'Ottoline Achterberg';
    await client.importGlobal(source, `id,name\n1,${name}\n`);
    await client.enrol('customer-1', name);
    const seen = await client.onlyHit();
    await client.importGlobal(source, `id,name,dob\n1,${name},1980-01-01\n`);
    await rescreen(app);
    expect((await decideAt(seen)).status).toBe(409);
    const seenThen = await client.onlyHit();
    await client.enrol('customer-1', name, { dob: '1980-01-01' });
    expect((await decideAt(seenThen)).status).toBe(409);
    const { status, body } = await decideAt(await client.onlyHit());
    expect([status, body.data.decisions.length]).toEqual([200, 1]);
  });

  test('on a closed hit is 409, and cannot be changed or deleted in the database', async () => {
    const { hit, listId, entryId } = await openHit();
    await client.decide(hit.id, 'true_match');
    await client.remove(listId, entryId);
    await rescreen(app);
    expect((await client.hit(hit.id)).status).toBe('closed');
    const body = { decision: 'true_match', reason: 'x', decidedBy: 'y' };
    const refused = await client.call('POST', `/hits/${hit.id}/decision`, body);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    const change = sql`UPDATE screening_decisions SET on_behalf_of = 'z' WHERE org_id = ${client.org.id}`;
    await expect(change.execute(app.db.read)).rejects.toThrow(/append-only/);
    const removal = sql`DELETE FROM screening_decisions WHERE org_id = ${client.org.id}`;
    await expect(removal.execute(app.db.read)).rejects.toThrow(/append-only/);
  });

  test('stands while nothing changes: a new enrolment, another order or an unrelated change of the list reopen nothing', async () => {
    const source = 'hits-one';
    const name = 'Persephone Achterberg';
    const head = 'id,name,aliases,dob,country,remark\n';
    await client.importGlobal(source, `${head}1,${name},A B;C D,1970;1980,NG;GH,first\n`);
    await client.enrol('customer-1', name);
    const { id, listId, entryId } = await client.onlyHit();
    await client.decide(id, 'false_positive');
    // As a release has stored it by which order counted.
    const [entry] = await selectEntries(app.db.read, client.org.id, [{ listId, entryId }]);
    const former = sql`decode(${previousHashEntry(entry!)}, 'hex')`;
    await sql`UPDATE screening_hits SET entry_hash = ${former}, decided_entry_hash = ${former}
      WHERE id = ${id}`.execute(app.db.read);
    const screen = () => client.ask(200, 'POST', '/screen', { name, subjectId: 'customer-1' });
    expect((await screen()).outcome).toBe('clear');
    await client.enrol('customer-1', name, { threshold: 90 });
    // A remark says nothing of who it is.
    const reordered = `1,${name},C D;A B,1980;1970,GH;NG,second\n2,Another Soul,,,,x\n`;
    await client.importGlobal(source, head + reordered);
    expect((await screen()).outcome).toBe('clear');
    await rescreen(app);
    expect((await client.hit(id)).status).toBe('false_positive');
    expect(await client.events()).toHaveLength(1);
  });

  test('ends when the entry changes and still matches, with a new event that names the same hit', async () => {
    const source = 'hits-two';
    const name = 'Leopoldine Achterberg';
    await client.importGlobal(source, `id,name\n1,${name}\n`);
    await client.enrol('customer-1', name, { dob: '1980-01-01' });
    const { id } = await client.onlyHit();
    await client.decide(id, 'false_positive');
    await client.importGlobal(source, `id,name,dob\n1,${name},1980-01-01\n`);
    await rescreen(app);
    expect(await client.hit(id)).toMatchObject({
      status: 'open',
      reopenedBecause: 'entry_changed',
      match: { dob: '1980-01-01' },
      decisions: [{ decision: 'false_positive' }],
    });
    expect((await client.events()).map((event) => event['hitId'])).toEqual([id, id]);
  });

  test('ends when the subject changes and still matches; a subject that no longer does closes the hit', async () => {
    const { hit } = await openHit();
    await client.decide(hit.id, 'false_positive');
    await client.enrol('customer-1', NAME, { dob: '1980-01-01' });
    expect(await client.hit(hit.id)).toMatchObject({
      status: 'open',
      reopenedBecause: 'subject_changed',
    });
    await client.enrol('customer-1', 'Wilhelmina Sunderland');
    expect(await client.hit(hit.id)).toMatchObject({
      status: 'closed',
      closedBecause: 'subject_changed',
    });
    expect(await client.events()).toHaveLength(2);
  });
});

describe('decisionsFor', () => {
  const ask = (subject: object, entryIds: string[], orgId = client.org.id) =>
    decisionsFor(
      app.db.read,
      orgId,
      { subjectId: 'customer-1', name: NAME, ...subject },
      entryIds,
    ).then((ids) => [...ids]);

  test('names false positives of exactly this subject, in this organization', async () => {
    const { hit, entryId } = await openHit({ dob: '1980-01-01', country: 'NG' });
    const same = { dob: '1980-01-01', country: 'ng' };
    expect(await ask(same, [entryId])).toEqual([]);
    await client.decide(hit.id, 'false_positive');
    expect(await ask(same, [entryId, newId('entry')])).toEqual([entryId]);
    expect(await ask(same, [])).toEqual([]);
    for (const other of [
      {},
      { ...same, country: 'GH' },
      { ...same, name: `${NAME} Junior` },
      { ...same, subjectId: 'customer-2' },
    ])
      expect(await ask(other, [entryId])).toEqual([]);
    expect(await ask(same, [entryId], (await app.org()).id)).toEqual([]);
    await client.decide(hit.id, 'true_match');
    expect(await ask(same, [entryId])).toEqual([]);
  });

  test('drops a decision at the moment the entry changes, before any run has seen it', async () => {
    const name = 'Hildegunde Achterberg';
    await client.importGlobal('hits-three', `id,name\n1,${name}\n`);
    await client.enrol('customer-1', name);
    const { id, entryId } = await client.onlyHit();
    await client.decide(id, 'false_positive');
    expect(await ask({ name }, [entryId])).toEqual([entryId]);
    await client.importGlobal('hits-three', `id,name,dob\n1,${name},1990\n`);
    expect(await ask({ name }, [entryId])).toEqual([]);
  });
});

describe('hits', () => {
  test('are filtered by subject, status and list, newest first and paged, and belong to one organization', async () => {
    const listId = await client.newList();
    const entries = await client.add(listId, NAME, `${NAME} Esq`);
    await client.enrol('customer-1', NAME);
    await client.enrol('customer-2', NAME);
    const all = await client.hits();
    expect(all.map((hit) => hit.id)).toEqual(
      all
        .map((hit) => hit.id)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map((hit) => hit.entryId))).toEqual(new Set(entries));
    await client.decide(all[0]!.id, 'false_positive');
    const total = async (query: Record<string, string>) => (await client.page(query)).total;
    expect(await total({ subjectId: 'customer-1' })).toBe(2);
    expect(await total({ status: 'open', listId })).toBe(3);
    expect(await total({ status: 'false_positive', subjectId: 'customer-2' })).toBe(1);
    expect(await total({ listId: newId('list') })).toBe(0);
    const second = await client.page({ page: '2', limit: '3' });
    expect([second.items.map((hit) => hit.id), second.total]).toEqual([[all[3]!.id], 4]);
    const stranger = await ScreeningClient.of(app);
    expect(await stranger.hits()).toEqual([]);
    const foreign = await stranger.call('GET', `/hits/${all[0]!.id}`);
    expect([foreign.status, foreign.body.error.message]).toEqual([404, 'hit not found']);
  });

  test.each([
    ['decision', { decision: 'maybe' }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(2001) }],
    ['decidedBy', { decidedBy: '' }],
    ['expectedRevision', { expectedRevision: 0 }],
  ])('a decision with a wrong %s is 400 naming the field', async (field, wrong) => {
    const { hit } = await openHit();
    const body = { decision: 'true_match', reason: 'x', decidedBy: 'y', ...wrong };
    const answer = await client.call('POST', `/hits/${hit.id}/decision`, body);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, field]);
    expect((await client.onlyHit()).status).toBe('open');
  });

  test.each(['status=unheard-of', 'page=0', 'limit=x', 'listId=%00'])(
    'the query %s is 400',
    async (query) => {
      expect((await client.call('GET', `/hits?${query}`)).status).toBe(400);
    },
  );
});

test('hits are counted by the day that they were found, and their present state', async () => {
  await openHit();
  await client.enrol('customer-2', NAME);
  const [first, second] = await client.hits();
  await client.decide(first!.id, 'false_positive');
  await sql`UPDATE screening_hits SET created_at = (created_at AT TIME ZONE 'UTC' - interval '3 days') AT TIME ZONE 'UTC'
    WHERE org_id = ${client.org.id} AND id = ${second!.id}`.execute(app.db.read);
  const { days, complete } = await client.ask(200, 'GET', '/hits/by-day', undefined);
  const none = { open: 0, trueMatch: 0, falsePositive: 0, closed: 0 };
  expect([days.length, complete]).toEqual([30, true]);
  const [before, today] = [days.at(-4), days.at(-1)];
  expect(before).toEqual({ ...none, day: before.day, open: 1 });
  expect(today).toEqual({ ...none, day: first!.createdAt.slice(0, 10), falsePositive: 1 });
});
