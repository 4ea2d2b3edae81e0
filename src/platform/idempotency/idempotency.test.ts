import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../test/support/database.ts';
import { Database } from '../db/database.ts';
import { ApiError } from '../errors/index.ts';
import { Idempotency, type RecordedAnswer } from './idempotency.ts';
import { deleteExpiredRecord, findRecord, insertRecord } from './store.ts';

const SECRET = 's'.repeat(32);

let db: Database;
beforeAll(async () => {
  db = new Database({
    connection: { connectionString: asOwner(await cloneDatabase()) },
    poolSize: 10,
    statementTimeoutMs: 10_000,
    onIdleError: () => {},
  });
  await sql`CREATE TABLE effects (org text, key text)`.execute(db.read);
});
afterAll(() => db.close());

type Outcome = 'success' | 'not found' | 'conflict' | 'bad request' | 'crash';
type Step = {
  org: string;
  path: string;
  key: string;
  payload: number;
  outcome: Outcome;
  expire: boolean;
};

const RECORDED: Partial<Record<Outcome, number>> = {
  success: 201,
  'not found': 404,
  conflict: 409,
};

/** Carries out a step inside the transaction of the effect. */
async function perform(idempotency: Idempotency, step: Step, run: string, serial: number) {
  const { org, path, key, payload } = step;
  return idempotency.run(
    { orgId: `${run}-${org}`, method: 'POST', path, key, payload },
    undefined,
    async (tx): Promise<RecordedAnswer> => {
      await sql`INSERT INTO effects VALUES (${`${run}-${org}`}, ${`${path} ${key}`})`.execute(tx);
      if (step.outcome === 'crash') throw new Error('crash');
      if (step.outcome === 'bad request') throw new ApiError('BAD_REQUEST', `refused ${serial}`);
      if (step.outcome === 'not found') throw new ApiError('NOT_FOUND', `missing ${serial}`);
      if (step.outcome === 'conflict') throw new ApiError('CONFLICT', `conflict ${serial}`);
      return { status: 201, body: `{"serial":${serial}}` };
    },
  );
}

const steps = fc.array(
  fc.record<Step>({
    org: fc.constantFrom('a', 'b'),
    path: fc.constantFrom('/x', '/y'),
    key: fc.constantFrom('k1', 'k2'),
    payload: fc.nat({ max: 2 }),
    outcome: fc.constantFrom('success', 'success', 'not found', 'conflict', 'bad request', 'crash'),
    expire: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

// contract: idempotency/original-answer-again
test('random sequences of requests behave like a map from (organization, path, key) to the first answer', async () => {
  const idempotency = new Idempotency(db, SECRET);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const run = `run${++runs}`;
      const model = new Map<string, { status: number; serial: number; payload: number }>();
      const effects = new Map<string, number>();
      for (const [serial, step] of sequence.entries()) {
        const id = `${step.org} ${step.path} ${step.key}`;
        if (step.expire && serial % 5 === 4) {
          await sql`UPDATE idempotency_records SET created_at = now() - interval '25 h' WHERE org_id = ${`${run}-${step.org}`}`.execute(
            db.read,
          );
          for (const known of model.keys())
            if (known.startsWith(`${step.org} `)) model.delete(known);
        }
        const known = model.get(id);
        const result = await perform(idempotency, step, run, serial).catch((error: Error) => error);
        if (known) {
          expect(result).toMatchObject({
            status: known.status,
            replayed: true,
            mismatch: known.payload !== step.payload,
          });
          expect((result as RecordedAnswer).body).toContain(String(known.serial));
        } else if (step.outcome === 'crash' || step.outcome === 'bad request') {
          expect(result).toBeInstanceOf(Error);
        } else {
          expect(result).toMatchObject({
            status: RECORDED[step.outcome],
            replayed: false,
            mismatch: false,
          });
          model.set(id, { status: RECORDED[step.outcome]!, serial, payload: step.payload });
          if (step.outcome === 'success') effects.set(id, (effects.get(id) ?? 0) + 1);
        }
      }
      const { rows } = await sql<{ id: string; count: number }>`
        SELECT substr(org, ${run.length + 2}) || ' ' || key AS id, count(*)::int AS count FROM effects
        WHERE org LIKE ${`${run}-%`} GROUP BY 1`.execute(db.read);
      expect(new Map(rows.map(({ id, count }) => [id, count]))).toEqual(effects);
    }),
    { numRuns: 25 },
  );
});

