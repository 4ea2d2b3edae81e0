import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { ErasureClient, SUBJECT } from '../../../../test/support/erasure-client.ts';
import { Crash, storesThat, toolsOf as toolsIn } from '../../../../test/support/erasure-tools.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { within } from '../../../../test/support/within.ts';
import { verifyAudit } from '../../audit/index.ts';
import type { SigningKeys } from '../../signing/index.ts';
import type { Database } from '../../../platform/db/database.ts';
import { continueErasure } from './erase.ts';
import { erasureJobs } from './jobs.ts';
import { ErasureList } from './list.ts';
import { repeatErasures } from './repeat.ts';

const folder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
/** Without a worker, so that only the test erases. */
const app = testApp({ role: 'api', rateLimits: undefined, erasureFolder: folder });
afterAll(() => rm(folder, { recursive: true }));

function toolsOf(own: Database, left?: { n: number }, parts?: number[]) {
  return toolsIn(own, folder, left, parts);
}

async function begun() {
  const client = await ErasureClient.of(app);
  await client.fillAll();
  const { id } = await client.erase(await client.privacyOfficer());
  const own = await app.dbOf(client.org.id);
  return { client, id, own, orgId: client.org.id };
}

function listed(id: string, organizationId: string) {
  return {
    id,
    organizationId,
    subjectId: SUBJECT,
    requestedBy: 'usr_1',
    approvalId: null,
    reasonCode: 'other',
    requestedAt: new Date().toISOString(),
  };
}

/** Adds an export with a file in a store. */
async function addFile(own: Database, orgId: string): Promise<void> {
  await own.query(
    `INSERT INTO exports (org_id, id, data_type, format, max_rows, retention_days, status, file_size, sha256, expires_at)
     VALUES ($1, 'export_00000000000000000000000001', 'screenings', 'CSV', 10, 30, 'COMPLETED', 1, sha256(''),
       now() + interval '1 day')`,
    [orgId],
  );
}

