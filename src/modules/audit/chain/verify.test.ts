import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openAudit, sample, type TestAudit } from '../../../../test/support/audit.ts';
import { hashRecord } from '../../identity/audit/record.ts';
import { insertVerifications, selectVerification } from '../../identity/audit/verifications.ts';
import type { AuditReport, OrganizationReport } from './verify.ts';

let audit: TestAudit;
let orgId: string;
/** Three links of three rows each, and two waiting rows. */
let ids: string[];
let clean: AuditReport;

beforeAll(async () => void (audit = await openAudit()));
afterAll(() => audit.close());
beforeEach(async () => {
  orgId = await audit.org();
  ids = [];
  for (let link = 0; link < 3; link += 1) {
    ids.push(...(await audit.write(orgId, 3)));
    await audit.link();
  }
  ids.push(...(await audit.write(orgId, 2)));
  clean = await audit.verify({ orgId });
  expect(clean.ok).toBe(true);
});

async function report(heads?: object): Promise<OrganizationReport> {
  const { ok, organizations } = await audit.verify({ orgId, ...(heads ? { heads } : {}) });
  const found = organizations[orgId]!;
  expect(ok).toBe(Object.keys(found.problems).length === 0);
  return found;
}

/** Problems as `kind id`. */
async function problems(heads?: object): Promise<string[]> {
  return Object.entries((await report(heads)).problems).flatMap(([kind, { count, ids: named }]) => {
    expect(named).toHaveLength(count);
    return named.map((id) => `${kind} ${id}`);
  });
}

const ROW = 'WHERE org_id = $1 AND id = $2';
const PAYLOAD = 'WHERE org_id = $1 AND verification_id = $2';
const LINK = 'WHERE org_id = $1 AND seq = $2';
type Row = string | number;
function on(text: string, ...values: Row[]): [string, ...unknown[]] {
  return [text, orgId, ...values];
}

