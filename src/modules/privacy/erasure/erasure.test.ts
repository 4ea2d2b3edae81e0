import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { repeatActions } from '../../../../test/support/audit-actions.ts';
import { oriki } from '../../../../test/support/command-line.ts';
import {
  ALL_MARKS,
  ERASE,
  ErasureClient,
  REASON,
  SUBJECT,
} from '../../../../test/support/erasure-client.ts';
import { MARKS } from '../../../../test/support/subject-client.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { within } from '../../../../test/support/within.ts';
import { verifyAudit } from '../../audit/index.ts';
import { MODULES } from '../../index.ts';
import { tablesOf } from '../../module.ts';
import { publicKeys, verifySignature } from '../../signing/index.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { erasedTablesOf } from './order.ts';

const BVN = { bvn: '22222222220', matchAgainst: { firstName: 'Zainab', lastName: 'Danjuma' } };
const REVEAL = { reasonCode: 'dispute', reason: 'The customer disputes the date of birth.' };
const erasureFolder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
const app = testApp({ rateLimits: undefined, erasureFolder });
afterAll(() => rm(erasureFolder, { recursive: true }));

async function place(seals = false) {
  const client = await ErasureClient.of(app);
  await app.db.query('UPDATE organizations SET seals_content = $2 WHERE id = $1', [
    client.org.id,
    seals || null,
  ]);
  await client.fillAll();
  return { client, session: await client.privacyOfficer() };
}

