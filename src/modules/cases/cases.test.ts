import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { CaseClient } from '../../../test/support/case-client.ts';
import { newId } from '../../platform/ids.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: CaseClient;
beforeEach(async () => {
  client = await CaseClient.of(app);
});

async function endClaim(id: string): Promise<void> {
  const own = await app.dbOf(client.org.id);
  await own.query(
    `UPDATE cases SET claimed_until = now() - interval '1 s' WHERE org_id = $1 AND id = $2`,
    [client.org.id, id],
  );
}

const CLOSE = { status: 'CLOSED', outcome: 'NO_ACTION' };

describe('a case', () => {
  test('stores what the caller sent, and returns items with their states, notes, subject and history', async () => {
    const person = await app.person(client.org.id, ['analyst']);
    const [hitId] = await client.openHits();
    const { screeningId } = await client.screening.ask(200, 'POST', '/screen', { name: 'Ada Obi' });
    const made = await client.make(
      {
        itemIds: [hitId, screeningId],
        assignee: person.id,
        dueAt: '2026-12-01T12:00:00Z',
        note: 'Seen in the branch.',
      },
      person,
    );
    const by = { kind: 'person', id: person.id };
    expect(made).toMatchObject({
      subjectId: 'customer-1',
      status: 'OPEN',
      outcome: null,
      priority: 'URGENT',
      isPrioritySet: false,
      assignee: person.id,
      dueAt: '2026-12-01T12:00:00.000Z',
      claim: null,
      origin: 'hand',
      createdBy: by,
      revision: 1,
    });
    const read = await client.read(made.id);
    expect(read).toMatchObject({
      ...made,
      subject: { id: 'customer-1', isEnrolled: true, label: 'A… O…' },
      notes: [{ text: 'Seen in the branch.', by }],
      files: [],
      history: [{ change: 'created', detail: { itemIds: [hitId, screeningId] }, by }],
      historyTotal: 1,
    });
    expect(read.items.map(({ kind, state, hit }) => [kind, state, hit?.score])).toEqual([
      ['hit', 'open', 100],
      ['screening', 'clear', undefined],
    ]);
  });

  test('accepts threads, verifications and dead letters by id, and returns their states', async () => {
    const { key } = client.org;
    const post = async (path: string, body: object) =>
      (await app.call('POST', `/api/v1${path}`, { key, body })).body.data;
    await post('/channels', { slug: 'support', displayName: 'S', entityType: 'ORDER' });
    const thread = await post('/threads', { channel: 'support', entityId: 'order-1' });
    const claimed = { firstName: 'Ada', lastName: 'Obi' };
    const body = { subjectId: 'customer-1', bvn: '22222222228', matchAgainst: claimed };
    const { verificationId } = await post('/identity/verify-bvn', body);
    const own = await app.dbOf(client.org.id);
    const { rows } = await own.query('SELECT id FROM dead_letters WHERE org_id = $1', [
      client.org.id,
    ]);
    const ids = [thread.id, verificationId, rows[0]!.id];
    const { id } = await client.make();
    expect((await client.ask(200, 'POST', `/${id}/items`, { ids })).added.toSorted()).toEqual(
      ids.toSorted(),
    );
    const { items, revision } = await client.read(id);
    expect(items.map(({ kind, state }) => [kind, state]).toSorted()).toEqual([
      ['dead_letter', 'waiting'],
      ['thread', 'OPEN'],
      ['verification', 'provider_down'],
    ]);
    expect(revision).toBe(2);
    expect((await client.ask(200, 'POST', `/${id}/items`, { ids })).revision).toBe(2);
    await client.ask(200, 'DELETE', `/${id}/items/${thread.id}`);
    expect((await client.read(id)).items).toHaveLength(2);
    expect((await client.call('DELETE', `/${id}/items/${thread.id}`)).status).toBe(404);
  });

  test('rejects items of another organization, and is unknown to that organization', async () => {
    const other = await CaseClient.of(app);
    const [foreign] = await other.openHits();
    for (const itemId of [foreign!, newId('hit'), newId('thread'), 'nothing', 'key_1']) {
      const { status, body } = await client.call('POST', '', { subjectId: 's', itemIds: [itemId] });
      expect([status, body.error.details]).toEqual([
        400,
        [
          {
            path: 'itemIds[0]',
            message: 'does not name a hit, screening, verification, dead letter or thread',
          },
        ],
      ]);
    }
    const { id } = await client.make();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { expectedRevision: 1, status: 'IN_REVIEW' }],
      ['POST', '/claim', undefined],
      ['DELETE', '/claim', undefined],
      ['POST', '/items', { ids: [foreign] }],
      ['POST', '/notes', { text: 'x' }],
    ] as const)
      expect((await other.call(method, `/${id}${path}`, body)).status, method + path).toBe(404);
  });

  test('is assigned to members only; the id of a former member stays', async () => {
    const person = await app.person(client.org.id, ['analyst']);
    const stranger = await app.person((await app.org()).id, ['analyst']);
    const { id } = await client.make();
    for (const assignee of [stranger.id, newId('usr'), 'somebody']) {
      const body = { expectedRevision: 1, assignee };
      expect((await client.call('PATCH', `/${id}`, body)).status).toBe(400);
      expect((await client.call('POST', '', { subjectId: 's', assignee })).status).toBe(400);
    }
    await client.change(id, { expectedRevision: 1, assignee: person.id });
    const { key } = client.org;
    const left = await app.call('DELETE', `/api/v1/members/${person.id}`, { key });
    expect(left.status, left.text).toBe(200);
    expect((await client.read(id)).assignee).toBe(person.id);
    expect(await client.list({ assignee: person.id })).toEqual([id]);
  });
});

