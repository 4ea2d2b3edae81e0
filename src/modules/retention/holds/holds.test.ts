import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { CaseClient } from '../../../../test/support/case-client.ts';
import {
  REASON,
  removeDue,
  RetentionClient,
  switchOn,
} from '../../../../test/support/retention.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const SPREAD = whereSpread('a hold on a case that is changed', 'it locks one database');
const app = testApp({ rateLimits: undefined, role: 'api' });
let client: RetentionClient;
beforeEach(async () => {
  client = await RetentionClient.of(app);
  await switchOn(app, {});
  await switchOn(app, { screenings: 100 });
});

function lift(id: string, session?: string) {
  return client.call('POST', `/legal-holds/${id}/lift`, session === undefined ? {} : { session });
}

describe('a legal hold', () => {
  test('on a subject keeps its records until it is lifted, in every spelling of its id', async () => {
    const held = await client.screenings(3, 400, 'Jose\u0301');
    await client.screenings(3, 400, 'customer-2');
    await client.screenings(3, 400);
    const hold = await client.hold({ kind: 'subject', objectId: 'Jos\u00e9' });
    expect(await removeDue(app)).toBe(6);
    expect(await client.ids('screenings')).toEqual(held);
    expect((await lift(hold.id)).status).toBe(200);
    expect(await removeDue(app)).toBe(3);
    expect(await client.removals()).toEqual([
      ['screenings', 6],
      ['screenings', 3],
    ]);
  });

  test('on the organization keeps everything', async () => {
    const held = await client.screenings(5, 400);
    const { id } = await client.hold({ kind: 'organization' });
    expect(await removeDue(app)).toBe(0);
    expect(await client.ids('screenings')).toEqual(held);
    await lift(id);
    expect(await removeDue(app)).toBe(5);
  });

  test('on a case keeps its items and the records about its subject', async () => {
    const cases = new CaseClient(app, client.org);
    const item = await client.screenings(1, 400);
    const ofSubject = await client.screenings(1, 400, 'customer-1');
    await client.screenings(2, 400, 'customer-2');
    const { id } = await cases.make({ itemIds: item });
    await client.hold({ kind: 'case', objectId: id });
    expect(await removeDue(app)).toBe(2);
    expect(await client.ids('screenings')).toEqual([...item, ...ofSubject].toSorted());
    const later = await client.screenings(2, 400, 'customer-3');
    await cases.ask(200, 'POST', `/${id}/items`, { ids: [later[0]] });
    expect(await removeDue(app)).toBe(1);
    expect(await client.ids('screenings')).toContain(later[0]);
  });

  test.skipIf(SPREAD)(
    'on a case stops a removal while another transaction changes the case',
    async () => {
      const { id } = await new CaseClient(app, client.org).make();
      await client.screenings(2, 400, 'customer-2');
      await client.hold({ kind: 'case', objectId: id });
      const blocker = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM cases WHERE id = $1 FOR UPDATE', [id]);
      expect(await removeDue(app)).toBe(0);
      await blocker.query('ROLLBACK');
      await blocker.end();
      expect(await removeDue(app)).toBe(2);
    },
  );

  test('needs an object that fits its kind', async () => {
    const { id } = await new CaseClient(app, (await RetentionClient.of(app)).org).make();
    for (const [body, path] of [
      [{ kind: 'subject' }, 'objectId'],
      [{ kind: 'case' }, 'objectId'],
      [{ kind: 'case', objectId: 'case_x' }, 'objectId'],
      [{ kind: 'case', objectId: id }, 'objectId'],
      [{ kind: 'organization', objectId: client.org.id }, 'objectId'],
      [{ kind: 'person', objectId: 'x' }, 'kind'],
      [{ kind: 'subject', objectId: 'x', reason: 'short' }, 'reason'],
    ] as const) {
      const answer = await client.call('POST', '/legal-holds', {
        body: { reason: REASON, ...body },
      });
      const details = answer.body.error?.details?.[0]?.path;
      expect([answer.status, details], JSON.stringify(body)).toEqual([400, path]);
    }
  });

  test('names who set it and why, and stores the reason only encrypted', async () => {
    const ada = await app.person(client.org.id, ['privacy']);
    const { id, reasonHash } = await client.hold({ kind: 'subject', objectId: 'c-1' }, ada.session);
    const read = await client.ask(200, 'GET', `/legal-holds/${id}`);
    expect(read).toMatchObject({
      kind: 'subject',
      objectId: 'c-1',
      setBy: { kind: 'person', id: ada.id },
      liftedAt: null,
      reason: REASON,
    });
    const { items } = await client.ask(200, 'GET', '/legal-holds?subjectId=c-1&active=true');
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(REASON);
    const db = await client.db();
    const { rows } = await db.query(
      `SELECT action, after->>'reasonHash' AS hash FROM audit_actions
       WHERE org_id = $1 AND object_id = $2 ORDER BY id`,
      [client.org.id, id],
    );
    expect(rows).toEqual([
      { action: 'legal_hold.set', hash: reasonHash },
      { action: 'legal_hold.read', hash: null },
    ]);
    for (const table of ['legal_holds', 'audit_actions', 'idempotency_records']) {
      const { rows: found } = await db.query(
        `SELECT FROM ${table} AS t WHERE t::text LIKE '%court asked%'`,
      );
      expect(found).toEqual([]);
    }
  });

  test('is lifted once, and looks unknown to other organizations', async () => {
    const { id } = await client.hold({ kind: 'subject', objectId: 'c-1' });
    const other = await RetentionClient.of(app);
    for (const path of [`/legal-holds/${id}`, '/legal-holds/hold_x', '/legal-holds/%00'])
      expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('POST', `/legal-holds/${id}/lift`)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 6 }, () => lift(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const { items } = await client.ask(200, 'GET', '/legal-holds?active=false');
    expect(items[0]).toMatchObject({ id, liftedBy: { kind: 'key' }, approvalId: null });
  });

  test('requires a second person to lift it, if the organization has chosen so', async () => {
    const ada = await app.person(client.org.id, ['privacy']);
    const ben = await app.person(client.org.id, ['admin']);
    await client.ask(200, 'PATCH', '/approvals/settings', {
      body: { actions: ['legal_hold.lift'] },
    });
    const { id } = await client.hold({ kind: 'organization' }, ada.session);
    expect((await lift(id)).body.error.code).toBe('APPROVAL_REQUIRED');
    expect((await lift(id, ada.session)).body.error.code).toBe('APPROVAL_REQUIRED');
    await client.screenings(2, 400);
    expect(await removeDue(app)).toBe(0);
    const request = { action: 'legal_hold.lift', objectId: id };
    const asked = await client.ask(201, 'POST', '/approvals', {
      session: ada.session,
      body: request,
    });
    expect((await lift(id, ada.session)).status).toBe(403);
    const lifted = (await lift(id, ben.session)).body.data;
    expect(lifted).toMatchObject({ liftedBy: { id: ben.id }, approvalId: asked.id });
    expect(await removeDue(app)).toBe(2);
  });

  test('stops the deletion of its subject', async () => {
    const cases = new CaseClient(app, client.org);
    await cases.screening.enrol('customer-1', 'Ada Obi');
    const { id } = await client.hold({ kind: 'subject', objectId: 'customer-1' });
    const remove = () => client.call('DELETE', '/fraud/subjects/customer-1');
    expect((await remove()).body.error.code).toBe('CONFLICT');
    await lift(id);
    expect((await remove()).status).toBe(200);
  });
});
