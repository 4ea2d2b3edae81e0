import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../../test/support/servers/is-spread.ts';
import { halves } from '../../../../../test/support/images.ts';
import {
  DOWN,
  ID,
  TIME,
  client,
  useVendor,
  world,
} from '../../../../../test/contract/support/identity-client.ts';
import { expectDocumented } from '../../../../../test/contract/support/documented.ts';
import { routes } from '../../../../../test/contract/support/manifest.ts';
import { newId } from '../../../../platform/ids.ts';
import type { DeadLetter } from './schemas.ts';

let platformKey: string;
useVendor();
beforeAll(async () => {
  platformKey = await world.app.platformKey();
});

const BVN_BODY = {
  subjectId: 'customer-7',
  bvn: '22222222222',
  matchAgainst: { firstName: 'Joshua', lastName: 'Oladipo', dateOfBirth: '2000-06-28' },
};

/** Sends a request as an operator; `path` is below /admin/dead-letters. */
async function call(method: string, path: string): Promise<Answer> {
  const admin = `/api/v1/admin/dead-letters${path}`;
  const answer = await world.app.call(method, admin, { key: platformKey });
  const operation = path.split('/')[2] ?? '';
  const id = operation === '' ? 'listDeadLetters' : `${operation}DeadLetter`;
  expectDocumented(
    routes.find(({ operationId }) => operationId === id)!,
    answer,
  );
  return answer;
}
function operate(id: string, what: 'replay' | 'discard') {
  return call('POST', `/${id}/${what}`);
}
async function list(query: Record<string, string> = {}) {
  const filter = new URLSearchParams({ organizationId: client.org.id, ...query });
  const { status, body } = await call('GET', `?${filter}`);
  expect(status).toBe(200);
  return body.data as { items: DeadLetter[]; total: number };
}
/** Returns the only dead letter as its actions return it: without the outcomes of providers. */
async function only(): Promise<DeadLetter> {
  const { items, total } = await list();
  expect(total).toBe(1);
  const { failures: _failures, ...letter } = items[0]!;
  return letter;
}

