import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';
import { repeatActions } from '../../../../test/support/audit-actions.ts';
import { IdentityClient, personBody } from '../../../../test/contract/support/identity-client.ts';
import { portalSession } from '../../../../test/contract/ways/actors.ts';
import { fieldsOf } from './fields.ts';
import { MAX_PER_DAY } from './reveal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

const REASON = 'The customer disputes the date of birth.';
const BODY = { reasonCode: 'dispute', reason: REASON };

async function place() {
  const client = await IdentityClient.of(app);
  const { verificationId } = await client.ask('verify-bvn', personBody('bvn', 0));
  const { session, id } = await app.person(client.org.id, ['privacy'], 'Ada Obi');
  const call = (
    method: string,
    path: string,
    as = session,
    body: object | undefined = method === 'POST' ? BODY : undefined,
  ): Promise<Answer> => app.call(method, `/api/v1/${path}`, { session: as, ...(body && { body }) });
  const path = `identity/verifications/${verificationId}`;
  return { client, verificationId, session, personId: id, call, path };
}

async function countOf(orgId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM identity_reveals WHERE org_id = ${orgId}`.execute(app.db.read);
  return rows[0]!.n;
}

describe('a reveal', () => {
  test('returns the answer of the provider, and lists who saw it and why', async () => {
    const { call, path, verificationId, personId } = await place();
    const { status, body, text } = await call('POST', `${path}/reveal`);
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ verificationId, kind: 'bvn', reasonCode: 'dispute' });
    expect(JSON.stringify(body.data.answer)).toContain('22222222220');
    expect(body.data.fields).toContain('profile.firstName');
    expect(body.data.fields.join(' ')).not.toContain('*');
    const listed = await call('GET', `${path}/reveals`);
    expect(listed.body.data.items).toMatchObject([
      { id: body.data.id, revealedBy: personId, approvalId: null, ...BODY },
    ]);
  });

  test('is in the audit log with its code and fields, and leaves no value outside of the answer', async () => {
    const { call, path, client, verificationId } = await place();
    const shown = (await call('POST', `${path}/reveal`)).body.data;
    const log = await app.call('GET', `/api/v1/audit?action=verification.reveal`, {
      key: client.org.key,
    });
    expect(log.body.data.items[0]).toMatchObject({
      objectId: verificationId,
      after: {
        kind: 'bvn',
        reasonCode: 'dispute',
        reasonHash: shown.reasonHash,
        fields: shown.fields,
      },
    });
    const { rows } = await sql`
      SELECT (SELECT jsonb_agg(to_jsonb(e)) FROM events e WHERE e.org_id = ${client.org.id}) AS events,
        (SELECT jsonb_agg(to_jsonb(r)) FROM identity_reveals r WHERE r.org_id = ${client.org.id}) AS reveals,
        (SELECT jsonb_agg(to_jsonb(a)) FROM audit_actions a WHERE a.org_id = ${client.org.id}) AS actions`.execute(
      app.db.read,
    );
    const stored = JSON.stringify(rows) + app.logs.join('\n');
    expect(stored).toContain('identity.verification.revealed');
    for (const secret of [REASON, '22222222220']) expect(stored).not.toContain(secret);
  });

  test('is rejected in a session that a key opened, and so are exports and erasures', async () => {
    const { client, call, path } = await place();
    const session = await portalSession({ app, org: client.org }, client.org.key, 'admin');
    const subject = 'subjects/customer-1';
    for (const [method, at] of [
      ['POST', `${path}/reveal`],
      ['GET', `${subject}/export`],
      ['POST', `${subject}/erase`],
    ] as const) {
      const { status, body } = await call(method, at, session);
      expect([status, body.error?.message], at).toEqual([
        403,
        'this requires a person who has signed in: a key opened the session',
      ]);
    }
    expect(await countOf(client.org.id)).toBe(0);
  });

  test('is rejected for a verification without a stored answer', async () => {
    const { call, path, client, verificationId } = await place();
    await sql`DELETE FROM identity_payloads WHERE org_id = ${client.org.id}
      AND verification_id = ${verificationId}`.execute(app.db.read);
    expect((await call('POST', `${path}/reveal`)).body.error.code).toBe('CONFLICT');
    expect(await countOf(client.org.id)).toBe(0);
  });

  test('is rejected above the limit of a person in 24 hours, even for two simultaneous requests', async () => {
    const { call, path, client } = await place();
    expect((await call('POST', `${path}/reveal`)).status).toBe(200);
    await repeatActions(app.db, client.org.id, 'verification.reveal', MAX_PER_DAY - 2);
    const both = await Promise.all([
      call('POST', `${path}/reveal`),
      call('POST', `${path}/reveal`),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    const over = await call('POST', `${path}/reveal`);
    expect(over.body.error.code).toBe('RATE_LIMITED');
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3600);
    const { session } = await app.person(client.org.id, ['privacy']);
    expect((await call('POST', `${path}/reveal`, session)).status).toBe(200);
    expect(await countOf(client.org.id)).toBe(3);
  });

  test('needs another person where the organization requires one, and both are listed', async () => {
    const { call, path, client, verificationId, session } = await place();
    const { session: admin } = await app.person(client.org.id, ['admin']);
    const settings = { actions: ['verification.reveal'] };
    expect((await call('PATCH', 'approvals/settings', admin, settings)).status).toBe(200);
    expect((await call('POST', `${path}/reveal`)).body.error.code).toBe('APPROVAL_REQUIRED');
    const { session: colleague } = await app.person(client.org.id, ['privacy']);
    const ask = { action: 'verification.reveal', objectId: verificationId, reason: REASON };
    const asked = await call('POST', 'approvals', colleague, ask);
    expect(asked.status, asked.text).toBe(201);
    expect((await call('POST', `${path}/reveal`, colleague)).body.error.code).toBe(
      'APPROVAL_REQUIRED',
    );
    expect((await call('POST', `${path}/reveal`, session)).status).toBe(200);
    const { items } = (await call('GET', `${path}/reveals`)).body.data;
    expect(items).toMatchObject([{ approvalId: asked.body.data.id }]);
    expect((await call('POST', `${path}/reveal`, session)).body.error.code).toBe(
      'APPROVAL_REQUIRED',
    );
    expect(await countOf(client.org.id)).toBe(1);
  });
});

describe('the names of fields', () => {
  test('contain no values, and no names that could be personal data', () => {
    const answer = {
      data: {
        firstName: 'Ada',
        'phone of Ada': { mobile: '080' },
        warnings: [{ risk: 1 }, { A1234567: 2 }],
      },
      entity: { Adaeze: { date_of_birth: '1990-01-01' } },
      'ada@example.com': true,
      empty: {},
    };
    expect(fieldsOf(answer)).toEqual([
      'data.firstName',
      'data.*.mobile',
      'data.warnings.risk',
      'data.warnings.*',
      'entity.*.date_of_birth',
      '*',
    ]);
    expect(fieldsOf('a text')).toEqual([]);
  });
});
