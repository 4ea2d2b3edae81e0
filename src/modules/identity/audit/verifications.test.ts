import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareSample, openAudit, sample, type TestAudit } from '../../../../test/support/audit.ts';
import type { VerificationRecord } from './record.ts';
import { updateOrganization } from '../../tenants/index.ts';
import { insertVerifications, listVerifications, selectVerification } from './verifications.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

let audit: TestAudit;
beforeAll(async () => void (audit = await openAudit()));
afterAll(() => audit.close());

function insert(record: VerificationRecord, envelope: string | null) {
  return audit.db.transaction((tx) => insertVerifications(tx, [{ record, envelope }]));
}

test('a row is read as it was written, with its envelope, in its organization only', async () => {
  const orgId = await audit.org();
  const other = await audit.org();
  for (const { record, envelope } of [sample(orgId), bareSample(orgId)]) {
    await insert(record, envelope);
    const { read } = audit.db;
    expect(await selectVerification(read, orgId, record.id)).toEqual({ ...record, envelope });
    expect(await selectVerification(read, other, record.id)).toBeUndefined();
  }
});

test('in a batch, rows of an organization that stores no last characters contain none, and match their hashes', async () => {
  const orgId = await audit.org();
  const other = await audit.org();
  // The batch contains all verifications; some were called before the switch and recorded after it.
  const all = [sample(orgId), sample(other), sample(orgId)];
  await audit.db.transaction((tx) => updateOrganization(tx, orgId, { identifierLast4: false }));
  await audit.db.transaction((tx) => insertVerifications(tx, all));
  const { rows } = await audit.attacker.query(
    'SELECT org_id, identifier_last4 FROM identity_verifications WHERE org_id = ANY ($1)',
    [[orgId, other]],
  );
  expect(new Set(rows.map((row) => `${row.org_id} ${row.identifier_last4}`))).toEqual(
    new Set([`${orgId} null`, `${other} 4321`]),
  );
  for (const [id, count] of [
    [orgId, 2],
    [other, 1],
  ] as const)
    expect((await audit.verify({ orgId: id })).organizations[id]).toMatchObject({
      rows: count,
      problems: {},
    });
});

test('turning the last characters off leaves the chain over earlier rows unchanged', async () => {
  const orgId = await audit.org();
  await audit.write(orgId, 3);
  await audit.link();
  const before = (await audit.verify({ orgId })).organizations[orgId];
  await audit.db.transaction((tx) => updateOrganization(tx, orgId, { identifierLast4: false }));
  expect((await audit.verify({ orgId })).organizations[orgId]).toEqual(before);
  expect(before).toMatchObject({ rows: 3, problems: {} });
});

test('a row that cannot be written leaves neither an envelope nor a place in the queue', async () => {
  const orgId = await audit.org();
  const { record, envelope } = sample(orgId, { country: 'Nigeria' });
  await expect(insert(record, envelope)).rejects.toThrow('check constraint');
  const { rows } = await audit.attacker.query(
    `SELECT verification_id FROM identity_payloads WHERE org_id = $1
     UNION ALL SELECT row_id FROM audit_unlinked WHERE org_id = $1`,
    [orgId],
  );
  expect(rows).toEqual([]);
});

test("hashes a caller's text in the form in which it is stored", async () => {
  const orgId = await audit.org();
  const text = fc.string({ unit: anyCharacter, maxLength: 20 }).map((t) => t.replaceAll('\0', ''));
  const json = fc.dictionary(text, fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }));
  const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(text, json, time, text, async (subjectId, metadata, verifiedAt, reason) => {
      const change = { subjectId: `${subjectId}\ud800`, metadata, verifiedAt, reason };
      const { record, envelope } = sample(orgId, change);
      await insert(record, envelope);
    }),
    { numRuns: 200 },
  );
  const report = await audit.verify({ orgId });
  expect(report.organizations).toEqual({
    [orgId]: { rows: 200, links: 0, pending: 200, head: null, checkpoint: null, problems: {} },
  });
});

test('lists the newest first, and filters by subject, kind, status and time', async () => {
  const orgId = await audit.org();
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  const records: VerificationRecord[] = [];
  for (let i = 0; i < 12; i += 1) {
    const { record, envelope } = sample(orgId, {
      subjectId: `subject-${i % 2}`,
      kind: i % 3 === 0 ? 'nin' : 'bvn',
      status: i % 4 === 0 ? 'verified' : 'failed',
      // Two verifications have the same second, so the id decides the order.
      verifiedAt: at(Math.floor(i / 2)),
    });
    await insert(record, envelope);
    records.unshift(record);
  }
  const { read } = audit.db;
  const list = (filter: Parameters<typeof listVerifications>[2]) =>
    listVerifications(read, orgId, { limit: 100, ...filter });
  expect(await list({})).toMatchObject({ items: records, total: 12, page: 1 });
  const expectItems = async (
    filter: Parameters<typeof listVerifications>[2],
    fits: (record: VerificationRecord) => boolean,
  ) => {
    const wanted = records.filter(fits);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await list(filter)).toMatchObject({ items: wanted, total: wanted.length });
  };
  await expectItems({ subjectId: 'subject-1' }, (r) => r.subjectId === 'subject-1');
  await expectItems({ kind: 'nin' }, (r) => r.kind === 'nin');
  await expectItems({ status: 'verified' }, (r) => r.status === 'verified');
  await expectItems({ from: at(2) }, (r) => r.verifiedAt >= at(2));
  await expectItems({ to: at(2) }, (r) => r.verifiedAt < at(2));
  await expectItems(
    { subjectId: 'subject-0', kind: 'bvn', status: 'failed', from: at(1), to: at(5) },
    (r) =>
      r.subjectId === 'subject-0' &&
      r.kind === 'bvn' &&
      r.status === 'failed' &&
      r.verifiedAt >= at(1) &&
      r.verifiedAt < at(5),
  );
  const page = await list({ page: 2, limit: 5 });
  expect(page).toEqual({
    items: records.slice(5, 10),
    total: 12,
    totalIsExact: true,
    page: 2,
    limit: 5,
    nextCursor: { page: 3, after: ['2026-01-01 00:00:01', records[9]!.id] },
  });
  expect(await list({ subjectId: 'nobody' })).toMatchObject({ items: [], total: 0 });
});
