import { SOMEBODY } from '../../../../../test/support/actor.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  DOWN,
  IdentityClient,
  startVendorApp,
  type VendorApp,
} from '../../../../../test/contract/support/identity-client.ts';
import { TEST_SECRET } from '../../../../../test/support/app.ts';
import { halves } from '../../../../../test/support/images.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { ProviderChain } from '../../chain/chain.ts';
import { Verifier } from '../verifier.ts';
import { DeadLetters, listDeadLetters } from './dead-letters.ts';
import type { DeadLetter, DeadLetterMode } from './schemas.ts';

let world: VendorApp;
let platformKey: string;
let client: IdentityClient;
let db: Database;
beforeAll(async () => {
  world = await startVendorApp();
  platformKey = await world.app.platformKey();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await IdentityClient.of(world.app);
  db = await world.app.dbOf(client.org.id);
  // A mode applies to all organizations, so rows of other tests are deleted.
  await sql`DELETE FROM dead_letters`.execute(world.app.db.read);
});
afterEach(() => {
  world.vendor.reply = undefined;
  world.vendor.requests.length = 0;
});

const MATCH_AGAINST = { firstName: 'Joshua', lastName: 'Oladipo' };
const BODY = { subjectId: 'customer-7', bvn: '22222222222', matchAgainst: MATCH_AGAINST };

