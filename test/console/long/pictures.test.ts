import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleApp, picture, settled, visit } from '../support/browser.ts';

/**
 * Pictures of the README. This test creates them, and `cp build/console/console-*.png docs/pictures/` accepts them.
 */
const KEPT = join(import.meta.dirname, '../../../docs/pictures');
const MAX_BYTES = 1_000_000;
const CUSTOMERS = [
  ['cus-20418', 'Adaeze Okonkwo', '1980-02-29'],
  ['cus-20433', 'Okonkwo Adaeze Blessing', '1980-02-29'],
  ['cus-20457', 'Adaeze Okonkwor', undefined],
  ['cus-20502', 'Ibrahim Abdullahi Musa', '1971-06-01'],
  ['cus-20519', 'Abdullahi Ibrahim', undefined],
  ['cus-20544', 'Chukwuemeka Eze Obi', '1990-11-17'],
] as const;

const app = consoleApp({ rateLimits: undefined });

test('the pictures of the README exist, and have at most 1 MB together', async () => {
  const org = await app.org({ addons: ['detection_pack'] });
  const post = async (path: string, body: object) => {
    const answer = await app.call('POST', `/api/v1${path}`, { key: org.key, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const list = await post('/fraud/lists', {
    name: 'Known fraudsters',
    source: 'internal:fraud',
    kind: 'tenant_blocklist',
  });
  await post(`/fraud/lists/${list.id}/entries`, {
    entries: [
      { name: 'Adaeze Okonkwo', dob: '1980-02-29', country: 'NG', identifiers: { case: '4711' } },
      { name: 'Ibrahim Musa Abdullahi', dob: '1971-06-01', country: 'NG' },
      { name: 'Emeka Eze Obi', country: 'NG' },
    ],
  });
  for (const [subjectId, name, dob] of CUSTOMERS)
    await post('/fraud/subjects', { subjectId, name, ...(dob && { dob }) });
  const { session } = await app.person(org.id, ['admin'], 'Ngozi Bello');
  const hits = await app.call('GET', '/api/v1/fraud/hits', { key: org.key });
  expect(hits.body.data.items.length).toBeGreaterThan(3);
  const hit = hits.body.data.items.find(
    ({ subjectId }: { subjectId: string }) => subjectId === 'cus-20433',
  );
  for (const [name, path, last] of [
    ['console-queue', '/console/review', 'Selected hit'],
    ['console-hit', `/console/review/${hit.id}`, 'Decide'],
  ] as const) {
    const size = { viewport: { width: 1440, height: 900 } };
    const { page, faults, close } = await visit(app, session, path, size);
    await page.getByRole('region', { name: last }).getByText('False positive').waitFor();
    await settled(page);
    await picture(page, name);
    expect(faults).toEqual([]);
    await close();
  }
  const kept = readdirSync(KEPT).filter((file) => file.endsWith('.png'));
  const readme = readFileSync(join(KEPT, '../../README.md'), 'utf8');
  expect(kept.filter((file) => !readme.includes(`docs/pictures/${file}`))).toEqual([]);
  const bytes = kept.map((file) => statSync(join(KEPT, file)).size);
  expect(bytes.length).toBeGreaterThan(1);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MAX_BYTES);
});
