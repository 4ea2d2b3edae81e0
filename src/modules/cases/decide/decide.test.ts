import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { CaseClient } from '../../../../test/support/case-client.ts';
import { until } from '../../../platform/db/retry.ts';
import { within } from '../../../../test/support/within.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: CaseClient;
beforeEach(async () => {
  client = await CaseClient.of(app);
});

const REASON = 'Another person: born in Kano.';
const OUTCOME = 'FALSE_POSITIVE';

/** Creates a case with `count` open hits. */
async function withHits(count = 1): Promise<{ id: string; hits: string[] }> {
  const hits = await client.openHits('customer-1', count);
  const { id } = await client.make({ itemIds: hits });
  return { id, hits };
}
function decision(hits: string[], more: object = {}) {
  const decisions = hits.map((hitId) => ({ hitId, decision: 'false_positive' }));
  return { expectedRevision: 1, decisions, reason: REASON, ...more };
}
async function statesOf(id: string) {
  const { items, status, revision, notes } = await client.read(id);
  return { states: items.map(({ state }) => state), status, revision, notes: notes.length };
}

describe('deciding in a case', () => {
  test('decides the hits, stores the reason as a note, closes the case, and writes an audit row for each step', async () => {
    const { id, hits } = await withHits(2);
    const answer = await client.ask(
      200,
      'POST',
      `/${id}/decide`,
      decision(hits, { outcome: OUTCOME }),
    );
    expect(answer).toMatchObject({
      status: 'CLOSED',
      outcome: OUTCOME,
      revision: 2,
      decided: hits,
      identical: [],
    });
    expect(await statesOf(id)).toEqual({
      states: ['false_positive', 'false_positive'],
      status: 'CLOSED',
      revision: 2,
      notes: 1,
    });
    const read = await client.read(id);
    expect(read.notes[0]).toMatchObject({ id: answer.noteId, text: REASON });
    expect(read.history.map(({ change }) => change)).toEqual(['created', 'decided', 'closed']);
    const { decisions } = await client.screening.hit(hits[0]!);
    expect(decisions).toMatchObject([{ decision: 'false_positive', reason: REASON }]);
    expect((await client.events()).map(({ type }) => type)).toEqual([
      'case.created',
      'case.closed',
    ]);
    const { key } = client.org;
    for (const object of hits) {
      const { body, text } = await app.call('GET', `/api/v1/audit?object=${object}`, { key });
      expect(body.data.items, text).toMatchObject([
        {
          action: 'hit.decide',
          before: { status: 'open', revision: 1 },
          after: { status: 'false_positive', revision: 2 },
        },
      ]);
    }
    const { body, text } = await app.call('GET', `/api/v1/audit?object=${id}&action=case.decide`, {
      key,
    });
    expect(body.data.items[0]).toMatchObject({
      action: 'case.decide',
      before: { status: 'OPEN' },
      after: { status: 'CLOSED', outcome: OUTCOME, decided: hits },
    });
    expect(text).not.toContain('Kano');
  });

  test('succeeds for one of two concurrent calls, and the other changes nothing', async () => {
    const { id, hits } = await withHits(3);
    const own = await app.dbOf(client.org.id);
    const bodies = [
      decision(hits, { outcome: OUTCOME }),
      { ...decision([...hits].toReversed()), reason: 'The other view.' },
    ];
    // Both calls have read the case and wait for the lock of a hit.
    const sent = await own.transaction(async (tx) => {
      await sql`SELECT FROM screening_hits WHERE org_id = ${client.org.id} FOR UPDATE`.execute(tx);
      const answers = bodies.map((body) => client.call('POST', `/${id}/decide`, body));
      const wait = async () =>
        (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(tx)).rows.length >= 2;
      expect(await until(wait, { withinMs: within(10_000), everyMs: 20 })).toBe(true);
      return { answers };
    });
    const answers = await Promise.all(sent.answers);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { notes, history, revision } = await client.read(id);
    expect([notes.length, revision]).toEqual([1, 2]);
    expect(history.filter(({ change }) => change === 'decided')).toHaveLength(1);
    for (const hit of hits) {
      const { decisions } = await client.screening.hit(hit);
      expect(decisions).toMatchObject([{ reason: notes[0]!.text }]);
    }
  });

  test('changes nothing if a hit has changed or is not in the case, or if other hits of the case stay open', async () => {
    const { id, hits } = await withHits(2);
    const [hitId] = hits;
    const before = await statesOf(id);
    const stale = {
      ...decision([]),
      decisions: [
        { hitId: hits[1], decision: 'true_match' },
        { hitId, decision: 'true_match', expectedRevision: 7 },
      ],
    };
    expect(await client.conflict('POST', `/${id}/decide`, stale)).toContain('the hit has changed');
    const half = decision([hitId!], { outcome: OUTCOME });
    expect(await client.conflict('POST', `/${id}/decide`, half)).toContain('1 open hit:');
    const [other] = await client.openHits('customer-2');
    for (const [hitsOf, path, message] of [
      [[hitId!, other!], 'decisions[1].hitId', 'is not a hit of the case'],
      [[hitId!, hitId!], 'decisions[1].hitId', 'repeats that of another decision'],
    ] as const) {
      const { status, body } = await client.call('POST', `/${id}/decide`, decision([...hitsOf]));
      expect([status, body.error.details]).toEqual([400, [{ path, message }]]);
    }
    expect(await statesOf(id)).toEqual(before);
    expect((await client.screening.hit(hitId!)).decisions).toEqual([]);
  });

  test('changes nothing when the transaction fails after the hits were decided', async () => {
    const { id, hits } = await withHits(2);
    const before = await statesOf(id);
    const own = await app.dbOf(client.org.id);
    await own.query(
      `CREATE FUNCTION no_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await own.query(
      `CREATE TRIGGER no_note BEFORE INSERT ON case_notes FOR EACH ROW WHEN (NEW.case_id = '${id}') EXECUTE FUNCTION no_note()`,
    );
    const body = decision(hits, { outcome: OUTCOME });
    expect((await client.call('POST', `/${id}/decide`, body)).status).toBe(500);
    await own.query('DROP FUNCTION no_note() CASCADE');
    expect(await statesOf(id)).toEqual(before);
    expect((await client.events()).map(({ type }) => type)).toEqual(['case.created']);
    await client.ask(200, 'POST', `/${id}/decide`, body);
  });

  test('changes nothing when its connection is killed after the hits were decided', async () => {
    const { id, hits } = await withHits(2);
    const before = await statesOf(id);
    const body = decision(hits, { outcome: OUTCOME });
    const own = await app.dbOf(client.org.id);
    const { answer } = await own.transaction(async (tx) => {
      // The call has decided the hits and waits for the lock of the case.
      await sql`SELECT FROM cases WHERE org_id = ${client.org.id} FOR UPDATE`.execute(tx);
      const sent = client.call('POST', `/${id}/decide`, body);
      const kill = async () =>
        (
          await sql`SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(tx)
        ).rows.length > 0;
      expect(await until(kill, { withinMs: within(10_000), everyMs: 20 })).toBe(true);
      return { answer: sent };
    });
    expect((await answer).status).toBe(503);
    expect(await statesOf(id)).toEqual(before);
    await client.ask(200, 'POST', `/${id}/decide`, body);
    expect((await client.screening.hit(hits[0]!)).decisions).toHaveLength(1);
  });

  test('stores the encrypted note next to the reason when the two differ', async () => {
    const { id, hits } = await withHits();
    const body = decision(hits, { note: 'Her mother is Ngozi Eze.' });
    await client.ask(200, 'POST', `/${id}/decide`, body);
    const { notes } = await client.read(id);
    expect(notes.map(({ text }) => text)).toEqual(['Her mother is Ngozi Eze.']);
    const { decisions } = await client.screening.hit(hits[0]!);
    expect(decisions[0]!.reason).toBe(REASON);
  });

  test('is rejected for other actors while an actor has claimed the case', async () => {
    const { id, hits } = await withHits();
    const person = await app.person(client.org.id, ['analyst']);
    await client.ask(200, 'POST', `/${id}/claim`, undefined, person);
    expect(await client.conflict('POST', `/${id}/decide`, decision(hits))).toContain(
      'another person or key has claimed the case',
    );
    const decided = await client.ask(200, 'POST', `/${id}/decide`, decision(hits), person);
    expect(decided.status).toBe('OPEN');
  });

  test('is rejected for all other people and keys, through the case, another case or the hit, while any open case with the hit is claimed', async () => {
    const { id, hits } = await withHits();
    const [hitId] = hits;
    const other = await client.make({ itemIds: hits });
    const person = await app.person(client.org.id, ['analyst']);
    const colleague = await app.person(client.org.id, ['analyst']);
    await client.ask(200, 'POST', `/${id}/claim`, undefined, person);
    const refused = async (who: { session: string } | { key: string }) => {
      const body = { decision: 'true_match', reason: REASON };
      for (const answer of [
        await app.call('POST', `/api/v1/fraud/hits/${hitId}/decision`, { ...who, body }),
        await client.call('POST', `/${other.id}/decide`, decision(hits), who),
      ]) {
        expect([answer.status, answer.body.error?.code], answer.text).toEqual([409, 'CONFLICT']);
        expect(answer.body.error.message).toContain(
          `another person or key has claimed the case ${id}`,
        );
      }
    };
    await refused({ key: client.org.key });
    await refused(colleague);
    expect((await client.screening.hit(hitId!)).status).toBe('open');
    const body = { decision: 'true_match', reason: REASON };
    const path = `/api/v1/fraud/hits/${hitId}/decision`;
    expect((await app.call('POST', path, { ...person, body })).status).toBe(200);
    const reason = { reason: 'Ada is away.' };
    await client.ask(200, 'POST', `/${id}/claim/take-over`, reason, colleague);
    const late = await app.call('POST', path, { ...person, body });
    expect(late.status, late.text).toBe(409);
    const ours = await app.call('POST', path, { ...colleague, body });
    expect(ours.status, ours.text).toBe(200);
  });

  test('is rejected if an identical hit is in a claimed case', async () => {
    const { screening } = client;
    const listId = await screening.newList();
    await screening.add(listId, 'Adewale Ogunbanjo');
    for (const subject of ['customer-1', 'customer-2'])
      await screening.enrol(subject, 'Adewale Ogunbanjo');
    const [first, second] = await screening.hits();
    const { id } = await client.make({ itemIds: [first!.id] });
    const claimed = await client.make({ itemIds: [second!.id] });
    const person = await app.person(client.org.id, ['analyst']);
    await client.ask(200, 'POST', `/${claimed.id}/claim`, undefined, person);
    const body = decision([first!.id], { alsoIdentical: true });
    expect(await client.conflict('POST', `/${id}/decide`, body)).toContain(claimed.id);
    expect((await screening.hit(first!.id)).status).toBe('open');
  });

  test('is allowed once the claim has expired or the case is closed', async () => {
    const { id, hits } = await withHits();
    const person = await app.person(client.org.id, ['analyst']);
    await client.ask(200, 'POST', `/${id}/claim`, undefined, person);
    const own = await app.dbOf(client.org.id);
    await own.query(`UPDATE cases SET claimed_until = now() WHERE id = $1`, [id]);
    await client.screening.decide(hits[0]!, 'true_match');
  });

  test('requires a second person for each false positive if the organization has chosen that', async () => {
    const { id, hits } = await withHits(2);
    const [ada, bayo] = [
      await app.person(client.org.id, ['admin']),
      await app.person(client.org.id, ['approver']),
    ];
    const settings = { ...ada, body: { actions: ['hit.false_positive'] } };
    await app.call('PATCH', '/api/v1/approvals/settings', settings);
    const before = await statesOf(id);
    const body = decision(hits, { outcome: OUTCOME });
    const required = async (who: { session: string } | { key: string }) => {
      const answer = await client.call('POST', `/${id}/decide`, body, who);
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    };
    const ask = (objectId: string) =>
      app.call('POST', '/api/v1/approvals', {
        ...ada,
        body: { action: 'hit.false_positive', objectId },
      });
    await ask(hits[0]!);
    await required(bayo);
    await ask(hits[1]!);
    await required(ada);
    await required(client.org);
    expect(await statesOf(id)).toEqual(before);
    await client.ask(200, 'POST', `/${id}/decide`, body, bayo);
    const { key } = client.org;
    const answered = await app.call('GET', '/api/v1/approvals?status=approved', { key });
    expect(answered.body.data.total).toBe(2);
  });
});

