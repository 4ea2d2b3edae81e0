/** Kills `oriki backup` and `oriki restore`, and runs them on servers of the operator. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ErasureList } from '../../../src/modules/privacy/erasure/list.ts';
import { newTimedId } from '../../../src/platform/ids.ts';
import { skip } from '../../../scripts/skips.ts';
import { call } from '../../support/app.ts';
import { findTools, startServerOf } from '../../support/client-tools.ts';
import { oriki } from '../../support/command-line.ts';
import {
  cleanUp,
  cli,
  embeddedClient,
  eventually,
  freshDataDir,
  migratedDataDir,
  SECRET,
  service,
} from '../../support/process.ts';

afterAll(cleanUp);

test('a killed backup and a killed restore are never taken for complete ones, and both can be repeated', async () => {
  const dataDir = await migratedDataDir();
  const env = { ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: SECRET };
  const running = await service(env).ready();
  const key = running.demoKey;
  const postgres = await embeddedClient(dataDir);
  // There is so much data that a kill hits the middle.
  await postgres.query(
    'CREATE TABLE public.filler AS SELECT repeat(md5(i::text), 30) AS text FROM generate_series(1, 150000) AS i',
  );
  const ended = new AbortController();
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      const body = { source: `s${n}`, name: `List ${n}`, kind: 'tenant_blocklist' };
      const { status } = await call(running.url, 'POST', '/api/v1/fraud/lists', { key, body });
      if (status === 201) acknowledged.push(`s${n}`);
    }
  })();

  const cut = join(dirname(dataDir), 'cut');
  const copy = join(cut, 'data/server-home.sealed');
  const isUnderWay = eventually(() => existsSync(copy) && statSync(copy).size > 2 ** 22);
  expect(await cli(['backup', cut], env, isUnderWay)).toMatchObject({ signal: 'SIGKILL' });
  expect(existsSync(join(cut, 'data/manifest.json'))).toBe(false);
  expect((await oriki(['restore', cut], env)).stderr).toContain('has no complete backup');
  expect((await oriki(['backup', cut], env)).stderr).toContain('was interrupted');
  await eventually(async () => {
    const { rows } = await postgres.query('SELECT FROM pg_replication_slots');
    return rows.length === 0;
  });

  const whole = join(dirname(dataDir), 'whole');
  const before = [...acknowledged];
  expect(before.length).toBeGreaterThan(0);
  expect(await oriki(['backup', whole], env)).toMatchObject({ code: 0 });
  ended.abort();
  await writing;
  await postgres.end();
  await running.stop();

  const target = await freshDataDir();
  const restored = { ...env, ORIKI_DATA_DIR: target };
  const isPlacing = eventually(
    () =>
      existsSync(target) && readdirSync(target).some((name) => name.startsWith('postgres.tmp-')),
  );
  expect(await cli(['restore', whole], restored, isPlacing)).toMatchObject({ signal: 'SIGKILL' });
  expect(existsSync(join(target, 'postgres.json'))).toBe(false);
  expect(existsSync(join(target, 'postgres'))).toBe(false);
  expect(await oriki(['restore', whole], restored)).toMatchObject({ code: 0 });
  const again = await service(restored).ready();
  const { body } = await call(again.url, 'GET', '/api/v1/fraud/lists', { key });
  const sources = new Set((body.data.lists as { source: string }[]).map(({ source }) => source));
  expect(before.filter((source) => !sources.has(source))).toEqual([]);
  await again.stop();
  expect(await oriki(['audit', 'verify'], restored)).toMatchObject({ code: 0 });
});

const tools = await findTools();
if ('reason' in tools) skip('pg_dump', `oriki backup with pg_dump (${tools.reason})`);

test.skipIf('reason' in tools)(
  'two servers are dumped, checked in scratch databases, and restored into empty ones, where erasures are repeated first',
  async () => {
    const server = await startServerOf('bin' in tools ? tools.bin : '');
    const folder = await mkdtemp(join(tmpdir(), 'oriki-backup-'));
    try {
      const [home, second] = [await server.create('home'), await server.create('second')];
      const environmentOf = (at: typeof home, b: typeof home, data: string) => ({
        ORIKI_SECRET: SECRET,
        ORIKI_DATA_DIR: join(folder, data),
        ORIKI_ERASURE_DIR: join(folder, 'erasures'),
        DATABASE_URL: at.service,
        ORIKI_SERVERS: `b=${b.service}`,
        ORIKI_MIGRATION_DATABASE_URL: at.owner,
        ORIKI_MIGRATION_SERVERS: `b=${b.owner}`,
      });
      const env = environmentOf(home, second, 'data');
      const fine = async (args: string[], settings = env): Promise<string> => {
        const { code, stdout, stderr } = await oriki(args, settings);
        expect([args, code], stderr).toEqual([args, 0]);
        return stdout;
      };
      await fine(['migrate']);
      await fine(['buckets', 'add', '1', '--server', 'b']);
      const orgs: string[] = [];
      const create = ['org', 'create', '--plan', 'pro', '--addon', 'detection_pack', '--json'];
      for (const name of ['One', 'Two'])
        orgs.push(JSON.parse(await fine([...create, '--name', name])).id);
      const keyed: string[] = [];
      for (const org of orgs) {
        const scope = ['--name', 'k', '--scope', 'fraud:screen'];
        keyed.push(JSON.parse(await fine(['key', 'create', '--org', org, ...scope, '--json'])).key);
      }
      const before = await service(env).ready();
      for (const key of keyed) {
        const body = { subjectId: 'customer-17', name: 'Adaeze Okonkwo' };
        const answer = await call(before.url, 'POST', '/api/v1/fraud/subjects', { key, body });
        expect(answer.status, answer.text).toBe(200);
      }
      await before.stop();
      const subjectsAt = async (at: typeof home): Promise<number> => {
        const client = new pg.Client({ connectionString: at.admin });
        await client.connect();
        const { rows } = await client.query<{ name: string }>(
          "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^bucket_'",
        );
        let count = 0;
        for (const { name } of rows)
          count += (await client.query(`SELECT FROM ${name}.screening_subjects`)).rowCount!;
        await client.end();
        return count;
      };
      expect([await subjectsAt(home), await subjectsAt(second)]).toEqual([1, 1]);
      const backup = join(folder, 'backup');
      const keys = ['--keys', join(folder, 'keys')];
      expect(JSON.parse(await fine(['backup', backup, ...keys, '--json']))).toMatchObject({
        servers: ['home', 'b'],
        keys: join(folder, 'keys'),
      });
      expect(readdirSync(backup)).toEqual(['data']);
      const erasures = new ErasureList(env.ORIKI_ERASURE_DIR);
      for (const organizationId of orgs)
        await erasures.add({
          id: newTimedId('erasure').id,
          organizationId,
          subjectId: 'customer-17',
          requestedBy: 'usr_privacy',
          approvalId: null,
          reasonCode: 'customer_request',
          requestedAt: '2026-11-30T00:00:00.000Z',
        });

      expect((await oriki(['restore', backup, ...keys, '--check'], env)).stderr).toContain(
        'CREATEDB',
      );
      const admin = new pg.Client({ connectionString: home.admin });
      await admin.connect();
      await admin.query('ALTER ROLE backed_owner CREATEDB');
      // A killed drill has left one database, and the drill of another backup still uses one.
      for (const one of ['0123abcd_home', '4567abcd_home'])
        await admin.query(`CREATE DATABASE oriki_check_${one} OWNER backed_owner`);
      const running = new pg.Client({ connectionString: home.admin.replace(/[^/]*$/, 'postgres') });
      await running.connect();
      await running.query("SELECT pg_advisory_lock(hashtextextended('oriki_check_4567abcd', 0))");
      const drill = JSON.parse(await fine(['restore', backup, ...keys, '--check', '--json']));
      expect(drill).toMatchObject({ ok: true, servers: ['home', 'b'], problems: {} });
      // The organizations are on different servers, and the operators have a chain, too.
      expect(drill.chains).toBe(3);
      const { rows } = await admin.query(
        "SELECT datname FROM pg_database WHERE datname LIKE 'oriki_check%'",
      );
      expect(rows).toEqual([{ datname: 'oriki_check_4567abcd_home' }]);
      await running.end();
      await admin.end();

      expect((await oriki(['restore', backup, ...keys], env)).stderr).toContain(
        'has data of Oriki',
      );
      const targets = [
        await server.create('home_restored'),
        await server.create('second_restored'),
      ];
      const restored = environmentOf(targets[0]!, targets[1]!, 'restored');
      await fine(['restore', backup, ...keys], restored);
      expect(await Promise.all(targets.map(subjectsAt))).toEqual([1, 1]);
      const after = await service(restored).ready();
      // Nothing waits here: the service is ready only after the erasures.
      expect(await Promise.all(targets.map(subjectsAt))).toEqual([0, 0]);
      await after.stop();
      const { items } = JSON.parse(await fine(['org', 'list', '--json'], restored));
      expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(orgs.toSorted());
      await fine(['audit', 'verify'], restored);
      const { stdout: diagnosis } = await oriki(['doctor'], restored);
      expect(diagnosis).toMatch(/^ok +role .*row-level security is in effect$/m);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