/** Sends a call that finds the vendor down, and returns its id. */
async function fail(path = 'verify-bvn', request: object = BODY): Promise<string> {
  world.vendor.reply = DOWN;
  const { verificationId, status } = await client.ask(path, request);
  expect(status).toBe('provider_down');
  world.vendor.reply = undefined;
  world.vendor.requests.length = 0;
  return verificationId;
}
async function letters(mode: DeadLetterMode = 'manual'): Promise<DeadLetter[]> {
  return (await listDeadLetters(db.read, { organizationId: client.org.id }, mode)).items;
}
async function operate(id: string, what: 'replay' | 'discard'): Promise<DeadLetter> {
  const path = `/api/v1/admin/dead-letters/${id}/${what}`;
  const answer = await world.app.call('POST', path, { key: platformKey });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
function aged(hours: number) {
  return sql`UPDATE dead_letters SET created_at = now() - make_interval(hours => ${hours}),
    due_at = now() WHERE org_id = ${client.org.id}`.execute(world.app.db.read);
}
async function events(): Promise<unknown[]> {
  const { rows } = await sql`SELECT type, body::jsonb -> 'data' AS data FROM events
    WHERE org_id = ${client.org.id} ORDER BY created_at, id`.execute(world.app.db.read);
  return rows;
}
function told(verificationId: string, reason: string) {
  return {
    type: 'identity.dead_letter.given_up',
    data: { event: 'IDENTITY_DEAD_LETTER_GIVEN_UP', verificationId, kind: 'bvn', reason },
  };
}
async function sealed(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(envelope)::int AS n FROM dead_letters
    WHERE org_id = ${client.org.id}`.execute(world.app.db.read);
  return rows[0]!.n;
}

/** Returns the service in the form of a worker, with the test's keys and vendor. */
function deadLetters(mode: DeadLetterMode, envelopes: Envelopes = world.envelopes): DeadLetters {
  const chain = {
    longestMs: 1000,
    usesSandbox: () => false,
    providersOf: () => ['provider-1'],
    consentProblem: () => undefined,
  };
  const asked = {
    ...chain,
    ask: () => {
      world.vendor.requests.push(undefined as never);
      return Promise.resolve({ attempts: [] });
    },
  } as unknown as ProviderChain;
  const log = { error() {} } as never;
  const verifier = new Verifier({
    envelopes,
    chain: asked,
    sandbox: asked,
    secret: TEST_SECRET,
    log,
  });
  return new DeadLetters({ db, envelopes, verifier, mode });
}

describe('ORIKI_DEAD_LETTERS=manual', () => {
  test('no dead letter is due, and the worker asks no provider', async () => {
    await fail();
    await sql`UPDATE dead_letters SET due_at = now()`.execute(world.app.db.read);
    expect(await deadLetters('manual').replayDue()).toBeUndefined();
    expect(world.vendor.requests).toEqual([]);
    expect(await letters('manual')).toMatchObject([{ status: 'waiting', dueAt: null }]);
  });

  test('a dead letter is given up after 30 days and not before, with an event', async () => {
    const verificationId = await fail();
    await aged(30 * 24 - 1);
    await deadLetters('manual').discardOld();
    expect([await sealed(), await events()]).toEqual([1, []]);
    await aged(30 * 24 + 1);
    await deadLetters('manual').discardOld();
    expect(await letters()).toMatchObject([{ status: 'discarded', replayable: false }]);
    expect([await sealed(), await events()]).toEqual([0, [told(verificationId, 'expired')]]);
  });

  test('an operator who discards a dead letter gives it up, with an event', async () => {
    const verificationId = await fail();
    await operate((await letters())[0]!.id, 'discard');
    expect([await sealed(), await events()]).toEqual([0, [told(verificationId, 'discarded')]]);
  });
});

describe('ORIKI_DEAD_LETTERS=auto', () => {
  test('a dead letter is due, and the worker asks again', async () => {
    await fail();
    const [letter] = await letters('auto');
    expect(Date.parse(letter!.dueAt!) - Date.parse(letter!.createdAt)).toBe(60_000);
    expect(await deadLetters('auto').replayDue()).toBeUndefined();
    await aged(23);
    expect(await deadLetters('auto').replayDue()).toMatchObject({ status: 'waiting', replays: 1 });
    expect(world.vendor.requests).toHaveLength(1);
  });

  test('after 24 hours a dead letter is no longer retried and is given up once, with one event', async () => {
    const verificationId = await fail();
    await aged(25);
    expect(await deadLetters('auto').replayDue()).toBeUndefined();
    expect(world.vendor.requests).toEqual([]);
    await Promise.all([deadLetters('auto').discardOld(), deadLetters('auto').discardOld()]);
    expect(await letters('auto')).toMatchObject([{ status: 'discarded', dueAt: null }]);
    expect([await sealed(), await events()]).toEqual([0, [told(verificationId, 'expired')]]);
  });

  test('a dead letter that is being replayed is not given up', async () => {
    await fail();
    await aged(25);
    await sql`UPDATE dead_letters SET holder = 'another', leased_until = now() + interval '1 min'
      WHERE org_id = ${client.org.id}`.execute(world.app.db.read);
    await deadLetters('auto').discardOld();
    expect([await sealed(), await events()]).toEqual([1, []]);
  });

  test('a dead letter whose event cannot be written is not given up', async () => {
    await fail();
    await aged(25);
    await sql`ALTER TABLE events ADD CONSTRAINT broken CHECK (org_id <> ${sql.lit(client.org.id)}) NOT VALID`.execute(
      db.read,
    );
    await expect(deadLetters('auto').discardOld()).rejects.toThrow('broken');
    await sql`ALTER TABLE events DROP CONSTRAINT broken`.execute(db.read);
    expect(await sealed()).toBe(1);
    expect(await letters()).toMatchObject([{ status: 'waiting' }]);
  });
});

describe('a request that was answered later', () => {
  const superseded = { status: 'superseded', replayable: false, replays: 0 };

  test('is not repeated: the dead letter is closed and names the answer', async () => {
    await fail();
    const { verificationId } = await client.ask('verify-bvn', BODY);
    const before = await client.counts();
    const [letter] = await letters();
    expect(await operate(letter!.id, 'replay')).toMatchObject({
      ...superseded,
      replayedAs: verificationId,
    });
    expect(world.vendor.requests).toHaveLength(1);
    expect([await sealed(), await client.counts()]).toEqual([0, before]);
  });

  test('is repeated if subject or identifier differ, or if the answer came before the request', async () => {
    await client.ask('verify-bvn', BODY);
    await fail();
    await client.ask('verify-bvn', { ...BODY, subjectId: 'customer-8' });
    await client.ask('verify-bvn', { ...BODY, bvn: '22222222224' });
    await client.ask('verify-nin', { ...BODY, bvn: undefined, nin: '22222222222' });
    world.vendor.requests.length = 0;
    expect(await operate((await letters())[0]!.id, 'replay')).toMatchObject({ status: 'replayed' });
    expect(world.vendor.requests).toHaveLength(1);
  });

  test('is repeated if the later call got no answer either', async () => {
    await fail();
    await fail();
    const [second, first] = await letters();
    expect(await operate(first!.id, 'replay')).toMatchObject({ status: 'replayed' });
    // The first dead letter's replay has answered the second dead letter, too.
    expect(await operate(second!.id, 'replay')).toMatchObject(superseded);
    expect(world.vendor.requests).toHaveLength(1);
  });

  test('matches images by kind and subject', async () => {
    const base64 = (await halves('#cc8866', '#335577').png().toBuffer()).toString('base64');
    const other = (await halves('#224466', '#ddbb99').png().toBuffer()).toString('base64');
    const image = (data: string) => ({ base64: data, contentType: 'image/png' });
    const pair = { subjectId: 's', selfie: image(base64), reference: image(base64) };
    await fail('face-match', pair);
    await client.ask('face-match', { ...pair, subjectId: 't' });
    await client.ask('liveness', { subjectId: 's', image: image(base64) });
    const { items } = await client.get('verifications?subjectId=s&status=provider_down');
    expect(items).toHaveLength(1);
    await client.ask('face-match', { ...pair, selfie: image(other) });
    world.vendor.requests.length = 0;
    expect(await operate((await letters())[0]!.id, 'replay')).toMatchObject(superseded);
    expect(world.vendor.requests).toEqual([]);
  });

  test.for(['open', 'prepare'] as const)(
    'is not repeated if the answer came between claim and request, while keys %s',
    async (step) => {
      await fail();
      const [letter] = await letters();
      let answered = false;
      const slow = new Proxy(world.envelopes, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...given: unknown[]) => {
            if (name === step && !answered) {
              answered = true;
              await client.ask('verify-bvn', BODY);
              world.vendor.requests.length = 0;
            }
            return value.apply(target, given);
          };
        },
      });
      const settled = await deadLetters('manual', slow).replayNow(letter!.id, SOMEBODY);
      expect([answered, settled]).toMatchObject([true, superseded]);
      expect(world.vendor.requests).toEqual([]);
    },
  );
});

test('rows of replays name the repeated call, and ?replays=false omits these rows', async () => {
  const verificationId = await fail();
  const { replayedAs } = await operate((await letters())[0]!.id, 'replay');
  const list = async (query: string) => {
    const { items, total } = await client.get(`verifications${query}`);
    expect(items).toHaveLength(total);
    return items.map((item: Record<string, unknown>) => [item['verificationId'], item['replayOf']]);
  };
  const first = [verificationId, null];
  const replay = [replayedAs, verificationId];
  expect(await list('')).toEqual([replay, first]);
  expect(await list('?replays=true')).toEqual([replay, first]);
  expect(await list('?replays=false')).toEqual([first]);
  const { status, body: refused } = await client.call('GET', 'verifications?replays=no');
  expect([status, refused.error.details[0].path]).toEqual([400, 'replays']);
});

test("each dead letter that a command replays leaves a row in its organization's audit log, and a rejected replay leaves none", async () => {
  await fail();
  await fail();
  const [second, first] = await letters();
  await sql`INSERT INTO approval_settings (org_id, actions)
    VALUES (${client.org.id}, ${['dead_letter.replay']})`.execute(db.read);
  const asked = await world.app.call('POST', '/api/v1/approvals', {
    key: client.org.key,
    body: { action: 'dead_letter.replay', objectId: first!.id },
  });
  expect(asked.status, asked.text).toBe(201);
  const operator = { ...SOMEBODY, kind: 'command', id: 'operator@machine', via: null } as const;
  expect(await deadLetters('manual').replayAll(operator)).toMatchObject({
    stillWaiting: 1,
    skipped: [second!.id],
  });
  const { body } = await world.app.call('GET', '/api/v1/audit?action=dead_letter.replay', {
    key: client.org.key,
  });
  expect(body.data.items).toMatchObject([
    {
      actor: { kind: 'command', id: 'operator@machine' },
      objectId: first!.id,
      after: { status: 'waiting' },
    },
  ]);
});