// contract: idempotency/concurrent-duplicates-effect
test('one of many concurrent requests takes effect; the others get its answer or must retry', async () => {
  const idempotency = new Idempotency(db, SECRET);
  const step: Step = {
    org: 'c',
    path: '/x',
    key: 'k',
    payload: 0,
    outcome: 'success',
    expire: false,
  };
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, serial) =>
      perform(idempotency, step, 'many', serial).catch((error: ApiError) => error),
    ),
  );
  const originals = results.filter((result) => !(result instanceof Error) && !result.replayed);
  expect(originals).toHaveLength(1);
  for (const result of results) {
    if (result instanceof ApiError) expect(result.code).toBe('IDEMPOTENCY_UNAVAILABLE');
    else expect(result).toMatchObject({ body: (originals[0] as RecordedAnswer).body });
  }
  const { rows } = await sql`SELECT FROM effects WHERE org = 'many-c'`.execute(db.read);
  expect(rows).toHaveLength(1);
});

test('does not delete a record that has replaced an expired one', async () => {
  const requestHash = Buffer.alloc(32, 7);
  const row = {
    status: 201,
    sealed_response: Buffer.from('x'),
    payload_mac: Buffer.from('y'),
    actor_id: null,
    actor_scopes: null,
    about: [],
  };
  await db.transaction(async (_tx, last) =>
    last(insertRecord({ orgId: 'fresh', requestHash, ...row })),
  );
  // This request sees the state before that record was committed, and finds an expired one.
  await db.transaction((tx) => deleteExpiredRecord(tx, 'fresh', requestHash));
  expect(await findRecord(db.read, 'fresh', requestHash)).toMatchObject({ status: 201 });
});

test('does not repeat a request whose answer was sealed under another server secret', async () => {
  const step: Step = {
    org: 'd',
    path: '/x',
    key: 'k',
    payload: 0,
    outcome: 'success',
    expire: false,
  };
  await perform(new Idempotency(db, SECRET), step, 'sealed', 1);
  await expect(
    perform(new Idempotency(db, 'another'.repeat(6)), step, 'sealed', 2),
  ).rejects.toMatchObject({
    code: 'IDEMPOTENCY_UNAVAILABLE',
  });
  const { rows } = await sql`SELECT FROM effects WHERE org = 'sealed-d'`.execute(db.read);
  expect(rows).toHaveLength(1);
});

test('does not execute a repeated request, or return its answer, if its actor is unknown', async () => {
  const idempotency = new Idempotency(db, SECRET);
  const request = { orgId: 'actor', method: 'POST', path: '/x', key: 'k', payload: null };
  const recipient = (id: string) => ({ id, scopes: new Set(['a']), replaces: async () => false });
  let executed = 0;
  const run = (by?: string) =>
    idempotency.run(
      { ...request, ...(by && { recipient: recipient(by) }) },
      undefined,
      async () => {
        executed += 1;
        return { status: 201, body: 'token' };
      },
    );
  // A process of an earlier version recorded it, without an actor.
  await run();
  await expect(run('key_1')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(executed).toBe(1);
  const { rows } = await sql`SELECT FROM idempotency_records WHERE org_id = 'actor'`.execute(
    db.read,
  );
  expect(rows).toHaveLength(1);
});

test('skips long work for a repeated request', async () => {
  const idempotency = new Idempotency(db, SECRET);
  const request = { orgId: 'prepare', method: 'POST', path: '/x', key: 'k', payload: null };
  let prepared = 0;
  const run = () =>
    idempotency.run(
      request,
      async () => ++prepared,
      async (_tx, n) => ({ status: 200, body: `{"n":${n}}` }),
    );
  expect(await run()).toMatchObject({ body: '{"n":1}', replayed: false });
  expect(await run()).toMatchObject({ body: '{"n":1}', replayed: true });
  expect(prepared).toBe(1);
});