test('a case returns items, notes and changes in pages that contain each of them once', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(...(await client.openHits(`customer-${i}`, 20)));
  const { id } = await client.make({ subjectId: 'customer-pages', itemIds: ids.slice(0, 100) });
  await client.ask(200, 'POST', `/${id}/items`, { ids: ids.slice(100) });
  for (let i = 0; i < 110; i++)
    await client.ask(201, 'POST', `/${id}/notes`, { text: `note ${i}` });
  const seen = { items: [] as string[], notes: [] as (string | null)[], history: [] as string[] };
  let query = '';
  for (;;) {
    const page = await client.read(`${id}?${query}`);
    expect([page.itemsTotal, page.notesTotal, page.historyTotal]).toEqual([120, 110, 112]);
    expect(page.items.length).toBeLessThanOrEqual(100);
    expect(page.notes.length).toBeLessThanOrEqual(25);
    expect(page.history.length).toBeLessThanOrEqual(100);
    if (query === '' || query.includes('itemsAfter'))
      seen.items.push(...page.items.map((item) => item.id));
    if (query === '' || query.includes('notesAfter'))
      seen.notes.push(...page.notes.map((note) => note.text));
    if (query === '' || query.includes('historyBefore'))
      seen.history.unshift(...page.history.map((change) => change.id));
    const next = new URLSearchParams();
    if (page.itemsNext && (query === '' || query.includes('itemsAfter')))
      next.set('itemsAfter', page.itemsNext);
    if (page.notesNext && (query === '' || query.includes('notesAfter')))
      next.set('notesAfter', page.notesNext);
    if (page.historyNext && (query === '' || query.includes('historyBefore')))
      next.set('historyBefore', page.historyNext);
    query = next.toString();
    if (query === '') break;
  }
  expect(seen.items.toSorted()).toEqual(ids.toSorted());
  expect(seen.notes).toEqual(Array.from({ length: 110 }, (_, i) => `note ${i}`));
  expect(new Set(seen.history).size).toBe(112);
  const far = await client.call('GET', `/${id}?itemsAfter=9999999999999999_x`);
  expect([far.status, far.body.data.items]).toEqual([200, []]);
});

