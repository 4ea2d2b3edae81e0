import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../../test/support/screening-client.ts';
import { sharedOf } from '../../../../platform/db/places.ts';
import type { CheckedList } from './schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

const ROWS = 'name\nOlumide Fagbenle\nAda Obi\n';

async function imported(format: string, content: string, source: string): Promise<string> {
  const answer = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body: { kind: 'sanctions', source, format, content },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.list.id;
}

function of(lists: CheckedList[], id: string): CheckedList | undefined {
  return lists.find((list) => list.id === id);
}

describe('an answer', () => {
  test('contains every checked list, as does the stored screening', async () => {
    const global = await client.importGlobal('checked:one', ROWS);
    const own = await client.newList();
    await client.newList('tenant_allowlist');
    await client.add(own, 'Eze Nnamdi');
    const answer = await client.ask(200, 'POST', '/screen', { name: 'Folasade Bamgbose' });
    expect(of(answer.lists, global)).toEqual({
      id: global,
      source: 'checked:one',
      name: 'checked:one',
      kind: 'sanctions',
      revision: 1,
      entryCount: 2,
      publishedAt: null,
      importedAt: expect.stringMatching(/^\d{4}-/),
      isOverdue: false,
    });
    expect(of(answer.lists, own)).toMatchObject({
      kind: 'tenant_blocklist',
      revision: 1,
      entryCount: 1,
      importedAt: null,
    });
    expect(answer.lists.map((list: CheckedList) => list.kind)).not.toContain('tenant_allowlist');
    const stored = await client.ask(200, 'GET', `/screenings/${answer.screeningId}`);
    expect(stored.lists).toEqual(answer.lists);
    await client.add(own, 'Obi Nnamdi');
    const later = await client.ask(200, 'POST', '/screen', { name: 'Folasade Bamgbose' });
    expect(of(later.lists, own)).toMatchObject({ revision: 2, entryCount: 2 });
    const again = await client.ask(200, 'GET', `/screenings/${answer.screeningId}`);
    expect(of(again.lists, own)).toMatchObject({ revision: 1, entryCount: 1 });
  });

  test('names only the lists of the requested kinds', async () => {
    const global = await client.importGlobal('checked:one', ROWS);
    const own = await client.newList();
    const body = { name: 'Folasade Bamgbose', kinds: ['tenant_blocklist'] };
    const { lists } = await client.ask(200, 'POST', '/screen', body);
    expect(of(lists, own)).toBeDefined();
    expect(of(lists, global)).toBeUndefined();
  });

  test('contains the lists of a batch once', async () => {
    const own = await client.newList();
    const items = [{ name: 'Folasade Bamgbose' }, { name: 'Ada Obi' }];
    const { lists, results } = await client.ask(200, 'POST', '/screen/batch', { items });
    expect(of(lists, own)).toBeDefined();
    for (const result of results) expect(result).not.toHaveProperty('lists');
    const stored = await client.ask(200, 'GET', `/screenings/${results[1].screeningId}`);
    expect(stored.lists).toEqual(lists);
  });

  test('marks a list that is older than its interval', async () => {
    const id = await client.importGlobal('checked:old', ROWS);
    const ask = async () =>
      of((await client.ask(200, 'POST', '/screen', { name: 'Ada' })).lists, id)!.isOverdue;
    const shared = sharedOf(app.db.read);
    await sql`INSERT INTO global_list_origins (list_id, format, main, every_seconds, checked_at)
      VALUES (${id}, 'csv', 'https://lists.example/x', 3600, now())`.execute(shared);
    expect(await ask()).toBe(false);
    const old = sql`now() - interval '65 minutes'`;
    await sql`UPDATE global_list_origins SET checked_at = ${old} WHERE list_id = ${id}`.execute(
      shared,
    );
    await sql`UPDATE global_lists SET imported_at = ${old} WHERE id = ${id}`.execute(shared);
    expect(await ask()).toBe(false);
    const older = sql`now() - interval '67 minutes'`;
    await sql`UPDATE global_list_origins SET checked_at = ${older} WHERE list_id = ${id}`.execute(
      shared,
    );
    await sql`UPDATE global_lists SET imported_at = ${older} WHERE id = ${id}`.execute(shared);
    expect(await ask()).toBe(true);
  });
});

test('an organization sees the global lists that its screenings use', async () => {
  const xml = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>
    <INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Kayode</FIRST_NAME><SECOND_NAME>Adewale</SECOND_NAME>
    <REFERENCE_NUMBER>QDi.901</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`;
  const id = await imported('un-xml', xml, 'checked:un');
  const { lists } = await client.ask(200, 'GET', '/global-lists');
  expect(of(lists, id)).toMatchObject({
    source: 'checked:un',
    revision: 1,
    entryCount: 1,
    publishedAt: '2026-02-27T00:00:09.554Z',
  });
  expect(lists.map((list: CheckedList) => list.kind)).not.toContain('tenant_blocklist');
});
