import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DATA_DIR, TEST_SECRET } from '../../../../test/support/app.ts';
import { ExportClient, exportApp } from '../../../../test/support/export-client.ts';
import { removeIn, switchOn } from '../../../../test/support/retention.ts';
import { ThreadClient } from '../../../../test/support/thread-client.ts';
import { clock } from '../../../platform/clock.ts';
import { openEnvelopes, type Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { rewrapContents as rewrapScreenings } from '../../screening/screen/content/content.ts';
import { screeningContents } from '../../screening/screen/content/jobs.ts';
import { rewrapContents as rewrapMessages } from '../../threads/content/content.ts';
import { messageContents } from '../../threads/content/jobs.ts';
import { ContentSealer } from './sealing.ts';

const { app } = exportApp();
const NAME = 'Adaezeh Okonkwoh';
const TEXT = 'My number is 08031234567.';
const SECRETS = /adaezeh|okonkwoh|1980-02-29|08031234567/i;
const ADA = 'customer:ada';

let envelopes: Envelopes;
let platform: string;
let client: ThreadClient;
let db: Database;
beforeAll(async () => {
  platform = await app.platformKey();
  const keyFile = join(DATA_DIR, 'keys.json');
  envelopes = await openEnvelopes({ kms: 'local', keyFile, serverSecret: TEST_SECRET });
});
beforeEach(async () => {
  client = await ThreadClient.of(app);
  db = await app.dbOf(client.org.id);
  const { id } = await client.ask(201, 'POST', '/fraud/lists', {
    body: { source: 'own', name: 'Own', kind: 'tenant_blocklist' },
  });
  await client.ask(201, 'POST', `/fraud/lists/${id}/entries`, {
    body: { entries: [{ name: 'Adaeze Okonkwo' }] },
  });
});

/** Sets the organization, and waits until its key notices. */
async function set(sealsContent: boolean): Promise<void> {
  const answer = await app.call('PATCH', `/api/v1/admin/organizations/${client.org.id}`, {
    key: platform,
    body: { sealsContent },
  });
  expect([answer.status, answer.body.data.sealsContent], answer.text).toEqual([200, sealsContent]);
  const isSealed = async () => {
    const { screeningId } = await client.ask(200, 'POST', '/fraud/screen', {
      body: { name: 'Probe' },
    });
    const { rows } = await db.query(
      'SELECT content_envelope IS NOT NULL AS is FROM screenings WHERE org_id = $1 AND id = $2',
      [client.org.id, screeningId],
    );
    return rows[0].is;
  };
  await expect.poll(isSealed, { interval: 50 }).toBe(sealsContent);
}

async function screen(): Promise<string> {
  const body = { name: NAME, dob: '1980-02-29', subjectId: 'customer-1', aliases: ['Ada'] };
  const answer = await client.ask(200, 'POST', '/fraud/screen', { body });
  expect(answer.hits).toHaveLength(1);
  return answer.screeningId;
}

/** Returns all text of the organization's screenings, messages and threads in the database. */
async function stored(): Promise<string> {
  const { rows } = await db.query(
    `SELECT s::text AS text FROM screenings s WHERE org_id = $1
     UNION ALL SELECT m::text FROM messages m WHERE org_id = $1
     UNION ALL SELECT t::text FROM threads t WHERE org_id = $1`,
    [client.org.id],
  );
  return rows.map(({ text }) => text).join('\n');
}

/** Seals what is in the clear, as the worker does. */
async function seal(sealer = new ContentSealer()): Promise<[number, number]> {
  const { signal } = new AbortController();
  const run = async (table: 'screenings' | 'messages') =>
    table === 'screenings'
      ? sealer.run(db, screeningContents(envelopes), signal)
      : sealer.run(db, messageContents(envelopes), signal);
  return [await run('screenings'), await run('messages')];
}

async function read(id: string) {
  return client.ask(200, 'GET', `/fraud/screenings/${id}`);
}

describe('a sealed screening', () => {
  test('contains no word of the person in the clear, and is returned like a screening in the clear', async () => {
    const clear = await read(await screen());
    await set(true);
    const id = await screen();
    const { screeningId, screenedAt, ...sealed } = await read(id);
    expect({ ...clear, screeningId, screenedAt }).toEqual({ ...sealed, screeningId, screenedAt });
    const { rows } = await db.query(
      'SELECT query, hits, s::text AS text FROM screenings s WHERE org_id = $1 AND id = $2',
      [client.org.id, id],
    );
    expect(rows[0].text).not.toMatch(SECRETS);
    expect(rows[0].query).toMatchObject({ name: '', kinds: clear.query.kinds });
    expect(rows[0].hits).toMatchObject([{ name: 'Adaeze Okonkwo', score: clear.hits[0].score }]);
    const { items } = await client.ask(200, 'GET', '/fraud/screenings?subjectId=customer-1');
    expect(items.map((one: { query: object }) => one.query)).toEqual([clear.query, clear.query]);
  });

  test('is also stored for each item of a batch', async () => {
    await set(true);
    const body = { items: [{ name: NAME }, { name: 'Nobody' }] };
    const { results } = await client.ask(200, 'POST', '/fraud/screen/batch', { body });
    expect(await stored()).not.toMatch(SECRETS);
    expect((await read(results[0].screeningId)).query.name).toBe(NAME);
  });

  test('loses its envelope when the period of names ends', async () => {
    await set(true);
    const id = await screen();
    await switchOn(app, { screening_names: 100 });
    expect(await removeIn(app, 101)).toBeGreaterThan(0);
    const { query, hits } = await read(id);
    expect(query).toMatchObject({ name: '', namesRemovedAt: expect.any(String) });
    expect(hits).toMatchObject([{ name: 'Adaeze Okonkwo', explanation: { tokens: [] } }]);
    expect(await seal()).toEqual([0, 0]);
  });

  test('loses its envelope after an earlier version has removed only names in the clear', async () => {
    await set(true);
    const id = await screen();
    await db.query(
      `UPDATE screenings SET query = '{"name":"","namesRemovedAt":"2026-12-01T00:00:00Z"}'
       WHERE org_id = $1 AND id = $2`,
      [client.org.id, id],
    );
    await switchOn(app, { screening_names: 100 });
    await removeIn(app, 101);
    expect((await read(id)).query.name).toBe('');
  });

  test('is exported like a screening in the clear', async () => {
    await screen();
    await set(true);
    await screen();
    const exports = new ExportClient(app, client.org);
    const all = JSON.parse((await exports.export('screenings', 'JSON')).toString()) as {
      id: string;
      name: string;
    }[];
    const rows = all
      .filter(({ name }) => name === NAME)
      .map((row) => ({ ...row, id: '', screenedAt: '' }));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ dob: '1980-02-29', aliases: '["Ada"]', country: null });
    expect(JSON.parse((rows[0] as unknown as { hits: string }).hits)).toHaveLength(1);
    expect(rows[1]).toEqual(rows[0]);
  });
});

