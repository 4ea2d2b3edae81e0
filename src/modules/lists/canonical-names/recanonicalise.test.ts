import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { CANON_VERSION } from '../../../names/canonical/canonical.ts';
import { recanonicalise } from './recanonicalise.ts';

const app = testApp();

test('stored canonical names are updated after a change of the rules', async () => {
  const { key } = await app.org();
  const list = await app.call('POST', '/api/v1/fraud/lists', {
    key,
    body: { source: 's', name: 'n', kind: 'tenant_blocklist' },
  });
  const path = `/api/v1/fraud/lists/${list.body.data.id}/entries`;
  const entries = Array.from({ length: 700 }, (_, i) => ({ name: `Dr. Seán O'Brien ${i}` }));
  await app.call('POST', path, { key, body: { entries } });
  await sql`UPDATE screening_entries SET canonical_name = 'old', canon_version = 0`.execute(
    app.db.read,
  );

  expect(await recanonicalise(app.db)).toBe(700);

  const { body } = await app.call('GET', path, { key });
  expect(body.data.items[0].canonicalName).toBe('sean o brien 0');
  const { rows } = await sql`SELECT DISTINCT canon_version FROM screening_entries`.execute(
    app.db.read,
  );
  expect(rows).toEqual([{ canon_version: CANON_VERSION }]);
  expect(await recanonicalise(app.db)).toBe(0);
});
