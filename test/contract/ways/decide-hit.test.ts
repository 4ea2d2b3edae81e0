import { beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { testApp } from '../../support/test-app.ts';
import { type Answer, type TestPerson } from '../../support/app.ts';
import { rescreen } from '../../support/screening-client.ts';
import { limitsOf } from '../support/manifest.ts';
import {
  ask,
  data,
  everybody,
  remove,
  triedOn,
  type Actor,
  type Caller,
  type World,
} from './actors.ts';
import { assertNamed } from './operations.ts';
import { expectRule, repeating, walking, type Way } from './walk.ts';

const REASON = 'Another person.';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });

/** An open hit and its objects. */
type Start = { hitId: string; subjectId: string; listId: string; entryId: string };
type Desk = World & { admin: Caller };

async function newDesk(): Promise<Desk> {
  const org = await app.org();
  return { app, org, admin: { key: org.key } };
}

let made = 0;
/** A subject with an open hit on a list with nothing else. */
async function openHit(desk: Desk, count = 1): Promise<Start> {
  const subjectId = `subject-${++made}`;
  const list = { source: `list-${made}`, name: 'Blocked', kind: 'tenant_blocklist' };
  const listId = (await data(ask(desk, desk.admin, 'POST', '/fraud/lists', list), 201)).id;
  // Each list has its own name, so that a subject has a hit on only one list.
  const name = nameOf(subjectId);
  const entries = Array.from({ length: count }, () => ({ name }));
  const path = `/fraud/lists/${listId}/entries`;
  const { entryIds } = await data(ask(desk, desk.admin, 'POST', path, { entries }), 201);
  await data(ask(desk, desk.admin, 'POST', '/fraud/subjects', { subjectId, name }), 200);
  const { items } = await data(
    ask(desk, desk.admin, 'GET', `/fraud/hits?subjectId=${subjectId}`),
    200,
  );
  const own = items.filter((hit: { listId: string }) => hit.listId === listId);
  expect(own).toHaveLength(count);
  const entryId = entryIds[0];
  const hit = own.find((one: { entryId: string }) => one.entryId === entryId);
  return { hitId: hit.id, subjectId, listId, entryId };
}

const WORDS =
  'Babangida Chukwuemeka Danjuma Ekwueme Folarin Gbadamosi Hadiza Ibrahim Jegede Kolawole'.split(
    ' ',
  );

/** A name that has little in common with those of other subjects. */
function nameOf(subjectId: string): string {
  const digits = /\d+/.exec(subjectId)![0].padStart(3, '0');
  return [...digits].map((digit, i) => WORDS[(Number(digit) + i * 3) % 10]).join(' ');
}

async function hitOf(desk: Desk, hitId: string): Promise<{ status: string; revision: number }> {
  return data(ask(desk, desk.admin, 'GET', `/fraud/hits/${hitId}`), 200);
}
async function isOver(desk: Desk, { hitId }: Start): Promise<boolean> {
  return (await hitOf(desk, hitId)).status !== 'open';
}
async function caseWith(desk: Desk, ...ids: string[]): Promise<{ id: string; revision: number }> {
  const { id } = await data(ask(desk, desk.admin, 'POST', '/cases', { subjectId: 'case' }), 201);
  return data(ask(desk, desk.admin, 'POST', `/cases/${id}/items`, { ids }), 200);
}
function decision(verdict = 'false_positive') {
  return { decision: verdict, reason: REASON };
}
async function decideIn(desk: Desk, caller: Caller, hitId: string, inCase?: string) {
  const { id, revision } = inCase
    ? await data(ask(desk, desk.admin, 'GET', `/cases/${inCase}`), 200)
    : await caseWith(desk, hitId);
  return ask(desk, caller, 'POST', `/cases/${id}/decide`, {
    expectedRevision: revision,
    decisions: [{ hitId, decision: 'false_positive' }],
    reason: REASON,
  });
}