describe('a sealed message', () => {
  test('is read, edited and deleted like a message in the clear', async () => {
    const thread = await client.thread([ADA, 'agent:ben']);
    await set(true);
    const { id } = await client.send(thread, ADA, TEXT);
    const path = `/threads/${thread}/messages`;
    const contents = async () =>
      (await client.ask(200, 'GET', path)).items.map((one: { content: string }) => one.content);
    expect(await stored()).not.toMatch(SECRETS);
    expect(await contents()).toEqual([TEXT]);
    expect((await client.inbox('agent:ben')).items[0]!.lastMessage!.content).toBe('');
    const edit = (body: object) => client.ask(200, 'PATCH', `${path}/${id}`, { body });
    expect(await edit({ content: TEXT })).toMatchObject({ content: TEXT, editedAt: null });
    expect(await edit({})).toMatchObject({ content: TEXT, editedAt: null });
    const other = `${TEXT} Call me.`;
    expect(await edit({ content: other })).toMatchObject({
      content: other,
      editedAt: expect.any(String),
    });
    expect(await stored()).not.toMatch(SECRETS);
    await set(false);
    expect(await contents()).toEqual([other]);
    expect(await edit({ content: 'clear' })).toMatchObject({ content: 'clear' });
    expect(await stored()).toContain('clear');
    await set(true);
    await edit({ content: TEXT });
    await client.ask(200, 'DELETE', `${path}/${id}`);
    expect(await contents()).toEqual([null]);
    const { rows } = await db.query('SELECT content_envelope FROM messages WHERE org_id = $1', [
      client.org.id,
    ]);
    expect(rows).toEqual([{ content_envelope: null }]);
    await client.expectNoMismatch();
  });

  test('loses its envelope when an earlier version edits or deletes it', async () => {
    const thread = await client.thread([ADA, 'agent:ben']);
    await set(true);
    for (const [content, deletedAt] of [
      ['edited', null],
      [null, '2026-12-01'],
    ]) {
      const { id } = await client.send(thread, ADA, TEXT);
      const { rows } = await db.query(
        `UPDATE messages SET content = $3, deleted_at = $4 WHERE org_id = $1 AND id = $2
         RETURNING content, content_envelope`,
        [client.org.id, id, content, deletedAt],
      );
      expect(rows).toEqual([{ content, content_envelope: null }]);
    }
  });

  test('rejects a second edit by a caller who did not see the first', async () => {
    const thread = await client.thread([ADA]);
    await set(true);
    const { id } = await client.send(thread, ADA, TEXT);
    const edits = ['one', 'two', 'three', 'four'].map((content) =>
      client.call('PATCH', `/threads/${thread}/messages/${id}`, { body: { content } }),
    );
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
  });

  test('is exported like a message in the clear, safe for spreadsheets', async () => {
    const thread = await client.thread([ADA]);
    await client.send(thread, ADA, '=1+1 clear');
    await set(true);
    await client.send(thread, ADA, '=1+1 sealed');
    const csv = (await new ExportClient(app, client.org).export('messages')).toString();
    expect(csv).toContain("'=1+1 clear");
    expect(csv).toContain("'=1+1 sealed");
  });
});

