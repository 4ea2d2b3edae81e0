import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oriki } from '../../../test/support/command-line.ts';
import { MARKS, SubjectClient } from '../../../test/support/subject-client.ts';
import { testApp } from '../../../test/support/test-app.ts';

const app = testApp({ rateLimits: undefined });
const ID = 'customer-1';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-subject-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the commands show a subject, and export it for a member who signed in recently', async () => {
  const client = await SubjectClient.of(app);
  await client.fill(ID);
  const run = (...words: string[]) =>
    oriki(['subject', ...words, '--org', client.org.id, '--subject', ID, '--json'], {
      DATABASE_URL: app.databaseUrl,
    });
  const shown = await run('show', '--limit', '1');
  expect(shown.code, shown.stderr).toBe(0);
  expect(JSON.parse(shown.stdout).areas.verifications).toMatchObject({ total: 2 });
  const ada = await app.person(client.org.id, ['privacy', 'auditor'], 'Ada Obi');
  const out = join(folder, 'subject.html');
  const exporting = (member: string) =>
    run(
      'export',
      '--member',
      member,
      '--reason-code',
      'customer_request',
      '--out',
      out,
      '--format',
      'html',
    );
  const analyst = await app.person(client.org.id, ['analyst']);
  expect((await exporting(analyst.id)).stdout).toContain('identity:reveal');
  const made = await exporting(ada.id);
  expect(made.code, made.stderr).toBe(0);
  const { exportId } = JSON.parse(made.stdout);
  const text = await readFile(out, 'utf8');
  expect([text.includes(MARKS.note), text.includes(MARKS.number)]).toEqual([true, true]);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  const log = await client.ask('GET', '/audit?action=subject.export');
  expect(log.items).toMatchObject([
    { actor: { kind: 'person', id: ada.id }, objectId: ID, after: { exportId } },
  ]);
  expect((await exporting(ada.id)).stdout).toContain('the file exists');
  await app.db.pool.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE id = $1`,
    [ada.sessionId],
  );
  await rm(out);
  expect((await exporting(ada.id)).stdout).toContain('sign in again');
  await expect(stat(out)).rejects.toThrow('ENOENT');
});