/** Every way to end an open hit: a decision, or any other change that removes it. */
function waysToEnd(place: {
  desk: Desk;
}): Way<Start & { caseId?: string; revision?: number; sessionId?: string }>[] {
  const begin = () => openHit(place.desk);
  const happened = (start: Start) => isOver(place.desk, start);
  const rescreened = async (): Promise<void> => rescreen(app, place.desk.org.id);
  return [
    {
      name: 'a decision on it',
      operations: ['decideHit'],
      scope: 'fraud:screen',
      begin,
      request: ({ hitId }) => ({
        method: 'POST',
        path: `/fraud/hits/${hitId}/decision`,
        body: decision(),
      }),
      happened: async ({ hitId }) => (await hitOf(place.desk, hitId)).status === 'false_positive',
      async undo({ hitId }) {
        const path = `/fraud/hits/${hitId}/decision`;
        await data(ask(place.desk, place.desk.admin, 'POST', path, decision('true_match')), 200);
      },
    },
    {
      name: 'a decision in a case',
      operations: ['decideCase', 'createCase', 'addCaseItems'],
      scope: 'cases:manage',
      async begin() {
        const start = await openHit(place.desk);
        const { id, revision } = await caseWith(place.desk, start.hitId);
        return { ...start, caseId: id, revision };
      },
      request: ({ hitId, caseId, revision }) => ({
        method: 'POST',
        path: `/cases/${caseId}/decide`,
        body: {
          expectedRevision: revision,
          decisions: [{ hitId, decision: 'false_positive' }],
          reason: REASON,
        },
      }),
      happened,
    },
    {
      name: 'other data of the subject',
      operations: ['enrolSubject'],
      scope: 'fraud:screen',
      actsInOwn: true,
      begin,
      request: ({ subjectId }) => ({
        method: 'POST',
        path: '/fraud/subjects',
        body: { subjectId, name: 'Someone Else' },
      }),
      happened,
    },
    {
      name: 'other data of the subject from a verification session',
      operations: ['advanceIdentitySession'],
      scope: 'fraud:screen',
      alsoNeeds: 'identity:verify',
      async begin() {
        const start = await openHit(place.desk);
        const { subjectId } = start;
        const body = { subjectId, steps: ['enrol'] };
        const asked = ask(place.desk, place.desk.admin, 'POST', '/identity/sessions', body);
        return { ...start, sessionId: (await data(asked, 201)).id };
      },
      request: ({ sessionId }) => ({
        method: 'POST',
        path: `/identity/sessions/${sessionId}/steps`,
        body: { step: 'enrol', attempt: 1, person: { firstName: 'Someone', lastName: 'Else' } },
      }),
      happened,
    },
    {
      name: 'other data of several subjects',
      operations: ['enrolSubjects'],
      scope: 'fraud:screen',
      actsInOwn: true,
      begin,
      request: ({ subjectId }) => ({
        method: 'POST',
        path: '/fraud/subjects/batch',
        body: { subjects: [{ subjectId, name: 'Someone Else' }] },
      }),
      happened,
    },
    {
      name: 'the end of the subject',
      operations: ['deleteSubject'],
      scope: 'fraud:screen',
      begin,
      request: ({ subjectId }) => ({ method: 'DELETE', path: `/fraud/subjects/${subjectId}` }),
      happened,
    },
    {
      name: 'the end of the entry',
      operations: ['deleteScreeningEntry'],
      scope: 'fraud:manage',
      begin,
      request: ({ listId, entryId }) => ({
        method: 'DELETE',
        path: `/fraud/lists/${listId}/entries/${entryId}`,
      }),
      follow: rescreened,
      happened,
    },
    {
      name: 'the end of the list',
      operations: ['deleteScreeningList'],
      scope: 'fraud:manage',
      begin,
      request: ({ listId }) => ({ method: 'DELETE', path: `/fraud/lists/${listId}` }),
      follow: rescreened,
      happened,
    },
  ];
}

describe('an open hit', () => {
  const place = {} as { desk: Desk };
  let actors: Actor[];
  beforeAll(async () => {
    place.desk = await newDesk();
    actors = await everybody(place.desk, [
      'fraud:screen',
      'cases:manage',
      'fraud:manage',
      'identity:verify',
    ]);
  });
  const ways = waysToEnd(place).map((way): [string, typeof way] => [way.name, way]);

  test.each(ways)('is ended by %s only if the caller has the scope', async (_, way) => {
    assertNamed('decide or close a hit', way.operations);
    await expectRule(
      triedOn(actors, way.scope),
      ({ holds, isElsewhere }) => {
        if (way.actsInOwn && isElsewhere) return 'answer';
        const hasOther = way.alsoNeeds === undefined || holds.has(way.alsoNeeds);
        return holds.has(way.scope) && hasOther ? 'yes' : 'no';
      },
      walking(place.desk, way),
    );
  });

  test('is not decided again by a repeat of the request', async () => {
    const [, way] = ways[0]!;
    await expectRule(
      triedOn(actors, way.scope),
      ({ holds }) => (holds.has(way.scope) ? 'answer' : 'no'),
      repeating(place.desk, way, place.desk.admin),
    );
  });
});

