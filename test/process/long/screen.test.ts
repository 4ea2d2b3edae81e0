import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import {
  cleanUp,
  cli,
  environment,
  eventually,
  freshDataDir,
  seeded,
  tenant,
} from '../../support/process.ts';

afterAll(cleanUp);

const SECRET = 'test-secret-test-secret-test-secret-2';
const ROWS = 6000;
const CLI = join(import.meta.dirname, '../../../bin/oriki.cjs');

let env: Record<string, string>;
let org: string;
let folder: string;
let file: string;
beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  folder = await freshDataDir();
  await mkdir(folder);
  env = { DATABASE_URL: databaseUrl };
  org = (await tenant(databaseUrl)).id;
  file = join(folder, 'customers.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, i) => `c-${i},${i % 9 === 4 ? '' : `Ada Obi ${i}`}\n`,
  );
  await writeFile(file, `ref,name\n${rows.join('')}`);
});

/** Runs `oriki screen`, and returns a way to control it while it runs. */
function start(out: string, input: 'ignore' | 'pipe' = 'ignore') {
  const args = [CLI, 'screen', '--org', org, '--out', out];
  const child = spawn(process.execPath, [...args, '--file', input === 'pipe' ? '-' : file], {
    env: environment({ ORIKI_SECRET: SECRET, ...env }),
    stdio: [input, 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout!.on('data', (text) => (said.stdout += text));
  child.stderr!.on('data', (text) => (said.stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }));
  return { child, ended };
}

async function withoutIds(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll(/,scr_\w+,/g, ',,');
}

test('the same command, killed and repeated, gives the results of an uninterrupted run, each row once', async () => {
  const random = seeded('screen');
  const client = new Client({ connectionString: asOwner(env['DATABASE_URL']!) });
  await client.connect();
  // A block takes long enough for an interruption, however fast the machine is.
  await client.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.15); RETURN NULL; END $$`);
  await client.query(
    'CREATE TRIGGER slow BEFORE INSERT ON screenings FOR EACH STATEMENT EXECUTE FUNCTION slow()',
  );
  const out = join(folder, 'cut.csv');
  const whole = join(folder, 'whole.csv');
  const uninterrupted = cli(
    ['screen', '--file', file, '--org', org, '--out', whole, '--json'],
    env,
  );
  const positions = async (): Promise<number> =>
    existsSync(`${out}.progress`)
      ? (await readFile(`${out}.progress`, 'utf8')).split('\n').length - 3
      : 0;
  const interrupt = async (signal: NodeJS.Signals, at: number) => {
    const { child, ended } = start(out);
    await eventually(async () => (await positions()) >= at);
    await sleep(random.below(60));
    child.kill(signal);
    return ended;
  };
  expect(await interrupt('SIGKILL', 1)).toMatchObject({ signal: 'SIGKILL' });
  const stopped = await interrupt('SIGINT', (await positions()) + 1);
  expect(stopped).toMatchObject({ code: 130 });
  expect(stopped.stdout).toMatch(/^finished: false$/m);
  expect(stopped.stderr).toMatch(/stopped after \d000 rows; .* run the same command to continue/);
  const finished = await cli(['screen', '--file', file, '--org', org, '--out', out, '--json'], env);
  // Some rows are invalid.
  expect([finished.code, finished.stderr]).toEqual([2, '']);
  const summary = JSON.parse(finished.stdout);
  const invalid = Math.ceil((ROWS - 4) / 9);
  expect(summary).toMatchObject({ finished: true, continued: true, rows: ROWS, invalid });
  expect(await uninterrupted).toMatchObject({ code: 2, stderr: '' });
  expect(await withoutIds(out)).toBe(await withoutIds(whole));
  const { rows } = await client.query(
    'SELECT count(*)::int AS stored, count(DISTINCT subject_id)::int AS subjects FROM screenings',
  );
  await client.end();
  expect(rows).toEqual([{ stored: 2 * (ROWS - invalid), subjects: ROWS - invalid }]);
});

test('standard input is screened, and a stop ends the wait for more input', async () => {
  const out = join(folder, 'piped.csv');
  const { child, ended } = start(out, 'pipe');
  child.stdin!.write(`name\n${'Ada Obi\n'.repeat(1001)}Ada`);
  await eventually(
    async () => existsSync(out) && (await readFile(out, 'utf8')).includes('\n1001,'),
  );
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect([code, stdout.match(/^(finished|rows): .*/gm)]).toEqual([
    143,
    ['finished: false', 'rows: 1000'],
  ]);
  expect(stderr).toContain(
    'the results are not complete; a screening of standard input cannot be continued',
  );
});