describe('identical pairs', () => {
  test('get the same decision on request, but only if name and entry are identical and the hit is open', async () => {
    const { screening } = client;
    const listId = await screening.newList();
    const [entry] = await screening.add(listId, 'Adewale Ogunbanjo', 'Adewale Ogunbanjo');
    const name = 'Adewale Ogunbanjo';
    for (const subject of ['customer-1', 'customer-2', 'customer-3'])
      await screening.enrol(subject, name);
    await screening.enrol('customer-4', name, { dob: '1980-02-29' });
    await screening.enrol('customer-5', 'Adewale Ogunbanjoo');
    const all = await screening.hits({ limit: '100' });
    const on = (subjectId: string) =>
      all.find((hit) => hit.subjectId === subjectId && hit.entryId === entry)!.id;
    await screening.decide(on('customer-3'), 'true_match');
    const { id } = await client.make({ itemIds: [on('customer-1')] });
    const body = decision([on('customer-1')], { alsoIdentical: true });
    const { identical } = await client.ask(200, 'POST', `/${id}/decide`, body);
    expect(identical).toEqual([on('customer-2')]);
    const status = async (subjectId: string) => (await screening.hit(on(subjectId))).status;
    expect([
      await status('customer-1'),
      await status('customer-2'),
      await status('customer-3'),
      await status('customer-4'),
      await status('customer-5'),
    ]).toEqual(['false_positive', 'false_positive', 'true_match', 'open', 'open']);
    expect(await screening.hits({ status: 'open', subjectId: 'customer-2' })).toHaveLength(1);
  });

  test('stay unchanged in another organization', async () => {
    const { id, hits } = await withHits();
    const other = await CaseClient.of(app);
    const [foreign] = await other.openHits();
    const body = decision(hits, { alsoIdentical: true });
    expect((await client.ask(200, 'POST', `/${id}/decide`, body)).identical).toEqual([]);
    expect((await other.screening.hit(foreign!)).status).toBe('open');
  });

  describe('pairs that two people decide', () => {
    let second: { session: string };
    /** A hit of a case, and an identical hit of another customer. */
    let pair: { id: string; asked: string; identical: string };
    beforeEach(async () => {
      second = await app.person(client.org.id, ['approver']);
      const { screening } = client;
      const listId = await screening.newList();
      await screening.add(listId, 'Adewale Ogunbanjo');
      for (const subject of ['customer-1', 'customer-2'])
        await screening.enrol(subject, 'Adewale Ogunbanjo');
      const [asked, identical] = await Promise.all(
        ['customer-1', 'customer-2'].map(async (subjectId) => {
          const [hit] = await screening.hits({ status: 'open', subjectId });
          return hit!.id;
        }),
      );
      const { id } = await client.make({ itemIds: [asked!] });
      pair = { id, asked: asked!, identical: identical! };
      const admin = await app.person(client.org.id, ['admin']);
      const settings = { ...admin, body: { actions: ['hit.false_positive'] } };
      await app.call('PATCH', '/api/v1/approvals/settings', settings);
    });

    async function ask(detail: object) {
      const body = { action: 'hit.false_positive', objectId: pair.asked, detail };
      const answer = await app.call('POST', '/api/v1/approvals', { key: client.org.key, body });
      expect(answer.status).toBe(201);
      return answer.body.data;
    }
    async function refused() {
      const body = decision([pair.asked], { alsoIdentical: true });
      const answer = await client.call('POST', `/${pair.id}/decide`, body, second);
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    }
    async function statuses() {
      const { asked, identical } = pair;
      const both = await Promise.all([asked, identical].map((id) => client.screening.hit(id)));
      return both.map(({ status }) => status);
    }

    test('are decided together: one request contains them all, and the second person decides them all', async () => {
      const request = await ask({ alsoIdentical: true });
      const { asked, identical } = pair;
      expect(request.detail).toEqual({ hits: { [asked]: 1, [identical]: 1 } });
      const body = decision([asked], { alsoIdentical: true });
      const decided = await client.ask(200, 'POST', `/${pair.id}/decide`, body, second);
      expect(decided.identical).toEqual([identical]);
      expect(await statuses()).toEqual(['false_positive', 'false_positive']);
      const { key } = client.org;
      const answered = await app.call('GET', `/api/v1/approvals/${request.id}`, { key });
      expect(answered.body.data.status).toBe('approved');
    });

    test('a request for one hit decides no other hit', async () => {
      await ask({});
      await refused();
      expect(await statuses()).toEqual(['open', 'open']);
      await client.ask(200, 'POST', `/${pair.id}/decide`, decision([pair.asked]), second);
      expect(await statuses()).toEqual(['false_positive', 'open']);
    });

    test('a request for all pairs does not allow the decision of one hit', async () => {
      await ask({ alsoIdentical: true });
      const body = decision([pair.asked]);
      const answer = await client.call('POST', `/${pair.id}/decide`, body, second);
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    });

    test('are not decided if another decision was made on one of them, or a new identical hit has opened', async () => {
      await ask({ alsoIdentical: true });
      await client.screening.decide(pair.identical, 'true_match');
      await refused();
      expect(await statuses()).toEqual(['open', 'true_match']);
      await ask({ alsoIdentical: true });
      await client.screening.enrol('customer-3', 'Adewale Ogunbanjo');
      await refused();
      expect(await statuses()).toEqual(['open', 'true_match']);
    });
  });
});
