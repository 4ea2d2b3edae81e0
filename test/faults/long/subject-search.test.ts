import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { searchSubjects } from '../../../src/modules/monitoring/subjects/subjects.ts';
import { Database } from '../../../src/platform/db/database.ts';
import { tenantRoleOf } from '../../../src/platform/db/roles.ts';
import { asOwner, cloneDatabase, found } from '../../support/database.ts';
import { within } from '../../support/within.ts';

const SUBJECTS = 200_000;
const ORG = 'org_1';
const MOST_MS = 300;

let db: Database;
beforeAll(async () => {
  const url = await cloneDatabase();
  const pool = new Pool({ connectionString: asOwner(url), max: 1 });
  // Another organization with the same names, and names that occur once, often and everywhere.
  for (const [org, count] of [
    [ORG, SUBJECTS],
    ['org_2', SUBJECTS / 10],
  ] as const)
    await pool.query(
      `INSERT INTO screening_subjects (org_id, subject_id, name, kinds, threshold, words_version)
       SELECT $1, 'V-' || n, 'Customer ' || (ARRAY['Okonkwo', 'Adeyemi', 'Smith', 'Bello'])[1 + n % 4] || ' ' || md5(n::text),
         '{sanctions}', 85, 1 FROM generate_series(1, $2) AS n`,
      [org, count],
    );
  await pool.query(`INSERT INTO screening_words (org_id, subject_id, word)
    SELECT DISTINCT org_id, subject_id, lower(word) FROM screening_subjects,
      LATERAL regexp_split_to_table(subject_id || ' ' || name, '[ -]') AS word`);
  await pool.query('VACUUM ANALYZE screening_subjects, screening_words, screening_hits');
  await pool.end();
  db = new Database({
    connection: found({ connectionString: url }),
    poolSize: 2,
    statementTimeoutMs: within(30_000),
    tenantRole: tenantRoleOf(inject('service').user),
    onIdleError: () => {},
  });
});
afterAll(() => db.close());

test.each([
  'c',
  'customer',
  'okonkwo',
  'v 199999',
  'smith ad',
  'o c v',
  'nobody',
  'customer v 1 b',
])(
  'a search for %j among 200,000 subjects takes less than 300 ms under row-level security',
  async (text) => {
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const began = performance.now();
      await searchSubjects(db.organization(ORG).read, ORG, { text, limit: 100 });
      times.push(performance.now() - began);
    }
    expect(Math.min(...times), 'timing: of a search').toBeLessThan(within(MOST_MS));
  },
);