describe('a change of a case', () => {
  test('with an outdated revision is rejected with the current revision of the case', async () => {
    const { id } = await client.make();
    const bodies = ['IN_REVIEW', 'ESCALATED'].map((status) => ({ expectedRevision: 1, status }));
    const answers = await Promise.all(bodies.map((body) => client.call('PATCH', `/${id}`, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'expectedRevision', message: 'is 2 now' }],
    });
    const { history, revision } = await client.read(id);
    expect([history.length, revision]).toEqual([2, 2]);
  });

  test('closes the case with an outcome, reopens it, and puts only states into events and the audit log', async () => {
    const { id } = await client.make({ note: 'Ada Obi of Lagos' });
    for (const body of [
      { expectedRevision: 1, status: 'CLOSED' },
      { expectedRevision: 1, status: 'OPEN', outcome: 'NO_ACTION' },
    ])
      expect((await client.call('PATCH', `/${id}`, body)).status).toBe(400);
    const closed = await client.change(id, { expectedRevision: 1, ...CLOSE });
    expect(closed).toMatchObject({ status: 'CLOSED', outcome: 'NO_ACTION', revision: 2 });
    expect(closed.closedAt).not.toBeNull();
    expect(await client.conflict('POST', `/${id}/items`, { ids: [newId('hit')] })).toBe(
      'the case is closed',
    );
    expect((await client.call('PATCH', `/${id}`, { expectedRevision: 2 })).status).toBe(400);
    const again = await client.change(id, { expectedRevision: 2, status: 'ESCALATED' });
    expect(again).toMatchObject({ status: 'ESCALATED', outcome: null, closedAt: null });
    expect(await client.events()).toEqual([
      { type: 'case.created', caseId: id, subjectId: 'customer-1', origin: 'hand' },
      { type: 'case.closed', caseId: id, outcome: 'NO_ACTION', revision: 2 },
      { type: 'case.updated', caseId: id, status: 'ESCALATED', revision: 3 },
    ]);
    const { history } = await client.read(id);
    expect(history.map(({ change }) => change)).toEqual(['created', 'closed', 'reopened']);
    const { key } = client.org;
    const audit = await app.call('GET', `/api/v1/audit?object=${id}`, { key });
    expect(audit.body.data.items.map(({ action }: { action: string }) => action)).toEqual([
      'case.read',
      'case.update',
      'case.update',
      'case.create',
    ]);
    expect(audit.body.data.items[1]).toMatchObject({
      before: { status: 'CLOSED', outcome: 'NO_ACTION' },
      after: { status: 'ESCALATED', outcome: null },
    });
    expect(audit.text).not.toContain('Lagos');
  });

  test('never closes the case while one of its hits is open', async () => {
    const [hitId] = await client.openHits();
    const { id } = await client.make({ itemIds: [hitId] });
    const close = { expectedRevision: 1, ...CLOSE };
    expect(await client.conflict('PATCH', `/${id}`, close)).toContain('1 open hit:');
    await client.screening.decide(hitId!, 'false_positive');
    expect((await client.change(id, close)).status).toBe('CLOSED');
  });
});

