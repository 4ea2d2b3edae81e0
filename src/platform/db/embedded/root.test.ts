import { readFileSync } from 'node:fs';
import { access, chown, constants, cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import {
  cleanUp,
  isRoot,
  oriki,
  serverPid,
  tempFolder,
} from '../../../../test/support/embedded-processes.ts';
import { canRead, unprivilegedAccount } from './account.ts';
import { binariesFor, locateBinaries } from './binaries.ts';

// The tests use real servers on a disk that other work may keep busy.
afterAll(cleanUp);

const SKIPPED = isRoot ? '' : ' (skipped: needs root, to change users)';

/** A data folder that only root can enter, as in a project cloned under /root. */
async function closedDataDir(): Promise<string> {
  const home = join(await tempFolder(), 'home');
  await mkdir(home, { mode: 0o700 });
  return join(home, 'data');
}

describe.skipIf(!isRoot)(`the database as root${SKIPPED}`, () => {
  /** The first test creates it; later tests move, recreate and delete it. */
  let dataDir: string;

  test('works in a folder that only root can enter, and keeps the data', async () => {
    dataDir = await closedDataDir();
    const first = oriki(dataDir);
    const { home, lines } = await first.start();
    expect(home.startsWith(dataDir)).toBe(false);
    expect(lines.join()).toContain(`the database is kept in ${home}`);
    await first.query('create table kept as select 1 as value');
    await first.release();
    const second = oriki(dataDir);
    expect(await second.start()).toMatchObject({ created: false, home, lines: [] });
    expect(await second.query('select value from kept')).toEqual([{ value: 1 }]);
    await second.release();
  });

  test('follows a moved data folder and rejects a copied one', async () => {
    const first = oriki(dataDir);
    const { home } = await first.start();
    await first.release();
    const moved = join(dirname(dataDir), 'moved');
    await cp(dataDir, moved, { recursive: true });
    await expect(oriki(moved).start()).rejects.toThrow('is a copy of');
    await rm(moved, { recursive: true });
    await rename(dataDir, moved);
    const second = oriki(moved);
    expect(await second.start()).toMatchObject({ created: false, home });
    const third = oriki(dataDir);
    expect(await third.start()).toMatchObject({ created: true });
    expect(await second.query('select value from kept')).toEqual([{ value: 1 }]);
    await Promise.all([second.release(), third.release()]);
  });

  test('starts empty after the data folder was deleted, even with the old server running', async () => {
    const first = oriki(dataDir);
    const old = await first.start();
    await first.query('create table kept as select 1 as value');
    await first.kill();
    await rm(dataDir, { recursive: true });
    const second = oriki(dataDir);
    const fresh = await second.start();
    expect(fresh.created).toBe(true);
    expect(fresh.lines.join()).toContain(old.cluster);
    expect(await serverPid(old.cluster)).toBeUndefined();
    expect(await second.query(`select to_regclass('kept') as found`)).toEqual([{ found: null }]);
    await second.release();
  });

  test('copies the programs once for an account that cannot reach them', async () => {
    const account = unprivilegedAccount();
    const base = await tempFolder();
    const closed = join(await tempFolder(), 'closed');
    await mkdir(closed, { mode: 0o700 });
    const installed = await locateBinaries();
    const native = join(closed, 'native');
    await cp(installed.native, native, { recursive: true, verbatimSymlinks: true });
    const hidden = { ...installed, native, postgres: join(native, 'bin', 'postgres') };
    const find = async (): Promise<string> => base;
    const copies = await Promise.all(
      [1, 2].map(() => binariesFor(account, hidden, find, () => {})),
    );
    expect(copies[0]).toEqual(copies[1]);
    expect(copies[0]?.native).toBe(join(base, installed.label));
    expect(canRead(copies[0]?.postgres ?? '', account)).toBe(true);
    await rm(native, { recursive: true });
    await mkdir(join(native, 'lib'), { recursive: true });
    expect(await binariesFor(account, hidden, find, () => {})).toEqual(copies[0]);
  });

  test('is run by an ordinary user under that account, in the data folder', async (context) => {
    const { uid, gid } = unprivilegedAccount(undefined);
    const here = fileURLToPath(import.meta.url);
    if (
      !canRead(here, { name: '', uid, gid }) ||
      !canRead(process.execPath, { name: '', uid, gid })
    ) {
      context.skip('an ordinary user can not read this checkout or its node');
    }
    const folder = await tempFolder();
    await chown(folder, uid, gid);
    const ordinary = oriki(join(folder, 'data'), { uid, gid });
    const { home, cluster } = await ordinary.start();
    expect(home).toBe(join(folder, 'data'));
    const status = readFileSync(`/proc/${await serverPid(cluster)}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t`, 'm'));
    // root joins the same server and does not start another
    const root = oriki(join(folder, 'data'));
    const pid = await serverPid(cluster);
    expect(await root.start()).toMatchObject({ created: false, home });
    expect(await serverPid(cluster)).toBe(pid);
    await Promise.all([ordinary.release(), root.release()]);
    expect(await serverPid(cluster)).toBeUndefined();
    await access(join(folder, 'data', 'postgres.log'), constants.R_OK);
  });
});
