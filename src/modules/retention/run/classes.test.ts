/** The records that each class removes, and their remaining parts. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  later,
  removeDue,
  removeIn,
  RetentionClient,
  switchOn,
} from '../../../../test/support/retention.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { queryOf, ThreadClient } from '../../../../test/support/thread-client.ts';
import { verifyAudit } from '../../audit/index.ts';
import { linkAll } from '../../audit/chain/linker.ts';
import { pino } from 'pino';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: RetentionClient;
beforeEach(async () => {
  client = await RetentionClient.of(app);
  await switchOn(app, {});
});

async function problems(): Promise<object> {
  const db = await client.db();
  await linkAll(db, pino({ level: 'silent' }));
  const { organizations } = await verifyAudit(db, { orgId: client.org.id });
  return organizations[client.org.id]!.problems;
}
async function verify(more: object = {}): Promise<string> {
  const { verificationId } = await client.ask(200, 'POST', '/identity/verify-bvn', {
    body: {
      subjectId: 'customer-1',
      bvn: '22222222220',
      matchAgainst: { firstName: 'Adaeze', lastName: 'Okonkwo' },
      ...more,
    },
  });
  return verificationId;
}

describe('names in screenings', () => {
  test('are removed with the words of explanations and titles, and the result stays', async () => {
    const list = await client.ask(201, 'POST', '/fraud/lists', {
      body: { source: 'own', name: 'Own', kind: 'tenant_blocklist' },
    });
    await client.ask(201, 'POST', `/fraud/lists/${list.id}/entries`, {
      body: { entries: [{ name: 'Adaeze Okonkwo' }] },
    });
    const { screeningId } = await client.ask(200, 'POST', '/fraud/screen', {
      body: { name: 'Okonkwo Adaezeh', dob: '1980-02-29', subjectId: 'customer-1' },
    });
    await client.ask(200, 'PATCH', `/fraud/screenings/${screeningId}`, { body: { title: 'Ada' } });
    const before = await client.ask(200, 'GET', `/fraud/screenings/${screeningId}`);
    expect(before.hits).toHaveLength(1);
    await switchOn(app, { screening_names: 100 });
    expect(await removeDue(app)).toBe(0);
    expect(await removeIn(app, 101)).toBe(1);
    expect(await removeIn(app, 101)).toBe(0);

    const after = await client.ask(200, 'GET', `/fraud/screenings/${screeningId}`);
    expect(after).toMatchObject({
      outcome: before.outcome,
      title: null,
      query: { name: '', dob: null, country: null, kinds: before.query.kinds },
      hits: [{ name: 'Adaeze Okonkwo', score: before.hits[0].score, explanation: { tokens: [] } }],
    });
    expect(Date.parse(after.query.namesRemovedAt)).toBeGreaterThan(Date.now());
    const { items } = await client.ask(200, 'GET', '/fraud/screenings');
    expect(items).toMatchObject([{ screeningId, hitCount: 1, query: { name: '' } }]);
    const db = await client.db();
    const { rows } = await db.query('SELECT s::text AS text FROM screenings s WHERE org_id = $1', [
      client.org.id,
    ]);
    expect(rows[0].text).not.toMatch(/adaezeh|1980-02-29/i);
  });

  test('stay in screenings that are held or young', async () => {
    const held = await client.screenings(2, 400, 'customer-1');
    await client.screenings(3, 400);
    await client.screenings(2, 20);
    await client.hold({ kind: 'subject', objectId: 'customer-1' });
    await switchOn(app, { screening_names: 100 });
    expect(await removeDue(app)).toBe(3);
    const db = await client.db();
    const { rows } = await db.query(
      `SELECT id FROM screenings WHERE org_id = $1 AND query->>'name' <> '' ORDER BY id`,
      [client.org.id],
    );
    expect(rows.map(({ id }) => id).slice(0, 2)).toEqual(held);
    expect(rows).toHaveLength(4);
  });
});

describe('sealed answers', () => {
  test('leave the verification and a tombstone, so that the chain still verifies', async () => {
    const ids = [await verify(), await verify(), await verify({ subjectId: 'customer-2' })];
    await client.hold({ kind: 'subject', objectId: 'customer-2' });
    expect(await problems()).toEqual({});
    await switchOn(app, { verification_payloads: 100 });
    expect(await removeIn(app, 99)).toBe(0);
    expect(await removeIn(app, 101)).toBe(2);
    expect(await client.ids('identity_payloads', 'verification_id')).toEqual([ids[2]]);
    expect(await problems()).toEqual({});
    const read = await client.ask(200, 'GET', `/identity/verifications/${ids[0]}`);
    expect([read.rawResponseEncrypted, read.status]).toEqual([null, 'verified']);

    // A tombstone that no removal covers does not hide a missing answer.
    const db = await client.db();
    await db.query('DELETE FROM identity_payloads WHERE org_id = $1', [client.org.id]);
    expect(await problems()).toMatchObject({ payload_missing: { ids: [ids[2]] } });
    await db.query(
      `INSERT INTO audit_tombstones SELECT org_id, $2, action_id FROM audit_tombstones WHERE org_id = $1 LIMIT 1`,
      [client.org.id, ids[2]],
    );
    expect(await problems()).toMatchObject({ tombstone_changed: { count: 1 } });
  });

  test('of rows that no link covers yet stay', async () => {
    await verify();
    await switchOn(app, { verification_payloads: 100 });
    expect(await removeIn(app, 101)).toBe(0);
    await problems();
    expect(await removeIn(app, 101)).toBe(1);
  });
});

describe('consents', () => {
  async function consent(reference: string): Promise<string> {
    const body = {
      subjectId: 'customer-1',
      purpose: 'kyc',
      textVersion: '1',
      channel: 'web',
      givenAt: '2026-11-01T10:00:00Z',
      reference,
    };
    return (await client.ask(201, 'POST', '/identity/consents', { body })).id;
  }

  test('are kept while a verification within the period names them, and leave a tombstone', async () => {
    await consent('form-1');
    await consent('form-2');
    const given = { purpose: 'kyc', textVersion: '1', channel: 'web', reference: 'form-1' };
    await later(50, () => verify({ consent: { ...given, givenAt: '2026-11-01T10:00:00Z' } }));
    expect(await problems()).toEqual({});
    await switchOn(app, { consents: 100 });
    expect(await removeIn(app, 99)).toBe(0);
    expect(await removeIn(app, 101)).toBe(1);
    expect(await client.ids('identity_consents', 'reference')).toEqual(['form-1']);
    expect(await problems()).toEqual({});
    expect(await removeIn(app, 151)).toBe(1);
    expect(await client.ids('identity_consents')).toEqual([]);
    expect(await problems()).toEqual({});
    const db = await client.db();
    await db.query('DELETE FROM audit_tombstones WHERE org_id = $1', [client.org.id]);
    expect(Object.keys(await problems())).toEqual(['consent_missing']);
  });
});

describe('messages', () => {
  test('become deleted messages, and counts and inboxes agree', async () => {
    const threads = await ThreadClient.of(app);
    const own = new RetentionClient(app, threads.org);
    const [ada, ben] = ['customer:ada', 'agent:ben'];
    const [old, held] = [
      await threads.thread([ada, ben]),
      await threads.thread(['customer:eve', ben]),
    ];
    for (const thread of [old, held])
      for (const text of ['first', 'second', 'third'])
        await threads.send(thread, thread === old ? ada : 'customer:eve', text);
    await threads.read(old, ben);
    await own.hold({ kind: 'subject', objectId: 'eve' });
    await later(50, () => threads.send(old, ada, 'new'));
    await switchOn(app, { messages: 100 });
    expect(await removeIn(app, 101)).toBe(3);
    expect(await removeIn(app, 101)).toBe(0);
    const { items } = await own.ask(200, 'GET', `/threads/${old}/messages`);
    expect(items.map((one: { content: string | null }) => one.content)).toEqual([
      null,
      null,
      null,
      'new',
    ]);
    await threads.expectNoMismatch();
    const inbox = await own.ask(200, 'GET', `/threads/inbox?${queryOf(ben)}`);
    const shown = inbox.items.find((one: { thread: { id: string } }) => one.thread.id === old);
    expect(shown).toMatchObject({ unreadCount: 1, thread: { messageCount: 1 } });
    const { items: kept } = await own.ask(200, 'GET', `/threads/${held}/messages`);
    expect(kept.every((one: { content: string | null }) => one.content !== null)).toBe(true);
  });
});

describe('dead letters', () => {
  test('stay while they wait, and are deleted once they have ended, unless their subject is held', async () => {
    for (const subjectId of ['customer-1', 'customer-2', 'customer-3'])
      await verify({ subjectId, bvn: '22222222228' });
    const db = await client.db();
    await db.query(
      `UPDATE dead_letters AS d SET status = 'discarded', envelope = NULL, due_at = NULL
       FROM identity_verifications v WHERE v.org_id = d.org_id AND v.id = d.verification_id
         AND d.org_id = $1 AND v.subject_id <> 'customer-3'`,
      [client.org.id],
    );
    await client.hold({ kind: 'subject', objectId: 'customer-2' });
    await switchOn(app, { dead_letters: 100 });
    expect(await removeIn(app, 101)).toBe(1);
    expect(await client.ids('dead_letters')).toHaveLength(2);
  });
});

describe('records of exports', () => {
  test('are deleted once their file is deleted', async () => {
    const db = await client.db();
    await db.query(
      `INSERT INTO exports (org_id, id, data_type, format, status, error, max_rows, retention_days, created_at)
       VALUES ($1, 'export_00000000000000000000000001', 'usage', 'CSV', 'FAILED', 'x', 10, 30, now() - interval '400 days'),
         ($1, 'export_00000000000000000000000002', 'usage', 'CSV', 'PENDING', NULL, 10, 30, now() - interval '400 days')`,
      [client.org.id],
    );
    await switchOn(app, { exports: 100 });
    expect(await removeDue(app)).toBe(1);
    expect(await client.ids('exports')).toEqual(['export_00000000000000000000000002']);
  });
});

describe('former members', () => {
  test('lose their sealed profile, and members stay', async () => {
    const [ada, ben] = [
      await app.person(client.org.id, ['analyst']),
      await app.person(client.org.id, ['analyst']),
    ];
    await client.ask(200, 'DELETE', `/members/${ada.id}`);
    await switchOn(app, { former_members: 100 });
    expect(await removeDue(app)).toBe(0);
    expect(await removeIn(app, 101)).toBe(1);
    const { shared } = app.db.buckets ?? { shared: app.db };
    const { rows } = await shared.query('SELECT user_id FROM memberships WHERE org_id = $1', [
      client.org.id,
    ]);
    expect(rows).toEqual([{ user_id: ben.id }]);
    expect(await client.removals()).toEqual([['former_members', 1]]);
  });
});