describe('an erasure', () => {
  test('continues after a crash between any two of its transactions', async () => {
    const { client, id, own, orgId } = await begun();
    let crashes = 0;
    for (let outcome: string | undefined; outcome !== 'done';) {
      outcome = await continueErasure(toolsOf(own, { n: crashes }), orgId, id).catch(
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          crashes += 1;
          return undefined;
        },
      );
    }
    expect(crashes).toBeGreaterThan(20);
    expect(await client.left(app.db)).toEqual([]);
    const { organizations } = await verifyAudit(app.db, { orgId });
    expect(organizations[orgId]!.problems).toEqual({});
    const { receipt } = await client.done(id);
    const counts = Object.fromEntries(
      receipt.erased.map((one: { table: string; count: number }) => [one.table, one.count]),
    );
    expect(counts).toMatchObject({ screenings: 7, cases: 1, case_notes: 9 });
  });

  test('by several processes at the same time counts each row once', async () => {
    const { client, id, own, orgId } = await begun();
    const work = async (): Promise<void> => {
      while ((await continueErasure(toolsOf(own), orgId, id)) === 'busy')
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await Promise.all([work(), work(), work()]);
    const { receipt } = await client.done(id);
    const found = receipt.erased.find((one: { table: string }) => one.table === 'screenings');
    expect(found.count).toBe(7);
  });

  test('stops while a later hold keeps the records, and shows the hold', async () => {
    const { client, id, own, orgId } = await begun();
    const hold = { kind: 'organization', reason: 'The court asked for all records.' };
    const { id: holdId } = await client.ask('POST', '/legal-holds', hold);
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('held');
    const path = `/subjects/${SUBJECT}/erasures/${id}`;
    expect((await client.ask('GET', path)).status).toBe('held');
    const { areas } = await client.ask('GET', `/subjects/${SUBJECT}`);
    expect(areas.erasures.items).toMatchObject([{ id, status: 'held' }]);
    await client.ask('POST', `/legal-holds/${holdId}/lift`);
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('done');
  });

  test('stops for a hold on the case of another subject that is set while it runs', async () => {
    const { client, id, own, orgId } = await begun();
    const { items } = await client.ask('GET', `/fraud/screenings?subjectId=${SUBJECT}`);
    const [{ screeningId }] = items;
    const other = { subjectId: 'customer-2', itemIds: [screeningId] };
    const { id: caseId } = await client.ask('POST', '/cases', other);
    const hold = { kind: 'case', objectId: caseId, reason: 'The court asked for the case.' };
    const tools = toolsOf(own);
    const add = tools.list.add;
    let holdId = '';
    tools.list.add = async (one) => {
      await add(one);
      holdId = (await client.ask('POST', '/legal-holds', hold)).id;
    };
    expect(await continueErasure(tools, orgId, id)).toBe('held');
    const { rows } = await own.query('SELECT FROM screenings WHERE org_id = $1 AND id = $2', [
      orgId,
      screeningId,
    ]);
    expect(rows).toHaveLength(1);
    await client.ask('POST', `/legal-holds/${holdId}/lift`);
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('done');
  });

  test('stops for a hold on a participant of its threads that is set while it runs', async () => {
    const { client, id, own, orgId } = await begun();
    const hold = { kind: 'subject', objectId: 'agent-1', reason: 'The court asked for the agent.' };
    const tools = toolsOf(own);
    const add = tools.list.add;
    tools.list.add = async (one) => {
      await add(one);
      await client.ask('POST', '/legal-holds', hold);
    };
    expect(await continueErasure(tools, orgId, id)).toBe('held');
    const { rows } = await own.query(
      'SELECT FROM messages WHERE org_id = $1 AND content IS NOT NULL',
      [orgId],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('of 10,000 rows takes less than two seconds, in short parts', async () => {
    const { client, id, own, orgId } = await begun();
    await own.query(
      `INSERT INTO screenings SELECT (made.one).* FROM (
         SELECT jsonb_populate_record(s, jsonb_build_object('id', 'screening_01kf3v' || lpad(n::text, 20, '0'))) AS one
         FROM screenings s, generate_series(1, 9000) n
         WHERE s.id = (SELECT min(id) FROM screenings WHERE org_id = $1)) AS made`,
      [orgId],
    );
    await own.query(
      `INSERT INTO case_notes (org_id, case_id, id, envelope, author_kind, author_id)
       SELECT org_id, case_id, 'note_' || n, envelope, author_kind, author_id
       FROM (SELECT * FROM case_notes WHERE org_id = $1 LIMIT 1) AS c, generate_series(1, 1000) n`,
      [orgId],
    );
    const parts: number[] = [];
    const beganMs = performance.now();
    expect(await continueErasure(toolsOf(own, undefined, parts), orgId, id)).toBe('done');
    const tookMs = performance.now() - beganMs;
    expect(tookMs).toBeLessThan(within(2000));
    // A busy machine may delay one of twenty parts.
    const longest = parts.toSorted((a, b) => b - a)[Math.ceil(parts.length / 20)];
    expect(longest).toBeLessThan(within(50));
    const { receipt } = await client.done(id);
    const found = receipt.erased.find((one: { table: string }) => one.table === 'screenings');
    expect(found.count).toBe(9007);
  });

  test('that fails does not delay other erasures, and is tried again after a wait', async () => {
    const [first, second] = [await begun(), await begun()];
    const { own, orgId, id, client } = first;
    await addFile(own, orgId);
    const down = storesThat(() =>
      Promise.reject(Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })),
    );
    const log = pino({ level: 'silent' });
    const [job] = erasureJobs(toolsOf(own).tables);
    const run = async (one: typeof first, files = down) => {
      const { sign, list: erasures, ...tools } = toolsOf(one.own);
      const envelopes = { subjectKeys: undefined } as Envelopes;
      const services = { ...tools, envelopes, files, erasures, log, auditStream: undefined };
      const signing = { sign } as unknown as SigningKeys;
      const never = { signal: new AbortController().signal, index: 0, restMs: () => {} };
      return job!.run({ ...services, signing }, never);
    };
    const stateOf = async () =>
      (
        await own.query(
          `SELECT failures, due_at > now() AS waits, emptied_at IS NOT NULL AS emptied FROM subject_erasures
           WHERE org_id = $1 AND id = $2`,
          [orgId, id],
        )
      ).rows[0];
    await run(first).catch((error: unknown) => expect(error).toBeInstanceOf(AggregateError));
    // The other erasures run in other runs, on the same server or on another one.
    await run(second).catch((error: unknown) => expect(error).toBeInstanceOf(AggregateError));
    await second.client.done(second.id);
    expect(await stateOf()).toEqual({ failures: 1, waits: true, emptied: true });
    expect(await client.left(app.db)).toEqual([]);
    await run(first);
    expect(await stateOf()).toMatchObject({ failures: 1 });
    await own.query('UPDATE subject_erasures SET due_at = now() WHERE org_id = $1', [orgId]);
    await run(
      first,
      storesThat(async () => {}),
    );
    await client.done(id);
  });

  test('that an unreachable store stops does not make a start fail', async () => {
    const { client, id, own, orgId } = await begun();
    const list = new ErasureList(folder);
    await own.query('DELETE FROM subject_erasures WHERE org_id = $1', [orgId]);
    await list.add(listed(id, orgId));
    await addFile(own, orgId);
    const files = storesThat(() => Promise.reject(new Error('no answer')));
    expect(await repeatErasures(app.db, { ...toolsOf(own), files })).toBe(1);
    expect(await client.left(app.db)).toEqual([]);
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('done');
  });

  test('that the worker runs and has never finished does not delay a start', async () => {
    const { id, own, orgId } = await begun();
    const list = new ErasureList(folder);
    await list.add(listed(id, orgId));
    expect(await repeatErasures(app.db, toolsOf(own))).toBe(0);
    // A backup made before the end of the erasure lacks it, so the erasure is repeated there.
    await list.markDone(id);
    expect(await repeatErasures(app.db, toolsOf(own))).toBe(1);
  });

  test('on the list is not repeated once it is done, and one of an unknown organization is skipped', async () => {
    const { id, own, orgId } = await begun();
    expect(await continueErasure(toolsOf(own), orgId, id)).toBe('done');
    const list = new ErasureList(folder);
    const other = id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
    await list.add(listed(other, 'org_01kf3v8e3zfk2tjq0xw5c8m9ra'));
    expect(await repeatErasures(app.db, toolsOf(own))).toBe(0);
  });
});