/** A desk where ending a hit, and removing entries, requires two people. */
type Guarded = { desk: Desk; ada: TestPerson; bayo: TestPerson };

async function guard(): Promise<Guarded> {
  const desk = await newDesk();
  const [ada, bayo] = [
    await app.person(desk.org.id, ['admin']),
    await app.person(desk.org.id, ['admin']),
  ];
  const actions = ['hit.false_positive', 'list.remove_entries'];
  await data(ask(desk, { session: ada.session }, 'PATCH', '/approvals/settings', { actions }), 200);
  return { desk, ada, bayo };
}

function required({ status, body, text }: Answer): void {
  expect([status, body.error?.code], text).toEqual([403, 'APPROVAL_REQUIRED']);
}
function request(desk: Desk, caller: Caller, action: string, objectId: string, detail?: object) {
  return ask(desk, caller, 'POST', '/approvals', { action, objectId, ...(detail && { detail }) });
}

describe('a hit that two people end', () => {
  const place = {} as { desk: Desk };
  let ada: Caller;
  let bayo: Caller;
  beforeAll(async () => {
    const guarded = await guard();
    place.desk = guarded.desk;
    ada = { session: guarded.ada.session };
    bayo = { session: guarded.bayo.session };
  });
  const ways = waysToEnd(place).map((way): [string, typeof way] => [way.name, way]);

  test.each(ways)('is not ended by one person alone: %s', async (_, way) => {
    const start = await way.begin();
    const { method, path, body } = way.request(start);
    for (const caller of [ada, place.desk.admin]) {
      const answer = await ask(place.desk, caller, method, path, body);
      if (answer.status < 300) await way.follow?.(answer, start);
      expect(await isOver(place.desk, start), answer.text).toBe(false);
      if (start.sessionId === undefined) required(answer);
      else expect(answer.body.data.steps[0].reason, answer.text).toBe('approval_required');
    }
  });

  const decide = (caller: Caller, hitId: string) =>
    ask(place.desk, caller, 'POST', `/fraud/hits/${hitId}/decision`, decision());

  test('is ended by another person on request, once', async () => {
    const { hitId } = await openHit(place.desk);
    const asked = await data(request(place.desk, ada, 'hit.false_positive', hitId), 201);
    required(await decide(ada, hitId));
    await data(decide(bayo, hitId), 200);
    const { status } = await data(ask(place.desk, ada, 'GET', `/approvals/${asked.id}`), 200);
    expect(status).toBe('approved');
  });

  test('is not ended by one person with an old request', async () => {
    const { hitId } = await openHit(place.desk);
    await data(request(place.desk, ada, 'hit.false_positive', hitId), 201);
    await request(place.desk, ada, 'hit.false_positive', hitId);
    await data(decide(bayo, hitId), 200);
    await data(
      ask(place.desk, bayo, 'POST', `/fraud/hits/${hitId}/decision`, decision('true_match')),
      200,
    );
    required(await decide(bayo, hitId));
  });

  test('has one open request, even if another person requests it again', async () => {
    const { hitId } = await openHit(place.desk);
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const answer = await request(place.desk, i % 2 ? ada : bayo, 'hit.false_positive', hitId);
        expect([200, 201], answer.text).toContain(answer.status);
        return answer.body.data.id as string;
      }),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('is not ended with a request made before it changed', async () => {
    const { hitId, subjectId, listId } = await openHit(place.desk);
    const asked = await data(request(place.desk, ada, 'hit.false_positive', hitId), 201);
    const { revision } = await hitOf(place.desk, hitId);
    // The same subject and entry, with more in common than before.
    const name = nameOf(subjectId);
    await data(
      ask(place.desk, place.desk.admin, 'POST', '/fraud/subjects', {
        subjectId,
        name: `${name} Bello`,
      }),
      200,
    );
    const changed = await hitOf(place.desk, hitId);
    expect(changed.revision, listId).toBeGreaterThan(revision);
    required(await decide(bayo, hitId));
    const { status } = await data(ask(place.desk, ada, 'GET', `/approvals/${asked.id}`), 200);
    expect(status).not.toBe('pending');
  });

  test('is not ended with the request of a person who has left, or of a revoked key', async () => {
    const { org } = place.desk;
    const leaver = await app.person(org.id, ['admin']);
    const key = await app.key(org.id, [...TENANT_SCOPES]);
    for (const [caller, leave] of [
      [{ session: leaver.session }, () => remove(place.desk, leaver.id)],
      [{ key: key.key }, () => ask(place.desk, ada, 'POST', `/keys/${key.id}/revoke`)],
    ] as const) {
      const { hitId } = await openHit(place.desk);
      await data(request(place.desk, caller, 'hit.false_positive', hitId), 201);
      expect((await leave()).status).toBe(200);
      required(await decide(bayo, hitId));
    }
  });

  test('is not ended by one person with a request from their own key', async () => {
    const { hitId } = await openHit(place.desk);
    const { key } = await data(
      ask(place.desk, bayo, 'POST', '/keys', { scopes: ['approvals:request', 'fraud:screen'] }),
      201,
    );
    await data(request(place.desk, { key }, 'hit.false_positive', hitId), 201);
    required(await decide(bayo, hitId));
    required(await decide({ key }, hitId));
    await data(decide(ada, hitId), 200);
  });

  test('keeps its list if entries were added after the request to remove the list', async () => {
    const { listId } = await openHit(place.desk);
    await data(request(place.desk, ada, 'list.remove_entries', listId), 201);
    const entries = [{ name: 'Chiamaka Eze' }];
    const path = `/fraud/lists/${listId}`;
    await data(ask(place.desk, ada, 'POST', `${path}/entries`, { entries }), 201);
    required(await ask(place.desk, bayo, 'DELETE', path));
  });

  test.each([
    'hit.false_positive',
    'list.remove_entries',
    'dead_letter.replay',
    'member.change_roles',
    'verification.reveal',
  ])('has no request for an unknown or a foreign object: %s', async (action) => {
    const stranger = await newDesk();
    const foreign = await openHit(stranger);
    const person = await app.person(stranger.org.id, ['analyst']);
    const ids = {
      'hit.false_positive': [foreign.hitId, 'hit_01kf3vm9c4e6g8j0m2p4r6t8v0'],
      'list.remove_entries': [foreign.listId, 'list_01kf3vbq2ye5rstv5n1v0m2r8k'],
      'dead_letter.replay': ['dead_01kf3vbq2ye5rstv5n1v0m2r8k'],
      'verification.reveal': ['verification_01kf3vm9c4e6g8j0m2p4r6t8v0'],
      'member.change_roles': [person.id, 'usr_00000000008g2q4k9v1m7c5d3e'],
    }[action]!;
    for (const id of [...ids, 'nothing']) {
      const detail = action === 'member.change_roles' ? { roles: ['admin'] } : undefined;
      const answer = await request(place.desk, ada, action, id, detail);
      expect([answer.status, answer.body.error?.code], id).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('is protected by settings that no person can change alone', async () => {
    for (const body of [
      { actions: [] },
      { actions: ['dead_letter.replay'] },
      { expiresHours: 720 },
    ])
      required(await ask(place.desk, ada, 'PATCH', '/approvals/settings', body));
  });

  test('is closed by another person who deletes the subject on request', async () => {
    const { subjectId, hitId } = await openHit(place.desk);
    await data(request(place.desk, ada, 'subject.delete', subjectId), 201);
    required(await ask(place.desk, ada, 'DELETE', `/fraud/subjects/${subjectId}`));
    await data(ask(place.desk, bayo, 'DELETE', `/fraud/subjects/${subjectId}`), 200);
    expect((await hitOf(place.desk, hitId)).status).toBe('closed');
  });
});

describe('a hit in a case that another person has claimed', () => {
  let desk: Desk;
  let ada: Caller;
  let others: [string, Caller][];
  let hitId: string;
  let caseId: string;
  beforeAll(async () => {
    desk = await newDesk();
    const person = async (role: string): Promise<Caller> => ({
      session: (await app.person(desk.org.id, [role])).session,
    });
    ada = await person('analyst');
    others = [
      ['an admin', await person('admin')],
      ['a reviewer', await person('reviewer')],
      ['a key', desk.admin],
      [
        'a key with fraud:screen alone',
        { key: (await app.key(desk.org.id, ['fraud:screen'])).key },
      ],
    ];
  });

  async function claimed(): Promise<Start> {
    const start = await openHit(desk, 2);
    hitId = start.hitId;
    caseId = (await caseWith(desk, hitId)).id;
    await data(ask(desk, ada, 'POST', `/cases/${caseId}/claim`), 200);
    return start;
  }
  const decide = (caller: Caller, id = hitId, verdict?: string) =>
    ask(desk, caller, 'POST', `/fraud/hits/${id}/decision`, decision(verdict));
  /** Ways to decide the hit, or its identical hits. */
  const tries: [string, (caller: Caller) => Promise<Answer>][] = [
    ['a decision on it', (caller) => decide(caller)],
    ['a true match', (caller) => decide(caller, hitId, 'true_match')],
    ['a decision in the case', (caller) => decideIn(desk, caller, hitId, caseId)],
    ['a decision in another case', (caller) => decideIn(desk, caller, hitId)],
    [
      'a decision on identical hits',
      async (caller) => {
        const { subjectId } = await data(ask(desk, desk.admin, 'GET', `/fraud/hits/${hitId}`), 200);
        const twin = `${subjectId}-twin`;
        const body = { subjectId: twin, name: nameOf(subjectId) };
        await data(ask(desk, desk.admin, 'POST', '/fraud/subjects', body), 200);
        const { items } = await data(
          ask(desk, desk.admin, 'GET', `/fraud/hits?subjectId=${twin}`),
          200,
        );
        const ids = items.map(({ id }: { id: string }) => id);
        const { id, revision } = await caseWith(desk, ...ids);
        return ask(desk, caller, 'POST', `/cases/${id}/decide`, {
          expectedRevision: revision,
          decisions: ids.map((one: string) => ({ hitId: one, decision: 'true_match' })),
          reason: REASON,
          alsoIdentical: true,
        });
      },
    ],
  ];

  test.each(tries)('is not ended by %s of other callers, keys included', async (_, attempt) => {
    await claimed();
    for (const [name, caller] of others) {
      const answer = await attempt(caller);
      expect((await hitOf(desk, hitId)).status, name).toBe('open');
      const isWithoutScope = answer.status === 403 && name.includes('alone');
      if (!isWithoutScope)
        expect([answer.status, answer.body.error?.code], `${name}: ${answer.text}`).toEqual([
          409,
          'CONFLICT',
        ]);
    }
  });

  test('is decided by the person who has claimed it', async () => {
    await claimed();
    await data(decide(ada), 200);
  });

  test('is decided by the person who takes the case over with a reason, and no longer by the previous one', async () => {
    await claimed();
    const [, admin] = others[0]!;
    const path = `/cases/${caseId}/claim/take-over`;
    expect((await ask(desk, admin, 'POST', path, {})).status).toBe(400);
    await data(ask(desk, admin, 'POST', path, { reason: 'Ada is on leave.' }), 200);
    expect((await decide(ada)).status).toBe(409);
    await data(decide(admin), 200);
  });

  test('is decided by any person once the claim has ended', async () => {
    await claimed();
    const own = await app.dbOf(desk.org.id);
    await own.query(`UPDATE cases SET claimed_until = now() - interval '1 s' WHERE id = $1`, [
      caseId,
    ]);
    await data(decide(others[2]![1]), 200);
  });

  test('is decided by neither of two people who have each claimed one of its cases', async () => {
    const start = await openHit(desk);
    const [first, second] = [await caseWith(desk, start.hitId), await caseWith(desk, start.hitId)];
    const [, admin] = others[0]!;
    await data(ask(desk, ada, 'POST', `/cases/${first.id}/claim`), 200);
    await data(ask(desk, admin, 'POST', `/cases/${second.id}/claim`), 200);
    const statuses = [await decide(ada, start.hitId), await decide(admin, start.hitId)].map(
      ({ status }) => status,
    );
    // Each case protects the hit from the other person.
    expect(statuses).toEqual([409, 409]);
  });
});
