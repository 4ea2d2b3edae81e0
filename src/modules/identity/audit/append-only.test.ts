import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAudit, type TestAudit } from '../../../../test/support/audit.ts';

let audit: TestAudit;
let before: unknown[];

async function contents(): Promise<unknown[]> {
  const rows = await audit.attacker.query('SELECT * FROM identity_verifications ORDER BY id');
  const links = await audit.attacker.query('SELECT * FROM audit_links ORDER BY org_id, seq');
  return [...rows.rows, ...links.rows];
}

beforeAll(async () => {
  audit = await openAudit();
  await audit.write(await audit.org(), 3);
  await audit.link();
  before = await contents();
  expect(before).toHaveLength(4);
});
afterAll(() => audit.close());

const NEW_ROW = `INSERT INTO identity_verifications SELECT * FROM identity_verifications LIMIT 1`;
const NEW_LINK = `INSERT INTO audit_links SELECT * FROM audit_links LIMIT 1`;

// contract: kept/rows-append-trigger
test.each([
  "UPDATE identity_verifications SET status = 'verified'",
  "UPDATE identity_verifications SET status = 'verified' WHERE false",
  'DELETE FROM identity_verifications',
  'TRUNCATE identity_verifications CASCADE',
  'TRUNCATE identity_verifications, identity_payloads, identity_reveals',
  `${NEW_ROW} ON CONFLICT (org_id, id) DO UPDATE SET status = 'verified'`,
  `MERGE INTO identity_verifications v USING organizations o ON v.org_id = o.id
   WHEN MATCHED THEN UPDATE SET status = 'verified'`,
  `MERGE INTO identity_verifications v USING organizations o ON v.org_id = o.id WHEN MATCHED THEN DELETE`,
  'WITH gone AS (DELETE FROM identity_verifications RETURNING *) SELECT * FROM gone',
  "SET session_replication_role = 'replica'; DELETE FROM identity_verifications",
  'UPDATE audit_links SET linked_at = now()',
  'DELETE FROM audit_links',
  'TRUNCATE audit_links',
  'TRUNCATE audit_links CASCADE',
  `${NEW_LINK} ON CONFLICT (org_id, seq) DO UPDATE SET linked_at = now()`,
  `MERGE INTO audit_links l USING organizations o ON l.org_id = o.id WHEN MATCHED THEN DELETE`,
  `MERGE INTO audit_links l USING organizations o ON l.org_id = o.id
   WHEN MATCHED THEN UPDATE SET linked_at = now()`,
  "SET session_replication_role = 'replica'; DELETE FROM audit_links",
])('rejects and changes nothing: %s', async (statement) => {
  // The statement runs as the owner of the tables, so that only the triggers reject it; the service's role also lacks
  // the rights.
  await expect(audit.attacker.query(statement)).rejects.toMatchObject({
    code: '23000',
    message: expect.stringMatching(/^(identity_verifications|audit_links) is append-only$/),
  });
  await audit.attacker.query("SET session_replication_role = 'origin'");
  expect(await contents()).toEqual(before);
});