async function countOf(table: string, orgId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE org_id = ${orgId}`.execute(
    app.db.read,
  );
  return rows[0]!.n;
}

describe('the declarations', () => {
  test('have an erasure for each table whose rows name a subject, and end at an eraser', () => {
    const { erased, kept, paths } = erasedTablesOf(tablesOf(MODULES));
    expect([...erased, ...kept].map(({ table }) => table).toSorted()).toEqual(
      Object.keys(paths).toSorted(),
    );
    for (const { table, erasure } of erased) {
      expect(erasure, table).toBeDefined();
      if (typeof erasure === 'object' && 'with' in erasure) {
        const other = erased.find((one) => one.table === erasure.with);
        expect(other && typeof other.erasure === 'object' && 'with' in other.erasure).toBe(false);
      }
    }
  });

  test('delete rows before the rows that their path names', () => {
    const { erased, paths } = erasedTablesOf(tablesOf(MODULES));
    const names = erased.map(({ table }) => table);
    expect(names[0]).toBe('approvals');
    for (const [table, path] of Object.entries(paths))
      if (
        typeof path === 'object' &&
        'table' in path &&
        names.includes(path.table) &&
        names.includes(table)
      )
        expect(names.indexOf(table), table).toBeLessThan(names.indexOf(path.table));
  });
});

describe('an erasure', () => {
  test.each([
    ['in the clear', false],
    ['sealed', true],
  ])(
    'leaves no mark in tables, envelopes and recorded answers with contents %s, and the chain verifies',
    async (_contents, seals) => {
      const { client, session } = await place(seals);
      const { rows: sealed } = await app.db.query(
        `SELECT (SELECT count(*) FILTER (WHERE (content_envelope IS NOT NULL) <> $2) FROM screenings WHERE org_id = $1) +
         (SELECT count(*) FILTER (WHERE (content_envelope IS NOT NULL) <> $2) FROM messages WHERE org_id = $1) AS others`,
        [client.org.id, seals],
      );
      expect(Number(sealed[0].others)).toBe(0);
      const { items: hits } = await client.ask('GET', `/fraud/hits?subjectId=${SUBJECT}`);
      const before = await client.left(app.db);
      expect([before.length, ALL_MARKS.length]).toEqual([ALL_MARKS.length, 60]);
      const { receipt } = await client.eraseAll(session);
      expect(await client.left(app.db)).toEqual([]);
      expect((await client.ask('GET', `/fraud/hits?subjectId=${SUBJECT}`)).items).toEqual([]);
      const { id } = hits[0];
      expect(await client.ask('GET', `/fraud/hits/${id}`)).toMatchObject({
        subjectId: id,
        status: 'closed',
        match: null,
        decisions: [{ reason: null }],
      });
      const { organizations } = await verifyAudit(app.db, { orgId: client.org.id });
      expect(organizations[client.org.id]!.problems).toEqual({});
      const { signature, sha256: _, ...document } = receipt;
      const keys = await publicKeys(app.db.read);
      expect(verifySignature(keys, canonicalJson(document), signature)).toBe(true);
      expect(document).toMatchObject({ subjectId: SUBJECT, organizationId: client.org.id });
      const counts = Object.fromEntries(
        document.erased.map((one: { table: string; count: number }) => [one.table, one.count]),
      );
      expect(counts).toMatchObject({
        screenings: 7,
        cases: 1,
        identity_payloads: 1,
        dead_letters: 1,
      });
      expect(document.kept.map((one: { table: string }) => one.table)).toEqual([
        'identity_verifications',
        'subject_erasures',
        'audit_actions',
      ]);
    },
  );

  test('makes repeated requests about the subject return 409, and executes none of them', async () => {
    const { client, session } = await place();
    await client.eraseAll(session);
    const notes = await countOf('case_notes', client.org.id);
    // The data of an event names its customer in a member that is not an id.
    for (const request of client.keyed.filter(({ path }) => path !== '/events')) {
      const { status, body } = await client.repeat(request);
      expect([status, body.error.message], request.path).toEqual([
        409,
        'the answer was erased with the subject that it is about; nothing was done',
      ]);
    }
    expect(await countOf('case_notes', client.org.id)).toBe(notes);
    expect(await countOf('verification_sessions', client.org.id)).toBe(0);
  });

  test('keeps the data of other subjects', async () => {
    const client = await ErasureClient.of(app);
    await client.fillAll();
    const other = { subjectId: 'customer-2' };
    await client.ask('POST', '/identity/verify-bvn', {
      ...other,
      bvn: '22222222220',
      matchAgainst: { firstName: 'Zainab', lastName: 'Danjuma' },
    });
    await client.ask('POST', '/fraud/screen', { ...other, name: MARKS.screened });
    await client.ask('POST', '/fraud/subjects', { ...other, name: MARKS.screened });
    await client.ask('POST', '/cases', { ...other, note: 'A note about another customer.' });
    const before = await client.ask('GET', '/subjects/customer-2');
    const event = { type: 'company.note', data: { [SUBJECT]: 'A name is no subject.' } };
    const { id: eventId } = await client.ask('POST', '/events', event);
    await client.eraseAll(await client.privacyOfficer());
    const { rows } = await app.db.pool.query<{ body: string }>(
      'SELECT body FROM events WHERE id = $1',
      [eventId],
    );
    expect(JSON.parse(rows[0]!.body).data).toEqual(event.data);
    const after = await client.ask('GET', '/subjects/customer-2');
    for (const area of ['verifications', 'screenings', 'enrolment', 'hits', 'cases'])
      expect(after.areas[area], area).toEqual(before.areas[area]);
  });

  test('is refused to keys, to people without the right, and after an old sign-in', async () => {
    const { client, session } = await place();
    expect((await client.call('POST', ERASE, REASON)).status).toBe(403);
    const { session: analyst } = await app.person(client.org.id, ['analyst']);
    expect((await client.call('POST', ERASE, REASON, { session: analyst })).status).toBe(403);
    await app.db.pool.query(
      `UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE org_id = $1`,
      [client.org.id],
    );
    const old = await client.call('POST', ERASE, REASON, { session });
    expect([old.status, old.body.error.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect(await countOf('subject_erasures', client.org.id)).toBe(0);
  });

  test.each([{}, { reason: 'short' }, { ...REASON, reasonCode: 'curiosity' }, { ...REASON, x: 1 }])(
    'rejects %j with 400',
    async (body) => {
      const client = await ErasureClient.of(app);
      const session = await client.privacyOfficer();
      expect((await client.call('POST', ERASE, body, { session })).status).toBe(400);
    },
  );

  test('of an unknown subject, or of one of another organization, gets 404', async () => {
    const { client, session } = await place();
    const foreign = await ErasureClient.of(app);
    const stranger = await foreign.privacyOfficer();
    expect((await client.call('POST', ERASE, REASON, { session: stranger })).status).toBe(404);
    const none = await client.call('POST', '/subjects/unknown/erase', REASON, { session });
    expect(none.status).toBe(404);
    const { id } = await client.eraseAll(session);
    expect((await foreign.call('GET', `/subjects/${SUBJECT}/erasures/${id}`)).status).toBe(404);
    expect((await client.call('GET', `/subjects/customer-2/erasures/${id}`)).status).toBe(404);
  });

  test('gets 409 while a verification session of the subject runs a step', async () => {
    const { client, session } = await place();
    await sql`UPDATE verification_sessions SET status = 'open', ended_at = NULL, phase = 'running', holder = 'other',
      leased_until = now() + interval '1 hour' WHERE org_id = ${client.org.id}`.execute(
      app.db.read,
    );
    const refused = await client.call('POST', ERASE, REASON, { session });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'a step of a verification session is running: repeat when it has ended',
    ]);
    await sql`UPDATE verification_sessions SET leased_until = '-infinity' WHERE org_id = ${client.org.id}`.execute(
      app.db.read,
    );
    expect((await client.call('POST', ERASE, REASON, { session })).status).toBe(202);
  });

  test('of a held subject gets 409, and a later hold stops an erasure until the hold is lifted', async () => {
    const { client, session } = await place();
    const hold = { kind: 'subject', objectId: SUBJECT, reason: MARKS.hold };
    const { id } = await client.ask('POST', '/legal-holds', hold);
    const refused = await client.call('POST', ERASE, REASON, { session });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await countOf('subject_erasures', client.org.id)).toBe(0);
    await client.ask('POST', `/legal-holds/${id}/lift`);
    await client.eraseAll(session);
  });

  test('stops while a thread of the subject also belongs to a held subject', async () => {
    const client = await ErasureClient.of(app);
    await client.fillAll();
    const hold = { kind: 'subject', objectId: 'agent-1', reason: 'The court asked for it.' };
    const { id: holdId } = await client.ask('POST', '/legal-holds', hold);
    const session = await client.privacyOfficer();
    const { id } = await client.erase(session);
    const path = `/subjects/${SUBJECT}/erasures/${id}`;
    await expect
      .poll(async () => (await client.ask('GET', path)).status, { timeout: within(20_000) })
      .toBe('held');
    const messages = async () =>
      (
        await app.db.pool.query('SELECT FROM messages WHERE org_id = $1 AND content IS NOT NULL', [
          client.org.id,
        ])
      ).rows.length;
    const before = await messages();
    expect(before).toBeGreaterThan(0);
    await client.ask('POST', `/legal-holds/${holdId}/lift`);
    await client.done(id);
    expect(await messages()).toBeLessThan(before);
  });

  test('needs another person where a reveal needs one, and for hits that only two people may close', async () => {
    const { client, session } = await place();
    const { session: admin } = await app.person(client.org.id, ['admin']);
    const settings = (actions: string[]) =>
      client.ask('PATCH', '/approvals/settings', { actions }, { session: admin });
    await settings(['verification.reveal']);
    const refused = await client.call('POST', ERASE, REASON, { session });
    expect(refused.body.error.code).toBe('APPROVAL_REQUIRED');
    const request = { action: 'subject.erase', objectId: SUBJECT, ...REASON };
    const { session: colleague } = await app.person(client.org.id, ['privacy', 'auditor']);
    const { id } = await client.ask('POST', '/approvals', request, { session: colleague });
    const own = await client.call('POST', ERASE, REASON, { session: colleague });
    expect(own.body.error.code).toBe('APPROVAL_REQUIRED');
    expect(await client.eraseAll(session)).toMatchObject({ approvalId: id });
  });

  test('by two simultaneous requests is one erasure, and a later repeat finds nothing', async () => {
    const { client, session } = await place();
    const both = await Promise.all([client.erase(session), client.erase(session)]);
    expect(both[0].id).toBe(both[1].id);
    await client.done(both[0].id);
    const log = await client.ask('GET', '/audit?action=subject.erase');
    expect(log.items).toMatchObject([{ after: { reasonHash: expect.any(String) } }]);
    const again = await client.eraseAll(session);
    expect(again.id).not.toBe(both[0].id);
    const counts = again.receipt.erased.map((one: { table: string }) => one.table);
    expect(counts).not.toContain('screenings');
    expect(await countOf('subject_erasures', client.org.id)).toBe(2);
  });

  test('replays its answer to a repeated idempotency key', async () => {
    const { client, session } = await place();
    const send = () =>
      app.call('POST', `/api/v1${ERASE}`, {
        session,
        body: REASON,
        headers: { 'idempotency-key': 'once' },
      });
    const first = await send();
    expect(first.status, first.text).toBe(202);
    await client.done(first.body.data.id);
    const second = await send();
    expect([second.status, second.body.data.id]).toEqual([202, first.body.data.id]);
  });

  test('is on the list, in an event and in the audit log, without the text of the reason', async () => {
    const { client, session } = await place();
    const { id } = await client.eraseAll(session);
    expect(await readdir(erasureFolder)).toContain(`${id}.json`);
    const log = await client.ask('GET', '/audit?action=subject.erase');
    expect(log.items).toMatchObject([{ objectId: SUBJECT, after: { id } }]);
    const { rows } = await sql<{ body: string }>`
      SELECT body FROM events WHERE org_id = ${client.org.id} AND type = 'subject.erased'`.execute(
      app.db.read,
    );
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
      { event: 'SUBJECT_ERASED', erasureId: id, subjectId: SUBJECT },
    ]);
    expect(app.logs.join('\n')).not.toContain(REASON.reason);
  });

  test('keeps the counts of exports and reveals of a day', async () => {
    const { client, session } = await place();
    const get = () => client.call('GET', `/subjects/${SUBJECT}/export`, undefined, { session });
    const verify = async (id: string) =>
      (await client.ask('POST', '/identity/verify-bvn', { ...BVN, subjectId: id })).verificationId;
    const reveal = (id: string) =>
      client.call('POST', `/identity/verifications/${id}/reveal`, REVEAL, { session });
    const [own, other] = [await verify(SUBJECT), await verify('customer-2')];
    expect([(await get()).status, (await reveal(own)).status]).toEqual([200, 200]);
    await repeatActions(app.db, client.org.id, 'subject.export', 19);
    await repeatActions(app.db, client.org.id, 'verification.reveal', 49);
    await client.eraseAll(session);
    expect([(await get()).status, (await reveal(other)).status]).toEqual([429, 429]);
  });

  test('deletes files of exports', async () => {
    const { client, session } = await place();
    const { id } = await client.ask('POST', '/exports', { dataType: 'screenings', format: 'CSV' });
    const path = `/exports/${id}`;
    await expect.poll(async () => (await client.ask('GET', path)).status).toBe('COMPLETED');
    await client.eraseAll(session);
    const { rows } = await sql`
      SELECT removed_at FROM exports WHERE org_id = ${client.org.id} AND removed_at IS NULL`.execute(
      app.db.read,
    );
    expect(rows).toEqual([]);
  });

  test('runs by the command for a member, which prints the receipt', async () => {
    const client = await ErasureClient.of(app);
    await client.fillAll();
    const ada = await app.person(client.org.id, ['privacy'], 'Ada Obi');
    const words = ['--org', client.org.id, '--subject', SUBJECT, '--member', ada.id, '--json'];
    const made = await oriki(
      [
        'subject',
        'erase',
        ...words,
        '--reason-code',
        'customer_request',
        '--reason',
        REASON.reason,
      ],
      { DATABASE_URL: app.databaseUrl, ORIKI_ERASURE_DIR: erasureFolder },
    );
    expect(made.code, made.stderr + made.stdout).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ status: 'done', requestedBy: ada.id });
    expect(await client.left(app.db)).toEqual([]);
  });
});