test('counts rows and links, and reports the head', async () => {
  expect(await report()).toEqual({
    rows: 11,
    links: 3,
    pending: 2,
    head: { seq: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    checkpoint: null,
    problems: {},
  });
  expect(clean.checkedAt).toMatch(/^\d{4}-.*Z$/);
});

test('reads one snapshot while other callers write rows', async () => {
  const busy = await audit.org();
  const written = vi.fn<() => void>();
  const writing = audit.write(busy, 300).then(written);
  const seen: number[] = [];
  do {
    const { rows, pending } = (await audit.verify({ orgId: busy })).organizations[busy]!;
    expect(pending).toBe(rows);
    seen.push(rows);
  } while (written.mock.calls.length === 0);
  await writing;
  expect(new Set(seen).size).toBeGreaterThan(2);
});

const CHANGES: Record<string, string> = {
  subject_id: `subject_id || 'x'`,
  kind: `'nin'`,
  country: `'GH'`,
  status: `'verified'`,
  reason: 'NULL',
  metadata: `(metadata::text || ' ')::json`,
  provider: `'provider-2'`,
  identifier_hmac: 'NULL',
  identifier_last4: `'4322'`,
  replay_of: 'NULL',
  verified_at: `verified_at + interval '1 microsecond'`,
};

// contract: kept/hash-ciphertext-hash
test.each(Object.entries(CHANGES))('finds a change of %s, linked or not', async (column, value) => {
  for (const id of [ids[0]!, ids[9]!]) {
    await audit.tamper(on(`UPDATE identity_verifications SET ${column} = ${value} ${ROW}`, id));
    expect(await problems()).toContain(`row_changed ${id}`);
  }
  expect(await problems()).toHaveLength(2);
});

test.each([
  `'infinity'`,
  `'-infinity'`,
  // The same date and time, but before Christ.
  `(verified_at::text || ' BC')::timestamptz`,
])('finds a time of %s', async (time) => {
  await audit.tamper(on(`UPDATE identity_verifications SET verified_at = ${time} ${ROW}`, ids[0]!));
  expect(await problems()).toEqual([`row_changed ${ids[0]}`]);
});

test.each([
  `purpose = 'ads'`,
  `text_version = '2'`,
  `channel = 'web'`,
  `given_at = given_at - interval '1 microsecond'`,
  `reference = 'form-2'`,
  `subject_id = 'customer-2'`,
])('finds a consent with %s', async (change) => {
  const id = await audit.writeWithConsent(orgId);
  expect(await problems()).toEqual([]);
  await audit.tamper(on(`UPDATE identity_consents SET ${change} WHERE org_id = $1`));
  expect(await problems()).toEqual([`consent_changed ${id}`]);
});

test('finds a consent that is missing, or has another hash', async () => {
  const id = await audit.writeWithConsent(orgId);
  await audit.tamper(on(`UPDATE identity_consents SET sha256 = sha256('x') WHERE org_id = $1`));
  expect(await problems()).toEqual([`consent_missing ${id}`]);
  await audit.tamper(on('DELETE FROM identity_consents WHERE org_id = $1'));
  expect(await problems()).toEqual([`consent_missing ${id}`]);
});

test('the list of changes covers every column', async () => {
  const { rows } = await audit.attacker.query(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'identity_verifications'`,
  );
  const columns = rows.map((row: { column_name: string }) => row.column_name);
  const elsewhere = ['org_id', 'id', 'payload_sha256', 'row_hash'];
  expect([...Object.keys(CHANGES), ...elsewhere].toSorted()).toEqual(columns.toSorted());
});

test('finds two values that were moved from one column to the next', async () => {
  await audit.tamper(
    on(`UPDATE identity_verifications SET reason = provider, provider = reason ${ROW}`, ids[0]!),
  );
  expect(await problems()).toEqual([`row_changed ${ids[0]}`]);
});

test('finds a changed id or organization of a row', async () => {
  const other = await audit.org();
  await audit.tamper(
    on(`UPDATE identity_verifications SET id = id || '0' ${ROW}`, ids[2]!),
    on(`UPDATE identity_verifications SET org_id = '${other}' ${ROW}`, ids[5]!),
  );
  expect((await problems()).toSorted()).toEqual([
    `row_changed ${ids[2]}0`,
    `row_missing ${ids[2]}`,
    `row_missing ${ids[5]}`,
    `row_unaccounted ${ids[2]}0`,
  ]);
  const { problems: found } = (await audit.verify({ orgId: other })).organizations[other]!;
  const moved = { count: 1, ids: [ids[5]] };
  expect(found).toEqual({ row_changed: moved, row_unaccounted: moved });
});

test('finds a row that was changed together with its hash', async () => {
  const [id = ''] = ids;
  const { envelope: _, ...record } = (await selectVerification(audit.db.read, orgId, id))!;
  const fitting = hashRecord({ ...record, status: 'verified' });
  await audit.tamper([
    `UPDATE identity_verifications SET status = 'verified', row_hash = $3 ${ROW}`,
    orgId,
    id,
    fitting,
  ]);
  expect(await problems()).toEqual([`row_hash_changed ${id}`]);
});

test('finds swapped hashes of two rows', async () => {
  const [a = '', b = ''] = ids;
  await audit.tamper([
    `UPDATE identity_verifications v SET row_hash = o.row_hash FROM identity_verifications o
     WHERE v.org_id = $1 AND o.org_id = $1 AND v.id IN ($2, $3) AND o.id IN ($2, $3) AND v.id <> o.id`,
    orgId,
    a,
    b,
  ]);
  expect((await problems()).toSorted()).toEqual([
    `row_changed ${a}`,
    `row_changed ${b}`,
    `row_hash_changed ${a}`,
    `row_hash_changed ${b}`,
  ]);
});

// contract: kept/hash-ciphertext-hash
test('finds a removed row, linked or not', async () => {
  const [linked = '', waiting = ''] = [ids[4], ids[9]];
  for (const id of [linked, waiting])
    await audit.tamper(on(`DELETE FROM identity_verifications ${ROW}`, id));
  expect((await problems()).toSorted()).toEqual([
    `payload_unexpected ${linked}`,
    `payload_unexpected ${waiting}`,
    `row_missing ${linked}`,
    `row_missing ${waiting}`,
  ]);
  // The linker neither treats the row as existing nor stops at it.
  await audit.link();
  expect(await report()).toMatchObject({ links: 4, pending: 1 });
});

test('finds an inserted row', async () => {
  const { record } = sample(orgId, { payloadSha256: null });
  await audit.db.transaction((tx) => insertVerifications(tx, [{ record, envelope: null }]));
  await audit.tamper(on(`DELETE FROM audit_unlinked WHERE org_id = $1 AND row_id = $2`, record.id));
  expect(await problems()).toEqual([`row_unaccounted ${record.id}`]);
});

test('finds a row that is linked twice, or would be linked twice', async () => {
  const [id = ''] = ids;
  await audit.tamper(on(`INSERT INTO audit_unlinked VALUES ($1, $2)`, id));
  expect(await problems()).toEqual([`row_linked_twice ${id}`]);
  await audit.link();
  expect(await report()).toMatchObject({ links: 4, pending: 0 });
  expect(await problems()).toEqual([`row_linked_twice ${id}`]);
});

test.each([
  ['prev_hash', `sha256('x')`, ['link_changed 2', 'link_misplaced 2']],
  ['hash', `sha256('x')`, ['link_changed 2', 'link_misplaced 3']],
  ['linked_at', `linked_at - interval '1 microsecond'`, ['link_changed 2']],
  [
    'row_ids',
    'row_ids[2:2] || row_ids[1:1] || row_ids[3:3]',
    ['link_changed 2', 'row_hash_changed 3', 'row_hash_changed 4'],
  ],
  [
    'row_hashes',
    'row_hashes[2:2] || row_hashes[1:1] || row_hashes[3:3]',
    ['link_changed 2', 'row_hash_changed 3', 'row_hash_changed 4'],
  ],
  ['seq', '9', ['link_changed 9', 'link_missing 2', 'link_missing 4-8']],
  ['seq', '0', ['link_changed 0', 'link_misplaced 0', 'link_missing 2']],
])('finds a change of %s of a link to %s', async (column, value, wanted) => {
  await audit.tamper(
    'ALTER TABLE audit_links DROP CONSTRAINT IF EXISTS audit_links_seq_check',
    on(`UPDATE audit_links SET ${column} = ${value} ${LINK}`, 2),
  );
  const found = (await problems()).map((line) =>
    line.replace(/verification_\w+/, (id) => String(ids.indexOf(id))),
  );
  expect(found.toSorted()).toEqual(wanted);
});

test('finds rows that were exchanged between links, with or without their hashes', async () => {
  await audit.tamper([
    `UPDATE audit_links l SET row_ids = o.row_ids, row_hashes = o.row_hashes
     FROM audit_links o WHERE l.org_id = $1 AND o.org_id = $1 AND l.seq IN (1, 2) AND o.seq = 3 - l.seq`,
    orgId,
  ]);
  expect(await problems()).toEqual(['link_changed 1', 'link_changed 2']);
});

test('finds a removed link in the middle, at the start and at the end', async () => {
  const gone = (seq: number) => audit.tamper(on(`DELETE FROM audit_links ${LINK}`, seq));
  await gone(2);
  const unaccounted = (from: number, to: number) =>
    ids.slice(from, to).map((id) => `row_unaccounted ${id}`);
  expect(await problems()).toEqual(['link_missing 2', ...unaccounted(3, 6)]);
  await gone(3);
  expect(await problems()).toEqual(unaccounted(3, 9));
  await gone(1);
  expect(await problems()).toEqual(unaccounted(0, 9));
  expect(await problems(clean)).toContain('head_missing 3');
});

test('finds a link of another organization', async () => {
  const other = await audit.org();
  await audit.write(other, 1);
  await audit.link();
  await audit.tamper(on(`DELETE FROM audit_links ${LINK}`, 1), [
    `UPDATE audit_links SET org_id = $1 WHERE org_id = $2`,
    orgId,
    other,
  ]);
  expect(await problems()).toEqual(expect.arrayContaining(['link_changed 1']));
});

test('finds a removed or rewritten tail if the caller supplies an earlier head', async () => {
  const kept = clean;
  // The last link's rows wait again, as if they had never been linked; then the linker links them.
  await audit.tamper(
    on(`INSERT INTO audit_unlinked SELECT $1, unnest(row_ids) FROM audit_links ${LINK}`, 3),
    on(`DELETE FROM audit_links ${LINK}`, 3),
  );
  expect(await problems()).toEqual([]);
  expect(await problems(kept)).toEqual(['head_missing 3']);
  await audit.link();
  expect(await problems()).toEqual([]);
  expect(await problems(kept)).toEqual(['head_missing 3']);

  // Everything is deleted, including the organization.
  for (const table of ['identity_verifications', 'identity_payloads', 'audit_links'])
    await audit.tamper(on(`DELETE FROM ${table} WHERE org_id = $1`));
  await audit.tamper(on('DELETE FROM audit_unlinked WHERE org_id = $1'));
  await audit.tamper(on('DELETE FROM organizations WHERE id = $1'));
  const { ok, organizations } = await audit.verify({ heads: kept });
  expect([ok, organizations[orgId]?.problems]).toEqual([
    false,
    { head_missing: { count: 1, ids: ['3'] } },
  ]);
});

test('an earlier head remains valid for a chain that has only grown', async () => {
  await audit.link();
  await audit.write(orgId, 4);
  await audit.link();
  expect(await report(clean)).toMatchObject({ links: 5, pending: 0, problems: {} });
  const wrong = structuredClone(clean);
  wrong.organizations[orgId]!.head!.hash = '0'.repeat(64);
  expect(await problems(wrong)).toEqual(['head_missing 3']);
});

test('finds a changed payload', async () => {
  const [changed = '', missing = '', none = ''] = ids;
  const [spelled = '', broken = '', parts = ''] = [ids[3], ids[4], ids[6]];
  const envelope = (id: string, value: string) =>
    on(`UPDATE identity_payloads SET envelope = ${value} ${PAYLOAD}`, id);
  await audit.tamper(
    envelope(changed, `regexp_replace(envelope, '.(?=[^|]*$)', '/')`),
    on(`DELETE FROM identity_payloads ${PAYLOAD}`, missing),
    on(`INSERT INTO identity_payloads VALUES ($1, $2, 'a|b|c|d|')`, none),
    // These are the same bytes in another spelling: with 40 bytes, four bits of the last digit have no effect.
    envelope(
      spelled,
      `regexp_replace(envelope, '.==$', translate(right(envelope, 3), 'AQgw', 'BRhx'))`,
    ),
    envelope(broken, `envelope || '='`),
    envelope(parts, `envelope || '|'`),
  );
  expect((await problems()).toSorted()).toEqual(
    [
      `payload_changed ${changed}`,
      `payload_missing ${missing}`,
      `payload_unexpected ${none}`,
      `payload_changed ${spelled}`,
      `payload_changed ${broken}`,
      `payload_changed ${parts}`,
    ].toSorted(),
  );
});

test('a rewrap under another key does not count as a change', async () => {
  await audit.attacker.query(
    `UPDATE identity_payloads SET envelope = regexp_replace(envelope, '^[^|]*\\|[^|]*', 'local:v1:11111111|AAAA')`,
  );
  expect(await problems()).toEqual([]);
});

test('finds a payload that was deleted together with its hash in the row', async () => {
  await audit.tamper(
    on(`DELETE FROM identity_payloads ${PAYLOAD}`, ids[0]!),
    on(`UPDATE identity_verifications SET payload_sha256 = NULL ${ROW}`, ids[0]!),
  );
  expect(await problems()).toEqual([`row_changed ${ids[0]}`]);
});

test('reports a link with gaps, or with absurd numbers, and completes the check', async () => {
  await audit.tamper(
    'ALTER TABLE audit_links DROP CONSTRAINT IF EXISTS audit_links_check',
    on(`UPDATE audit_links SET row_ids[2] = NULL, row_hashes[3] = NULL ${LINK}`, 1),
    on(`UPDATE audit_links SET row_hashes = row_hashes[1:2] ${LINK}`, 2),
    on(`UPDATE audit_links SET seq = 9223372036854775807 ${LINK}`, 3),
  );
  const found = await problems();
  for (const wanted of ['link_changed 1', 'link_changed 2', 'link_changed 9223372036854775807'])
    expect(found).toContain(wanted);
});

test('counts all problems and lists a thousand of each kind', async () => {
  const big = await audit.org();
  await audit.attacker.query(
    `INSERT INTO identity_verifications (org_id, id, subject_id, kind, country, status, metadata, verified_at, row_hash)
     SELECT $1, 'verification_' || lpad(i::text, 5, '0'), 's', 'bvn', 'NG', 'failed', '{}', now(), '' FROM generate_series(1, 2500) i`,
    [big],
  );
  await audit.attacker.query(
    `INSERT INTO audit_unlinked SELECT org_id, id FROM identity_verifications WHERE org_id = $1 AND id <= 'verification_01200'`,
    [big],
  );
  const { rows, problems: found } = (await audit.verify({ orgId: big })).organizations[big]!;
  expect(rows).toBe(2500);
  expect(found.row_changed).toMatchObject({ count: 2500 });
  expect(found.row_changed!.ids).toHaveLength(1000);
  expect(found.row_unaccounted).toMatchObject({ count: 1300 });
  expect(found.row_unaccounted!.ids).toHaveLength(1000);
});

test('checks every organization with data, or one on request', async () => {
  const other = await audit.org();
  await audit.write(other, 1);
  const all = await audit.verify();
  expect(Object.keys(all.organizations)).toEqual(expect.arrayContaining([orgId, other]));
  expect(Object.keys((await audit.verify({ orgId: other })).organizations)).toEqual([other]);
  const empty = await audit.org();
  expect((await audit.verify({ orgId: empty })).organizations[empty]).toEqual({
    rows: 0,
    links: 0,
    pending: 0,
    head: null,
    checkpoint: null,
    problems: {},
  });
  await expect(audit.verify({ orgId: 'org_nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(audit.verify({ heads: { organizations: 1 } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
