import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../test/support/database.ts';
import { Database } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';
import { Idempotency, type IdempotentAnswer } from './idempotency.ts';

const SECRET = 's'.repeat(32);
const LONG_MS = 60_000;

let db: Database;
/** The database of a second process. */
let other: Database;
beforeAll(async () => {
  const connection = { connectionString: asOwner(await cloneDatabase()) };
  const open = () =>
    new Database({ connection, poolSize: 8, statementTimeoutMs: 10_000, onIdleError: () => {} });
  db = open();
  other = open();
  await sql`CREATE TABLE effects (org text, asked text)`.execute(db.read);
});
afterAll(async () => {
  await db.close();
  await other.close();
});

type Reply = 'success' | 'bad request' | 'not found' | 'conflict in the effect' | 'crash';

/** A call that holds its claim and waits for the external answer, or that has ended. */
type Call = {
  asked: string | undefined;
  answer: (reply: Reply) => void;
  ended: Promise<IdempotentAnswer | Error>;
};

let asked = 0;

/** Sends a request. Returns when it makes its external call, or ends without one. */
async function begin(process: Database, orgId: string, key: string): Promise<Call> {
  const reply = Promise.withResolvers<Reply>();
  const asking = Promise.withResolvers<void>();
  const call: Call = { asked: undefined, answer: reply.resolve, ended: undefined as never };
  call.ended = new Idempotency(process, SECRET)
    .run(
      { orgId, method: 'POST', path: '/x', key, payload: null },
      async () => {
        call.asked = `answer-${(asked += 1)}`;
        asking.resolve();
        const outcome = await reply.promise;
        if (outcome === 'bad request') throw new ApiError('BAD_REQUEST', 'no');
        if (outcome === 'not found') throw new ApiError('NOT_FOUND', call.asked);
        return outcome;
      },
      async (tx, outcome) => {
        await sql`INSERT INTO effects VALUES (${orgId}, ${call.asked})`.execute(tx);
        if (outcome === 'crash') throw new Error('crash');
        if (outcome === 'conflict in the effect') throw new ApiError('CONFLICT', call.asked!);
        return { status: 200, body: call.asked! };
      },
      LONG_MS,
    )
    .catch((error: Error) => error);
  await Promise.race([asking.promise, call.ended]);
  return call;
}

function runOut(orgId: string) {
  return sql`UPDATE idempotency_claims SET leased_until = now() - interval '1 s' WHERE org_id = ${orgId}`.execute(
    db.read,
  );
}

async function claims(orgId: string): Promise<number> {
  const { rows } = await sql`SELECT FROM idempotency_claims WHERE org_id = ${orgId}`.execute(
    db.read,
  );
  return rows.length;
}

async function effects(orgId: string): Promise<string[]> {
  const { rows } = await sql<{ asked: string }>`
    SELECT asked FROM effects WHERE org = ${orgId} ORDER BY asked`.execute(db.read);
  return rows.map((row) => row.asked);
}

const IN_FLIGHT = { code: 'IDEMPOTENCY_UNAVAILABLE', status: 503, retryAfterSeconds: 1 };

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('begin' as const),
        key: fc.constantFrom('k1', 'k2'),
        second: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        which: fc.nat({ max: 9 }),
        reply: fc.constantFrom<Reply>(
          'success',
          'success',
          'bad request',
          'not found',
          'conflict in the effect',
          'crash',
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('run out' as const) }) },
  ),
  { minLength: 1, maxLength: 25 },
);

/**
 * The expected state of a key's requests: the first answer, or the request that may answer and whether its claim is
 * about to expire.
 */
type Model = {
  recorded?: { status: number; text: string };
  holder?: Call | undefined;
  expired: boolean;
};

