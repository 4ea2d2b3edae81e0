import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { TABLES } from '../../declared.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer, type TestPerson } from '../../../../test/support/app.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';
import { openEnvelopes } from '../../../platform/crypto/envelopes.ts';
import { addLocalKey } from '../../../platform/crypto/key-ring-file.ts';
import { openReason, sealReason } from '../../../platform/crypto/sealed-reason.ts';
import { storedKeyIds } from '../../../platform/crypto/store.ts';
import { approvalsModule } from '../../approvals/index.ts';
import { rewrapDecisions, sealReasons } from './reasons.ts';

const NAME = 'Chinedu Okafor';
const REASON = 'Amaka has seen the passport.';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
let ada: TestPerson;
let bayo: TestPerson;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
  await client.add(await client.newList(), NAME);
  await client.enrol('customer-1', NAME);
  ada = await app.person(client.org.id, ['admin']);
  bayo = await app.person(client.org.id, ['admin']);
});

async function send(
  by: { key?: string; session?: string },
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { key, session } = by;
  const caller = session === undefined ? { key: key! } : { session };
  const answer = await app.call(method, `/api/v1${path}`, { ...caller, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}
/** Returns everything that the database has of decisions and of the log. */
async function stored(): Promise<string> {
  const own = await app.dbOf(client.org.id);
  const { rows } = await own.query(
    `SELECT d::text AS text FROM screening_decisions d WHERE org_id = $1
     UNION ALL SELECT a::text FROM audit_actions a WHERE org_id = $1
     UNION ALL SELECT a::text FROM approvals a WHERE org_id = $1`,
    [client.org.id],
  );
  return JSON.stringify(rows);
}
async function factsOf(object: string): Promise<Record<string, unknown>> {
  const { body } = await send(client.org, 'GET', `/audit?action=hit.decide&object=${object}`);
  return body.data.items[0].after;
}

describe('the reason of a decision', () => {
  test('is stored once, encrypted, and its row in the log has a salted hash of it', async () => {
    const { id } = await client.onlyHit();
    const decided = await client.decide(id, 'true_match', REASON);
    expect(await stored()).not.toContain('Amaka');
    expect(app.logs.join('')).not.toContain('Amaka');
    expect((await client.hit(id)).decisions).toMatchObject([{ reason: REASON, approval: null }]);
    expect(await factsOf(id)).toMatchObject({ reasonCode: null, reasonHash: decided.reasonHash });
    const again = await client.decide(id, 'true_match', REASON);
    expect(again.reasonHash).not.toBe(decided.reasonHash);
    expect(again.decisions.map(({ reason }) => reason)).toEqual([REASON, REASON]);
    await client.decide(id, 'false_positive', '');
    expect(await factsOf(id)).toMatchObject({ reasonCode: null, reasonHash: null });
  });

  test('is encrypted with each of several hits of a case, and is in no row of the log', async () => {
    const hit = await client.onlyHit();
    const made = await send(client.org, 'POST', '/cases', {
      subjectId: 'customer-1',
      itemIds: [hit.id],
    });
    const { id, revision } = made.body.data;
    await send(client.org, 'POST', `/cases/${id}/decide`, {
      expectedRevision: revision,
      decisions: [{ hitId: hit.id, decision: 'true_match' }],
      reason: REASON,
    });
    expect(await stored()).not.toContain('Amaka');
    expect((await client.hit(hit.id)).decisions).toMatchObject([{ reason: REASON }]);
    expect((await factsOf(hit.id))['reasonHash']).toMatch(/^[0-9a-f]{64}$/);
    const { body } = await send(client.org, 'GET', `/cases/${id}`);
    expect(body.data.items[0].hit.decision).toMatchObject({
      reason: REASON,
      decision: 'true_match',
    });
  });

  test('is shown with the reason of the person who requested a second person, by hit and by case', async () => {
    const hit = await client.onlyHit();
    const made = await send(client.org, 'POST', '/cases', {
      subjectId: 'customer-1',
      itemIds: [hit.id],
    });
    await send(ada, 'PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
    const asked = { action: 'hit.false_positive', objectId: hit.id, reason: 'Amaka is another.' };
    const request = await send(ada, 'POST', '/approvals', asked);
    const body = { decision: 'false_positive', reason: REASON };
    await send(bayo, 'POST', `/fraud/hits/${hit.id}/decision`, body);
    const shown = {
      decision: 'false_positive',
      decidedBy: bayo.id,
      reason: REASON,
      approval: {
        id: request.body.data.id,
        askedBy: { kind: 'person', id: ada.id },
        reason: 'Amaka is another.',
      },
    };
    expect((await client.hit(hit.id)).decisions).toMatchObject([shown]);
    const found = await send(client.org, 'GET', `/cases/${made.body.data.id}`);
    expect(found.body.data.items[0].hit.decision).toMatchObject(shown);
    expect(await stored()).not.toContain('Amaka');
    const explained = await app.call('POST', `/api/v1/approvals/${request.body.data.id}/reason`, {
      session: bayo.session,
      body: { reason: REASON },
    });
    expect(explained.status).toBe(409);
    await send(ada, 'DELETE', '/fraud/subjects/customer-1');
    const own = await app.dbOf(client.org.id);
    const { rows } = await own.query(
      `SELECT reason, envelope, findings FROM screening_decisions WHERE org_id = $1
       UNION ALL SELECT NULL, envelope, NULL FROM approvals WHERE org_id = $1`,
      [client.org.id],
    );
    for (const row of rows) expect(row).toEqual({ reason: null, envelope: null, findings: null });
    expect((await client.hit(hit.id)).decisions).toMatchObject([
      { reason: null, approval: { id: request.body.data.id, reason: null } },
    ]);
  });

  test('is shown on each identical hit, with the request about all of them', async () => {
    await client.enrol('customer-2', NAME);
    const { items } = (await send(client.org, 'GET', '/fraud/hits')).body.data;
    const [hit, twin] = items.map(({ id }: { id: string }) => id);
    const body = { subjectId: items[0].subjectId, itemIds: [hit] };
    const made = await send(client.org, 'POST', '/cases', body);
    await send(ada, 'PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
    const detail = { alsoIdentical: true };
    const asked = { action: 'hit.false_positive', objectId: hit, detail, reason: 'Both are.' };
    const { id } = (await send(ada, 'POST', '/approvals', asked)).body.data;
    await send(bayo, 'POST', `/cases/${made.body.data.id}/decide`, {
      expectedRevision: made.body.data.revision,
      decisions: [{ hitId: hit, decision: 'false_positive' }],
      reason: REASON,
      alsoIdentical: true,
    });
    for (const one of [hit, twin])
      expect((await client.hit(one)).decisions).toMatchObject([
        { reason: REASON, approval: { id, reason: 'Both are.' } },
      ]);
  });
});

describe('reasons of decisions', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
  /** Separate keys; the first has encrypted the reasons of the organization's decision and request. */
  async function ownKeys() {
    const folder = await mkdtemp(join(tmpdir(), 'oriki-reasons-'));
    folders.push(folder);
    const keyFile = join(folder, 'keys.json');
    const options = { kms: 'local', keyFile, serverSecret: 'secret'.repeat(6) } as const;
    return { keyFile, options, envelopes: await openEnvelopes(options) };
  }
  const SIGNAL = new AbortController().signal;

  test('that an earlier version stored in the clear are encrypted by the worker, and are always readable', async () => {
    const { id } = await client.onlyHit();
    await client.decide(id, 'true_match', '');
    const own = await app.dbOf(client.org.id);
    const trigger = 'TRIGGER screening_decisions_append_only';
    await own.query(`ALTER TABLE screening_decisions DISABLE ${trigger}`);
    await own.query('UPDATE screening_decisions SET reason = $2 WHERE org_id = $1', [
      client.org.id,
      REASON,
    ]);
    await own.query(`ALTER TABLE screening_decisions ENABLE ${trigger}`);
    expect((await client.hit(id)).decisions).toMatchObject([{ reason: REASON }]);
    const { envelopes } = await ownKeys();
    expect(await sealReasons(own, envelopes, SIGNAL)).toBe(1);
    expect(await sealReasons(own, envelopes, SIGNAL)).toBe(0);
    expect(await stored()).not.toContain('Amaka');
    const { rows } = await own.query(
      'SELECT id, reason, envelope FROM screening_decisions WHERE org_id = $1',
      [client.org.id],
    );
    const context = { orgId: client.org.id, id: rows[0].id, kind: 'hit-decision' };
    expect(await openReason(envelopes, context, rows[0].envelope)).toMatchObject({ text: REASON });
    await own.query('UPDATE screening_decisions SET reason = NULL WHERE org_id = $1', [
      client.org.id,
    ]);
  });

  test('and of requests are rewrapped with a new key, each once', async () => {
    const { id } = await client.onlyHit();
    await client.decide(id, 'true_match', REASON);
    const { body } = await send(ada, 'POST', '/approvals', {
      action: 'hit.false_positive',
      objectId: id,
    });
    const own = await app.dbOf(client.org.id);
    const { keyFile, options, envelopes } = await ownKeys();
    const orgId = client.org.id;
    const sealed = async (context: { id: string; kind: string }) =>
      (await sealReason(envelopes, { orgId, ...context }, REASON)).envelope;
    await own.query('UPDATE screening_decisions SET reason = NULL WHERE org_id <> $1', [orgId]);
    const { rows } = await own.query(
      'SELECT id, reason_id FROM screening_decisions WHERE org_id = $1',
      [orgId],
    );
    const decision = { id: rows[0].reason_id, kind: 'hit-decision' };
    await own.query('UPDATE screening_decisions SET envelope = $2 WHERE org_id = $1', [
      orgId,
      await sealed(decision),
    ]);
    await own.query('UPDATE approvals SET envelope = NULL, answer_envelope = NULL');
    await own.query('UPDATE approvals SET envelope = $2, answer_envelope = $3 WHERE org_id = $1', [
      orgId,
      await sealed({ id: body.data.id, kind: 'approval-asked' }),
      await sealed({ id: body.data.id, kind: 'approval-answered' }),
    ]);
    const [old] = (await sealed(decision)).split('|');
    expect(await storedKeyIds(own.read, TABLES)).toContain(old);
    const keyId = await addLocalKey(keyFile);
    const next = await openEnvelopes(options);
    for (const [rewrap, rewrapped] of [
      [rewrapDecisions, 1],
      [approvalsModule.tables.approvals.sealed.envelope, 1],
      [approvalsModule.tables.approvals.sealed.answer_envelope, 1],
    ] as const) {
      expect(await rewrap(own, next, keyId)).toEqual({ rewrapped, unreadable: [] });
      expect(await rewrap(own, next, keyId)).toEqual({ rewrapped: 0, unreadable: [] });
    }
    const { rows: after } = await own.query(
      'SELECT envelope FROM screening_decisions WHERE org_id = $1',
      [orgId],
    );
    expect(await openReason(next, { orgId, ...decision }, after[0].envelope)).toMatchObject({
      text: REASON,
    });
    expect(await storedKeyIds(own.read, TABLES)).toContain(keyId);
    expect(await storedKeyIds(own.read, TABLES)).not.toContain(old);
  });
});
