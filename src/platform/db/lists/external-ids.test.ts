import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { migrate } from '../migration/migrate.ts';
import { loadMigrations } from '../migration/migrations.ts';

const NFC = 'Jos\u00e9';
const NFD = 'Jose\u0301';
/** Two spellings, neither of them in NFC, of one text in NFC. */
const ODD = ['\u1e69\u0301'.normalize('NFD'), 's\u0307\u0323\u0301'] as const;

/** Statements that insert a row with an external id ($3), by the column with it. */
const ROWS: [statement: string, text: string][] = [
  [
    `INSERT INTO identity_verifications (org_id, id, subject_id, kind, country, status, metadata, verified_at, row_hash)
     VALUES ($1, $2, $3, 'bvn', 'NG', 'verified', '{}', now(), '')`,
    NFD,
  ],
  [
    `INSERT INTO screenings (org_id, id, subject_id, query, outcome, list_version, hits, screened_at)
     VALUES ($1, $2, $3, '{}', 'clear', 'v', '[]', now())`,
    NFD,
  ],
  [
    `INSERT INTO screening_hits (org_id, id, subject_id, list_id, entry_id, list_kind, entry_revision, status, score)
     VALUES ($1, $2, $3, 'list_1', 'entry_1', 'pep', 1, 'open', 90)`,
    ODD[0],
  ],
  ...[ODD[1], NFC].map((text): [string, string] => [
    `INSERT INTO audit_actions (org_id, id, at, actor_kind, actor_id, action, object_id, row_hash)
     VALUES ($1, $2, now(), 'key', 'key_1', 'subject.enrol', $3, '')`,
    text,
  ]),
];

test('the migration stores each spelling that rows keep once for each organization', async () => {
  const connectionString = await emptyDatabase();
  const known = await loadMigrations();
  const own = known.find(({ name }) => name === 'external_id_spellings')!.version;
  await migrate({ connectionString }, { migrations: known.filter(({ version }) => version < own) });
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('SET search_path = bucket_000, shared');
  // Without triggers, which count rows.
  await client.query('SET session_replication_role = replica');
  for (const [n, [statement, text]] of ROWS.entries())
    for (const orgId of ['org_1', 'org_2']) await client.query(statement, [orgId, `id_${n}`, text]);
  await migrate({ connectionString }, { migrations: known });
  const { rows } = await client.query({
    text: 'SELECT org_id, nfc, spelling FROM external_id_spellings ORDER BY org_id, spelling COLLATE "C"',
    rowMode: 'array',
  });
  const spellings = [NFD, ...ODD].toSorted();
  expect(rows).toEqual(
    ['org_1', 'org_2'].flatMap((orgId) =>
      spellings.map((text) => [orgId, text.normalize('NFC'), text]),
    ),
  );
  await client.end();
});