test('for any order of events, one request at a time makes the external call, and the first answer is stored', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const orgId = `model${(runs += 1)}`;
      const model = new Map<string, Model>();
      const open: { key: string; call: Call }[] = [];
      for (const step of sequence) {
        if (step.do === 'run out') {
          await runOut(orgId);
          for (const state of model.values()) state.expired = true;
        } else if (step.do === 'begin') {
          const state = model.get(step.key) ?? { expired: false };
          model.set(step.key, state);
          const call = await begin(step.second ? other : db, orgId, step.key);
          if (state.recorded) {
            const { status, text } = state.recorded;
            expect(await call.ended).toMatchObject({ replayed: true, status });
            expect(((await call.ended) as IdempotentAnswer).body).toContain(text);
          } else if (state.holder && !state.expired) {
            expect(await call.ended).toMatchObject(IN_FLIGHT);
          } else {
            expect(call.asked).toBeDefined();
            Object.assign(state, { holder: call, expired: false });
            open.push({ key: step.key, call });
            continue;
          }
          expect(call.asked).toBeUndefined();
        } else if (open.length > 0) {
          const [{ key, call }] = open.splice(step.which % open.length, 1) as [(typeof open)[0]];
          const state = model.get(key)!;
          call.answer(step.reply);
          const ended = await call.ended;
          const status = { success: 200, 'not found': 404, 'conflict in the effect': 409 }[
            step.reply as string
          ];
          if (step.reply === 'bad request') expect(ended).toMatchObject({ code: 'BAD_REQUEST' });
          else if (state.recorded)
            expect(ended).toMatchObject({ replayed: true, status: state.recorded.status });
          else if (state.holder !== call) expect(ended).toMatchObject(IN_FLIGHT);
          else if (status === undefined) expect(ended).toMatchObject({ message: 'crash' });
          else {
            expect(ended).toMatchObject({ replayed: false, status });
            state.recorded = { status, text: call.asked! };
          }
          if (state.holder === call) state.holder = undefined;
        }
      }
      const successes = [...model.values()].flatMap(({ recorded }) =>
        recorded?.status === 200 ? [recorded.text] : [],
      );
      expect(await effects(orgId)).toEqual(successes.toSorted());
      expect(await claims(orgId)).toBe([...model.values()].filter(({ holder }) => holder).length);
      for (const { call } of open) call.answer('bad request');
      await Promise.all(open.map(({ call }) => call.ended));
    }),
    { numRuns: 60 },
  );
});

test('one of fifty concurrent repeats makes the external call; the others must retry, and then get its answer', async () => {
  const calls = await Promise.all(
    Array.from({ length: 50 }, (_, i) => begin(i % 2 ? db : other, 'fifty', 'k')),
  );
  const asking = calls.filter((call) => call.asked !== undefined);
  expect(asking).toHaveLength(1);
  for (const call of calls)
    if (call !== asking[0]) expect(await call.ended).toMatchObject(IN_FLIGHT);
  asking[0]!.answer('success');
  const first = (await asking[0]!.ended) as IdempotentAnswer;
  expect(first).toMatchObject({ replayed: false, body: asking[0]!.asked });
  const later = await Promise.all(calls.map((_, i) => begin(i % 2 ? db : other, 'fifty', 'k')));
  for (const call of later)
    expect(await call.ended).toMatchObject({ replayed: true, body: first.body });
  expect(await effects('fifty')).toEqual([asking[0]!.asked]);
});

test('a holder that lost its claim commits nothing, even when both holders finish together', async () => {
  const round = async (orgId: string): Promise<void> => {
    const stale = await begin(db, orgId, 'k');
    await runOut(orgId);
    const holder = await begin(other, orgId, 'k');
    expect([stale.asked, holder.asked]).not.toContain(undefined);
    stale.answer('success');
    holder.answer('success');
    expect(await holder.ended).toMatchObject({ replayed: false, body: holder.asked });
    // The request may have arrived after the answer, and then gets that answer.
    const late = await stale.ended;
    if (late instanceof Error) expect(late).toMatchObject(IN_FLIGHT);
    else expect(late).toMatchObject({ replayed: true, body: holder.asked });
    expect(await effects(orgId)).toEqual([holder.asked]);
    expect(await claims(orgId)).toBe(0);
  };
  await Promise.all(Array.from({ length: 12 }, (_, i) => round(`stale${i}`)));
});

test('keeps the answer while the database is unavailable, and commits it once', async () => {
  let prepared = 0;
  let tries = 0;
  const answer = await new Idempotency(db, SECRET).run(
    { orgId: 'cut', method: 'POST', path: '/x', key: 'k', payload: null },
    async () => (prepared += 1),
    async (tx) => {
      tries += 1;
      await sql`INSERT INTO effects VALUES ('cut', 'once')`.execute(tx);
      if (tries < 3) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
      return { status: 200, body: '{}' };
    },
    LONG_MS,
  );
  expect(answer).toMatchObject({ status: 200, replayed: false });
  expect([prepared, tries]).toEqual([1, 3]);
  expect(await effects('cut')).toEqual(['once']);
  expect(await claims('cut')).toBe(0);
});
