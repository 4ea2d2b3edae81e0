import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { openEnvelopes } from '../../../platform/crypto/envelopes.ts';
import { addLocalKey } from '../../../platform/crypto/key-ring-file.ts';
import { rewrapTitles } from './titles.ts';

const TITLE = 'Musa Bello, supplier';

const app = testApp({ rateLimits: undefined });

async function world() {
  const { id, key } = await app.org({ addons: ['detection_pack'] });
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/v1${path}`, { key, body });
  const screened = await call('POST', '/fraud/screen', { name: 'Musa Bello' });
  return { orgId: id, call, screeningId: screened.body.data.screeningId as string };
}

test('a title is in the screening, in the list and in the case that has the search, until it is removed', async () => {
  const { call, screeningId } = await world();
  const path = `/fraud/screenings/${screeningId}`;
  const before = (await call('GET', path)).body.data;
  expect(before.title).toBeNull();
  const titled = await call('PATCH', path, { title: TITLE });
  expect([titled.status, titled.body.data]).toEqual([200, { screeningId, hasTitle: true }]);
  expect((await call('GET', path)).body.data).toEqual({ ...before, title: TITLE });
  expect((await call('GET', '/fraud/screenings')).body.data.items[0].title).toBe(TITLE);
  const { id } = (await call('POST', '/cases', { subjectId: 'customer-1' })).body.data;
  await call('POST', `/cases/${id}/items`, { ids: [screeningId] });
  const titleInCase = async () => (await call('GET', `/cases/${id}`)).body.data.items[0].title;
  expect(await titleInCase()).toBe(TITLE);
  await call('PATCH', path, { title: null });
  expect((await call('GET', path)).body.data).toEqual(before);
  expect(await titleInCase()).toBeNull();
});

test('a title is deleted with the subject of its search, and titles of other subjects stay', async () => {
  const { call } = await world();
  const enrolled = { name: 'Musa Bello', subjectId: 'customer-1' };
  await call('POST', '/fraud/subjects', enrolled);
  const titleOf = async (subjectId: string) => {
    const asked = await call('POST', '/fraud/screen', { ...enrolled, subjectId });
    const path = `/fraud/screenings/${asked.body.data.screeningId}`;
    await call('PATCH', path, { title: TITLE });
    return async () => (await call('GET', path)).body.data.title;
  };
  const [own, other] = [await titleOf('customer-1'), await titleOf('customer-2')];
  expect([await own(), await other()]).toEqual([TITLE, TITLE]);
  await call('DELETE', '/fraud/subjects/customer-1');
  expect([await own(), await other()]).toEqual([null, TITLE]);
});

test('a title is stored encrypted, bound to its row, and is in no log', async () => {
  const { orgId, call, screeningId } = await world();
  await call('PATCH', `/fraud/screenings/${screeningId}`, { title: TITLE });
  const { rows } = await app.db.pool.query(
    `SELECT title_envelope FROM screenings WHERE org_id = $1`,
    [orgId],
  );
  expect(rows[0].title_envelope).toMatch(/^[a-z]+:[^|]+\|/);
  const { rows: actions } = await app.db.pool.query(
    `SELECT * FROM audit_actions WHERE org_id = $1 AND action = 'screening.title'`,
    [orgId],
  );
  expect(actions).toHaveLength(1);
  expect(JSON.stringify(actions)).not.toContain('supplier');
  const other = await world();
  await app.db.pool.query('UPDATE screenings SET title_envelope = $1 WHERE id = $2', [
    rows[0].title_envelope,
    other.screeningId,
  ]);
  const moved = await other.call('GET', `/fraud/screenings/${other.screeningId}`);
  expect([moved.status, moved.body.data.title]).toEqual([200, null]);
});

test.each(['', ' ', 'x'.repeat(201), 'nwonK\u202e', 5, ['x']])(
  'the title %j gets 400',
  async (title) => {
    const { call, screeningId } = await world();
    const answer = await call('PATCH', `/fraud/screenings/${screeningId}`, { title });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'title']);
  },
);

test("another organization's screening is not found, and keeps its title", async () => {
  const { call, screeningId } = await world();
  await call('PATCH', `/fraud/screenings/${screeningId}`, { title: TITLE });
  const stranger = await world();
  const answer = await stranger.call('PATCH', `/fraud/screenings/${screeningId}`, { title: null });
  expect(answer.status).toBe(404);
  expect((await call('GET', `/fraud/screenings/${screeningId}`)).body.data.title).toBe(TITLE);
});

test('titles are moved to a new key, each once', async () => {
  const { orgId, screeningId } = await world();
  const folder = await mkdtemp(join(tmpdir(), 'oriki-titles-'));
  try {
    const keyFile = join(folder, 'keys.json');
    const options = { kms: 'local', keyFile, serverSecret: 'secret'.repeat(6) } as const;
    const first = await openEnvelopes(options);
    const context = { orgId, id: screeningId, kind: 'screening-title' };
    await app.db.pool.query('UPDATE screenings SET title_envelope = NULL');
    await app.db.pool.query('UPDATE screenings SET title_envelope = $1 WHERE id = $2', [
      await first.seal(context, TITLE),
      screeningId,
    ]);
    const keyId = await addLocalKey(keyFile);
    const second = await openEnvelopes(options);
    expect(await rewrapTitles(app.db, second, keyId)).toEqual({ rewrapped: 1, unreadable: [] });
    expect(await rewrapTitles(app.db, second, keyId)).toEqual({ rewrapped: 0, unreadable: [] });
    const { rows } = await app.db.pool.query(
      'SELECT title_envelope FROM screenings WHERE id = $1',
      [screeningId],
    );
    expect(String(await second.open(context, rows[0].title_envelope))).toBe(TITLE);
  } finally {
    await rm(folder, { recursive: true });
  }
});