describe('a claim', () => {
  test('is given to one of two concurrent callers, and blocks changes by other actors until it is released', async () => {
    const [ada, bayo] = [
      await app.person(client.org.id, ['analyst']),
      await app.person(client.org.id, ['analyst']),
    ];
    const { id } = await client.make();
    const both = await Promise.all(
      [ada, bayo].map((who) => client.call('POST', `/${id}/claim`, undefined, who)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [winner, loser] = both[0]!.status === 200 ? [ada, bayo] : [bayo, ada];
    const { claim } = await client.read(id);
    expect(claim!.by).toEqual({ kind: 'person', id: winner.id });
    const leaseMs = Date.parse(claim!.until) - Date.now();
    expect(leaseMs).toBeGreaterThan(14 * 60_000);
    expect(leaseMs).toBeLessThan(16 * 60_000);
    const change = { expectedRevision: 1, status: 'IN_REVIEW' };
    for (const [method, path, body] of [
      ['PATCH', '', change],
      ['DELETE', '/claim', undefined],
      ['POST', '/items', { ids: [newId('hit')] }],
    ] as const)
      expect(await client.conflict(method, `/${id}${path}`, body, loser)).toContain(
        `another person or key has claimed the case ${id} until`,
      );
    await client.ask(201, 'POST', `/${id}/notes`, { text: 'Ask me first.' }, loser);
    const renewed = await client.ask(200, 'POST', `/${id}/claim`, undefined, winner);
    expect(Date.parse(renewed.claim.until)).toBeGreaterThan(Date.parse(claim!.until));
    await client.change(id, change, winner);
    await client.ask(200, 'DELETE', `/${id}/claim`, undefined, winner);
    expect((await client.ask(200, 'POST', `/${id}/claim`, undefined, loser)).claim.by.id).toBe(
      loser.id,
    );
    const { history } = await client.read(id);
    expect(history.map((one) => one.change)).toEqual([
      'created',
      'claimed',
      'noted',
      'updated',
      'released',
      'claimed',
    ]);
  });

  test('can be taken over only from another actor; the reason becomes a note, and the call is audited and sends an event', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => app.person(client.org.id, ['analyst'])),
    );
    const { id } = await client.make();
    const reason = { reason: 'Ada Obi is on leave.' };
    const path = `/${id}/claim/take-over`;
    expect(await client.conflict('POST', path, reason, second)).toContain('no other person or key');
    await client.ask(200, 'POST', `/${id}/claim`, undefined, first);
    expect(await client.conflict('POST', path, reason, first)).toContain('no other person or key');
    for (const body of [{}, { reason: ' ' }])
      expect((await client.call('POST', path, body, second)).status).toBe(400);
    const taken = await client.ask(200, 'POST', path, reason, second);
    expect(taken.claim.by).toEqual({ kind: 'person', id: second!.id });
    expect(await client.conflict('POST', `/${id}/claim`, undefined, first)).toContain(id);
    const { notes, history } = await client.read(id);
    expect(notes).toMatchObject([{ text: reason.reason, by: { id: second!.id } }]);
    expect(history.at(-1)).toMatchObject({
      change: 'taken_over',
      detail: { from: { kind: 'person', id: first!.id }, noteId: notes[0]!.id },
    });
    expect((await client.events()).map(({ type }) => type)).toEqual([
      'case.created',
      'case.updated',
    ]);
    const { key } = client.org;
    const { body, text } = await app.call(
      'GET',
      `/api/v1/audit?object=${id}&action=case.take_over`,
      { key },
    );
    expect(body.data.items).toMatchObject([
      { actor: { id: second!.id }, before: { claim: { by: { id: first!.id } } } },
    ]);
    expect(text).not.toContain('on leave');
    const foreign = await CaseClient.of(app);
    expect((await foreign.call('POST', path, reason)).status).toBe(404);
  });

  test('that has expired is given to only one of several concurrent callers', async () => {
    const people = await Promise.all([1, 2, 3].map(() => app.person(client.org.id, ['analyst'])));
    const { id } = await client.make();
    await client.ask(200, 'POST', `/${id}/claim`);
    await endClaim(id);
    expect((await client.read(id)).claim).toBeNull();
    const answers = await Promise.all(
      people.map((who) => client.call('POST', `/${id}/claim`, undefined, who)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('is rejected for a closed case, and ends when the case is closed', async () => {
    const { id } = await client.make();
    await client.ask(200, 'POST', `/${id}/claim`);
    expect((await client.change(id, { expectedRevision: 1, ...CLOSE })).claim).toBeNull();
    expect(await client.conflict('POST', `/${id}/claim`)).toBe('the case is closed');
  });
});

describe('the list of cases', () => {
  test('starts with the newest case, and applies each filter', async () => {
    const [hitId] = await client.openHits('customer-2');
    const low = await client.make({ dueAt: '2026-12-01' });
    const grave = await client.make({ subjectId: 'customer-2', itemIds: [hitId] });
    const set = await client.make({ priority: 'HIGH', dueAt: '2026-12-24' });
    await client.change(low.id, { expectedRevision: 1, ...CLOSE });
    expect(await client.list()).toEqual([set.id, grave.id, low.id]);
    expect(await client.list({ status: 'CLOSED' })).toEqual([low.id]);
    expect(await client.list({ outcome: 'NO_ACTION' })).toEqual([low.id]);
    expect(await client.list({ subjectId: 'customer-2' })).toEqual([grave.id]);
    expect(await client.list({ itemId: hitId! })).toEqual([grave.id]);
    expect(await client.list({ dueBefore: '2026-12-02' })).toEqual([low.id]);
    expect(await client.list({ priority: 'URGENT' })).toEqual([grave.id]);
    expect(await client.list({ priority: 'HIGH' })).toEqual([set.id]);
    await client.ask(200, 'POST', `/${grave.id}/claim`);
    expect(await client.list({ claimed: 'true' })).toEqual([grave.id]);
    expect(await client.list({ claimed: 'false' })).toEqual([set.id, low.id]);
    await endClaim(grave.id);
    expect(await client.list({ claimed: 'true' })).toEqual([]);
    expect(await client.list({ claimed: 'false' })).toHaveLength(3);
    expect(await client.list({ to: '2026-01-01' })).toEqual([]);
    expect(await client.list({ from: '2026-01-01' })).toHaveLength(3);
  });

  test('has priorities that rise with age until the case is closed or a member sets one', async () => {
    const { id } = await client.make();
    const own = await app.dbOf(client.org.id);
    const aged = async (days: number) => {
      await own.query(
        `UPDATE cases SET created_at = now() - make_interval(days => $3) WHERE org_id = $1 AND id = $2`,
        [client.org.id, id, days],
      );
      const { priority } = await client.read(id);
      expect(await client.list({ priority })).toEqual([id]);
      return priority;
    };
    expect([await aged(6), await aged(8), await aged(31)]).toEqual(['LOW', 'MEDIUM', 'HIGH']);
    const set = await client.change(id, { expectedRevision: 1, priority: 'URGENT' });
    expect([set.priority, set.isPrioritySet]).toEqual(['URGENT', true]);
    expect(await client.list({ priority: 'URGENT' })).toEqual([id]);
    await client.change(id, { expectedRevision: 2, priority: null });
    const closed = await client.change(id, { expectedRevision: 3, ...CLOSE });
    expect(closed.priority).toBe('HIGH');
    await own.query(
      `UPDATE cases SET closed_at = (created_at AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC' WHERE org_id = $1`,
      [client.org.id],
    );
    expect(await client.list({ priority: 'LOW' })).toEqual([id]);
  });
});

test('an auditor reads cases and changes none, and a caller without the scope can do neither', async () => {
  const { id } = await client.make();
  const auditor = await app.person(client.org.id, ['auditor']);
  const developer = await app.person(client.org.id, ['developer']);
  expect((await client.read(id, auditor)).id).toBe(id);
  for (const [method, path, who] of [
    ['POST', `/${id}/claim`, auditor],
    ['GET', `/${id}`, developer],
    ['POST', `/${id}/claim`, developer],
  ] as const)
    expect((await client.call(method, path, undefined, who)).status, method).toBe(403);
});

test('cases of test mode belong to the twin, and live keys cannot find them', async () => {
  const { key } = client.org;
  const body = { name: 'Tests', scopes: ['cases:manage'], mode: 'test' };
  const twin = (await app.call('POST', '/api/v1/keys', { key, body })).body.data as { key: string };
  const { id } = await client.make({ note: 'only a test' }, twin);
  expect((await client.read(id, twin)).notes).toMatchObject([{ text: 'only a test' }]);
  expect((await client.call('GET', `/${id}`)).status).toBe(404);
  const live = await client.make();
  expect((await client.call('GET', `/${live.id}`, undefined, twin)).status).toBe(404);
  expect(await client.list()).toEqual([live.id]);
});