/** Sends a call that finds the vendor down, and returns its dead letter. */
async function fail(path = 'verify-bvn', body: object = BVN_BODY) {
  world.vendor.reply = DOWN;
  const { verificationId, status } = await client.ask(path, body);
  expect(status).toBe('provider_down');
  world.vendor.reply = undefined;
  world.vendor.requests.length = 0;
  return { verificationId, letter: await only() };
}
async function replay(id: string): Promise<DeadLetter> {
  const answer = await operate(id, 'replay');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
async function conflict(id: string, what: 'replay' | 'discard', message: string) {
  const { status, body } = await operate(id, what);
  expect([status, body.error]).toEqual([409, { code: 'CONFLICT', message }]);
}
async function envelopeOf(id: string): Promise<string | null> {
  const { rows } = await sql<{ envelope: string | null }>`
    SELECT envelope FROM dead_letters WHERE id = ${id}`.execute(world.app.db.read);
  return rows[0]!.envelope;
}

describe('a call that finds every provider down', () => {
  // contract: providers/provider-down-puts
  test('leaves a dead letter that waits for an operator and stores the encrypted request', async () => {
    const { verificationId, letter } = await fail();
    expect(letter).toEqual({
      id: expect.stringMatching(/^deadletter_[0-9a-z]{26}$/),
      organizationId: client.org.id,
      verificationId,
      kind: 'bvn',
      country: 'NG',
      status: 'waiting',
      replayable: true,
      replays: 0,
      replayedAs: null,
      dueAt: null,
      createdAt: TIME,
      updatedAt: TIME,
    });
    expect((await list()).items[0]!.failures).toEqual([
      { provider: 'provider-1', outcome: 'unavailable' },
    ]);
    const context = { orgId: client.org.id, id: verificationId, kind: 'identity-request:bvn' };
    const request = await world.envelopes.open(context, (await envelopeOf(letter.id))!);
    expect(JSON.parse(request.toString())).toEqual({
      kind: 'bvn',
      country: 'NG',
      subjectId: 'customer-7',
      identifier: '22222222222',
      claimed: BVN_BODY.matchAgainst,
    });
  });

  // contract: providers/provider-down-puts
  test('leaves no dead letter if a provider answered', async () => {
    await client.ask('verify-bvn', BVN_BODY);
    await client.ask('verify-bvn', { ...BVN_BODY, bvn: '22222222223' });
    expect((await list()).total).toBe(0);
  });
});

describe('the list', () => {
  // contract: providers/operators-list-discard
  test('shows the newest first, filters by organization and status, and is for operators only', async () => {
    const { letter: replayed } = await fail();
    await replay(replayed.id);
    world.vendor.reply = DOWN;
    await client.ask('verify-bvn', BVN_BODY);
    await client.ask('verify-nin', { ...BVN_BODY, bvn: undefined, nin: '70123456789' });
    const { items, total } = await list();
    expect([total, items.map(({ kind }) => kind)]).toEqual([3, ['nin', 'bvn', 'bvn']]);
    await operate(items[0]!.id, 'discard');
    for (const [status, i] of [
      ['discarded', 0],
      ['waiting', 1],
      ['replayed', 2],
    ] as const)
      expect((await list({ status })).items.map(({ id }) => id)).toEqual([items[i]!.id]);
    expect((await list({ organizationId: 'org_nobody' })).total).toBe(0);
    expect((await list({ limit: '1', page: '2' })).items[0]!.id).toBe(items[1]!.id);
    const all = await call('GET', '');
    expect(all.body.data.total).toBeGreaterThan(3);
    expect((await call('GET', '?status=lost')).status).toBe(400);
    const { key } = client.org;
    const tenant = await world.app.call('GET', '/api/v1/admin/dead-letters', { key });
    expect(tenant.status).toBe(403);
  });
});

describe('a replay', () => {
  // contract: providers/replay-call-own
  test('with an answer writes its own row, emits its events, settles the dead letter and deletes the request', async () => {
    const { verificationId, letter } = await fail();
    const settled = await replay(letter.id);
    expect(settled).toEqual({
      ...letter,
      status: 'replayed',
      replayable: false,
      replays: 1,
      replayedAs: ID,
      dueAt: null,
      updatedAt: TIME,
    });
    expect(await only()).toEqual(settled);
    expect(await envelopeOf(letter.id)).toBeNull();
    const row = await client.get(`verifications/${settled.replayedAs}`);
    expect(row).toMatchObject({
      subjectId: 'customer-7',
      kind: 'bvn',
      status: 'verified',
      provider: 'provider-1',
      replayOf: verificationId,
      metadata: { matchScore: 100, dateOfBirth: 'same' },
      identifierLast4: '2222',
    });
    expect(row.rawResponseEncrypted).not.toBeNull();
    // The first row stays in the history.
    const first = await client.get(`verifications/${verificationId}`);
    expect(first).toMatchObject({ status: 'provider_down', replayOf: null });
    const { rows } =
      await sql`SELECT type, body::jsonb -> 'data' AS data FROM events WHERE org_id = ${client.org.id}`.execute(
        world.app.db.read,
      );
    const data = { event: 'IDENTITY_BVN_VERIFIED', verificationId: settled.replayedAs };
    expect(rows).toEqual([{ type: 'identity.bvn.verified', data }]);
  });

  // contract: providers/replay-call-own
  test('also settles the dead letter if the provider refuses', async () => {
    const { letter } = await fail('verify-bvn', { ...BVN_BODY, bvn: '22222222223' });
    const settled = await replay(letter.id);
    expect(settled.status).toBe('replayed');
    const row = await client.get(`verifications/${settled.replayedAs}`);
    expect(row).toMatchObject({ status: 'failed', reason: 'not_found' });
    expect(await client.counts()).toEqual({ rows: 2, payloads: 1, letters: 1, events: 1 });
  });

  // contract: providers/down-again-row
  test('that finds the providers down again writes its row, keeps the dead letter waiting and does not create a second one', async () => {
    const { verificationId, letter } = await fail();
    world.vendor.reply = DOWN;
    const waiting = await replay(letter.id);
    expect(waiting).toEqual({ ...letter, replays: 1, updatedAt: TIME });
    expect(await only()).toEqual(waiting);
    const { items } = await client.get('verifications');
    expect(items).toMatchObject([
      { status: 'provider_down', replayOf: verificationId },
      { status: 'provider_down', replayOf: null },
    ]);
    expect((await client.counts())['events']).toBe(0);
    expect(await replay(letter.id)).toMatchObject({ status: 'waiting', replays: 2 });
    world.vendor.reply = undefined;
    expect(await replay(letter.id)).toMatchObject({ status: 'replayed', replays: 3 });
  });

  // contract: providers/replay-call-own
  test('of images asks with the same images and the same threshold', async () => {
    const base64 = (await halves('#cc8866', '#335577').png().toBuffer()).toString('base64');
    const image = { base64, contentType: 'image/png' };
    world.vendor.reply = DOWN;
    const body = { subjectId: 's', selfie: image, reference: image, threshold: 100 };
    await client.ask('face-match', body);
    const [first] = world.vendor.requests;
    world.vendor.reply = undefined;
    const { replayedAs } = await replay((await only()).id);
    expect(world.vendor.requests).toHaveLength(2);
    expect(world.vendor.requests[1]!.json).toEqual(first!.json);
    const row = await client.get(`verifications/${replayedAs}`);
    expect(row).toMatchObject({ status: 'failed', metadata: { threshold: 100 } });
  });

  // contract: providers/replay-time-409
  test('asks the provider once when two replays are concurrent, and the other replay returns 409', async () => {
    const { letter } = await fail();
    const answers = await Promise.all([operate(letter.id, 'replay'), operate(letter.id, 'replay')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error.code).toBe('CONFLICT');
    expect(world.vendor.requests).toHaveLength(1);
    expect(await client.counts()).toMatchObject({ rows: 2, events: 1 });
  });

  // contract: providers/replay-time-409
  test('in progress blocks other replays and discarding', async () => {
    const { letter } = await fail();
    await sql`UPDATE dead_letters SET holder = 'another', leased_until = now() + interval '1 min'
      WHERE id = ${letter.id}`.execute(world.app.db.read);
    await conflict(letter.id, 'replay', 'the dead letter is being replayed');
    await conflict(letter.id, 'discard', 'the dead letter is being replayed');
    // The process that held the dead letter has died.
    await sql`UPDATE dead_letters SET leased_until = now() - interval '1 s'
      WHERE id = ${letter.id}`.execute(world.app.db.read);
    expect(await replay(letter.id)).toMatchObject({ status: 'replayed' });
  });

  test('never lets the sandbox answer for real providers, and sends them no sandbox requests', async () => {
    const { letter } = await fail();
    await sql`UPDATE dead_letters SET sandbox = true WHERE id = ${letter.id}`.execute(
      world.app.db.read,
    );
    await conflict(
      letter.id,
      'replay',
      'the request was for the sandbox, which is no longer configured',
    );
    expect(world.vendor.requests).toHaveLength(0);
    expect(await client.counts()).toMatchObject({ rows: 1, letters: 1 });
  });

  test('returns 409 if the request cannot be decrypted, and blocks no other replay', async () => {
    const { letter } = await fail();
    await sql`UPDATE dead_letters SET envelope = overlay(envelope placing 'AAAA' from length(envelope) - 7)
      WHERE id = ${letter.id}`.execute(world.app.db.read);
    await conflict(letter.id, 'replay', 'the request cannot be decrypted');
  });

  // contract: providers/replay-time-409
  test('returns 409 for a settled or discarded dead letter, and so does discarding it', async () => {
    const { letter } = await fail();
    await replay(letter.id);
    await conflict(letter.id, 'replay', 'the dead letter was replayed');
    await conflict(letter.id, 'discard', 'the dead letter was replayed');
    expect(world.vendor.requests).toHaveLength(1);
  });

  // contract: providers/replay-time-409
  test('returns 404 for an unknown dead letter, and so does discarding it', async () => {
    for (const id of [newId('deadletter'), newId('verification'), 'x'])
      for (const what of ['replay', 'discard'] as const) {
        const { status, body } = await operate(id, what);
        expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
  });
});

// contract: providers/operators-list-discard
test('discarding deletes the request and keeps the trace', async () => {
  const { letter } = await fail();
  const { status, body } = await operate(letter.id, 'discard');
  expect(status).toBe(200);
  const discarded = {
    ...letter,
    status: 'discarded',
    replayable: false,
    dueAt: null,
    updatedAt: TIME,
  };
  expect(body.data).toEqual(discarded);
  expect(await only()).toEqual(discarded);
  expect(await envelopeOf(letter.id)).toBeNull();
  await conflict(letter.id, 'replay', 'the dead letter was discarded');
  await conflict(letter.id, 'discard', 'the dead letter was discarded');
  expect(world.vendor.requests).toEqual([]);
});

test.skipIf(
  refusedByCitus(
    'a replay whose row cannot be written changes nothing, and the dead letter stays for later',
    'changes a table',
  ),
)(
  'a replay whose row cannot be written changes nothing, and the dead letter stays for later',
  async () => {
    const { letter } = await fail();
    const broken = sql`ALTER TABLE identity_payloads ADD CONSTRAINT broken CHECK (org_id <> ${sql.lit(client.org.id)}) NOT VALID`;
    const { read } = await world.app.dbOf(client.org.id);
    await broken.execute(read);
    expect((await operate(letter.id, 'replay')).status).toBe(500);
    await sql`ALTER TABLE identity_payloads DROP CONSTRAINT broken`.execute(read);
    expect(await only()).toEqual(letter);
    expect(await client.counts()).toEqual({ rows: 1, payloads: 0, letters: 1, events: 0 });
    expect(await envelopeOf(letter.id)).not.toBeNull();
  },
);