describe('a content in the clear', () => {
  test('is sealed in the background, with the beginnings of messages', async () => {
    const id = await screen();
    const thread = await client.thread([ADA, 'agent:ben']);
    const [first] = [await client.send(thread, ADA, TEXT), await client.send(thread, ADA, TEXT)];
    await client.ask(200, 'DELETE', `/threads/${thread}/messages/${first.id}`);
    const before = await read(id);
    await seal();
    expect(await stored()).toMatch(SECRETS);
    await set(true);
    const sealer = new ContentSealer();
    await seal(sealer);
    expect(await stored()).not.toMatch(SECRETS);
    expect(await read(id)).toEqual(before);
    const { items } = await client.ask(200, 'GET', `/threads/${thread}/messages`);
    expect(items.map((one: { content: string }) => one.content)).toEqual([null, TEXT]);
    await client.expectNoMismatch();
    expect(await seal(sealer)).toEqual([0, 0]);
  });

  test('is sealed soon if a process without the setting edits an old message after the first run', async () => {
    const thread = await client.thread([ADA]);
    const { id } = await client.send(thread, ADA, 'Hello.');
    const sealer = new ContentSealer();
    const edit = () =>
      db.query(
        `UPDATE messages SET content = $3, content_envelope = NULL, edited_at = now()
         WHERE org_id = $1 AND id = $2`,
        [client.org.id, id, TEXT],
      );
    const sealIn = async (ms: number): Promise<void> => {
      const now = vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + ms);
      await seal(sealer);
      now.mockRestore();
    };
    await set(true);
    const hoursMs = 7_200_000;
    await sealIn(hoursMs);
    await edit();
    await sealIn(hoursMs + 61_000);
    expect(await stored()).not.toMatch(SECRETS);
    // Without the setting, the worker seals nothing, and the next run with the setting starts from the first row.
    await set(false);
    await sealIn(hoursMs + 62_000);
    await edit();
    await set(true);
    await sealIn(hoursMs + 63_000);
    expect(await stored()).not.toMatch(SECRETS);
  });

  test('is sealed once in an organization with more rows than a step', async () => {
    await db.query(
      `INSERT INTO screenings (org_id, id, query, hits, outcome, list_version, screened_at, counted)
       SELECT $1, 'scr_' || lpad(n::text, 26, '0'), '{"name":"Adaezeh"}', '[]', 'clear', 'v1', now(), true
       FROM generate_series(1, 250) AS n`,
      [client.org.id],
    );
    await set(true);
    expect((await seal())[0]).toBeGreaterThanOrEqual(250);
    expect(await stored()).not.toMatch(SECRETS);
    expect(await seal()).toEqual([0, 0]);
  });

  test('is sealed after an organization whose contents cannot be sealed', async () => {
    const other = await app.org({ beside: client.org.id });
    const orgIds = [client.org.id, other.id].toSorted();
    await app.db.query('UPDATE organizations SET seals_content = true WHERE id = ANY ($1)', [
      orgIds,
    ]);
    const asked: string[] = [];
    const table = {
      prefix: 'scr',
      select: async (_db: unknown, orgId: string) => [{ id: `scr_${orgId}`, is_clear: true }],
      seal: async (_db: unknown, orgId: string) => {
        asked.push(orgId);
        if (orgId === orgIds[0]) throw new Error('the key is damaged');
      },
    };
    const { signal } = new AbortController();
    const run = new ContentSealer().run(await app.dbOf(orgIds[0]!), table, signal);
    await expect(run).rejects.toThrow('contents of 1 organizations stay in the clear');
    expect(asked.filter((id) => orgIds.includes(id))).toEqual(orgIds);
  });

  test('stays in the clear in other organizations', async () => {
    await screen();
    await set(true);
    const other = await ThreadClient.of(app);
    await other.ask(200, 'POST', '/fraud/screen', { body: { name: NAME } });
    await seal();
    const { rows } = await (
      await app.dbOf(other.org.id)
    ).query("SELECT query->>'name' AS name FROM screenings WHERE org_id = $1", [other.org.id]);
    expect(rows).toEqual([{ name: NAME }]);
  });
});

test('a content is moved to a new key', async () => {
  await set(true);
  await screen();
  await client.send(await client.thread([ADA]), ADA, TEXT);
  const seen: string[] = [];
  const reading = {
    async rewrap({ orgId, kind }: { orgId: string; kind: string }, envelope: string) {
      if (orgId === client.org.id) seen.push(kind);
      return envelope;
    },
  };
  for (const rewrap of [rewrapScreenings, rewrapMessages]) await rewrap(db, reading, '');
  expect(new Set(seen)).toEqual(new Set(['screening-content', 'message-content']));
});
