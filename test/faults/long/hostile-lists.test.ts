import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, test } from 'vitest';
import { importList } from '../../../src/modules/lists/index.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import { cleanUp, environment, freshDataDir, report } from '../../support/process.ts';
import { openDatabase } from '../../support/webhook-checks.ts';

afterAll(cleanUp);

const GIB = 2 ** 30;
/** The memory limit of an import in MB: far more than a list of people takes, and far less than what is sent. */
const MOST_MB = 450;

/** Yields a file that never exists as a whole. */
async function* endless(head: string, unit: string, tail: string, bytes = GIB) {
  yield Buffer.from(head);
  const block = Buffer.from(unit.repeat(Math.ceil(2 ** 18 / unit.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
  yield Buffer.from(tail);
}

const XML = '<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>';
type Case = { file: () => AsyncIterable<Buffer>; format: string; said: RegExp };
function refused(what: string): RegExp {
  return new RegExp(`"BAD_REQUEST","message":"content: ${what}`);
}
const cases: Record<string, Case> = {
  'CSV in one line': {
    format: 'csv',
    file: () => endless('id,name\n1,Ada\n2,', 'A', '\n3,Obi\n'),
    said: /"rejections":\[\{"line":3,"file":"main","reason":"the line is longer than 1 MiB"\}\]/,
  },
  'a CSV header in one line': {
    format: 'csv',
    file: () => endless('id,name,', 'A', '\n3,Obi\n'),
    said: refused('the header row cannot be read: the line is longer than 1 MiB'),
  },
  NULs: {
    format: 'csv',
    file: () => endless('id,name\n1,Ada\n', '\0', '\n3,Obi\n'),
    said: /"line":3,.*"the line is longer than 1 MiB"/,
  },
  'a quote that is never closed': {
    format: 'csv',
    file: () => endless('id,name\n1,Ada\n2,"', `${'A'.repeat(10_000)}\n`, '', 2 ** 28),
    said: /"line":3,"file":"main","reason":"a quoted cell that begins in this row is never closed"/,
  },
  'JSON in one line': {
    format: 'ftm-json',
    file: () =>
      endless(
        '{"id":"1","schema":"Person","caption":"',
        'A',
        '"}\n{"id":"2","schema":"Person","caption":"B"}\n',
      ),
    said: /"line":1,"file":"main","reason":"the line is longer than 16 MiB"/,
  },
  'XML in one text': {
    format: 'un-xml',
    file: () => endless(`${XML}<FIRST_NAME>`, 'A', '</FIRST_NAME>'),
    said: refused('an entry or text before line 1 is too long'),
  },
  'XML in one attribute': {
    format: 'un-xml',
    file: () => endless(`${XML}<FIRST_NAME a="`, 'A', '"/>'),
    said: refused('an entry or text before line 1 is too long'),
  },
  'attributes without end': {
    format: 'un-xml',
    file: () => endless(`${XML}<FIRST_NAME`, ' a=""', '/>'),
    said: refused('(an entry or text before line 1 is too long|the file is not well-formed XML)'),
  },
  'elements without end': {
    format: 'un-xml',
    file: () => endless(XML, '<A>', ''),
    said: refused('the elements are nested too deeply'),
  },
  'a document type without end': {
    format: 'un-xml',
    file: () => endless('<?xml version="1.0"?><!DOCTYPE a [', '<!ENTITY a "ha">', ']>'),
    said: refused('an entry or text before line 1 is too long'),
  },
  'rows of one entry without end': {
    format: 'eu-csv',
    file: () => endless('Entity_LogicalId;NameAlias_WholeName\n', '1;A\n', ''),
    said: refused('the file is larger than any list of this format'),
  },
};

/** Runs `oriki list import` on data from a pipe. @returns its result, and its memory in MB */
async function imported(
  databaseUrl: string,
  dataDir: string,
  { format, file }: Case,
): Promise<{ said: string; peakMb: number }> {
  const pipe = join(dataDir, '..', 'pipe');
  execFileSync('mkfifo', [pipe]);
  const args = ['list', 'import', '--kind', 'pep', '--source', 's', '--json'];
  const child = spawn(
    process.execPath,
    ['bin/oriki.cjs', ...args, '--format', format, '--file', pipe],
    {
      env: environment({
        DATABASE_URL: databaseUrl,
        ORIKI_DATA_DIR: dataDir,
        ORIKI_SECRET: 's'.repeat(32),
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  let peakMb = 0;
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000);
  };
  const looking = setInterval(() => void look(), 50);
  // The command stops reading as soon as it knows enough.
  const writing = pipeline(Readable.from(file()), createWriteStream(pipe)).catch(() => {});
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(looking);
  await writing;
  await rm(pipe);
  expect([0, 1], said).toContain(code);
  return { said, peakMb };
}

test.skipIf(process.platform !== 'linux')(
  'a hostile file takes limited memory, is reported with its line, and is never imported in part',
  async () => {
    const databaseUrl = await cloneDatabase();
    const db = openDatabase(asOwner(databaseUrl));
    const dataDir = await freshDataDir();
    const entries = async (): Promise<string[]> => {
      const { rows } = await db.pool.query('SELECT name FROM global_entries ORDER BY name');
      return rows.map(({ name }) => name);
    };
    for (const [title, one] of Object.entries(cases)) {
      await db.transaction((tx) =>
        importList(tx, {
          kind: 'pep',
          source: 's',
          format: 'csv',
          main: Readable.from(['name\nBefore\n']),
        }),
      );
      const { said, peakMb } = await imported(databaseUrl, dataDir, one);
      report(`${title}: ${Math.round(peakMb)} MB at most`);
      expect(said, title).toMatch(one.said);
      expect(peakMb, title).toBeGreaterThan(0);
      expect(peakMb, title).toBeLessThan(MOST_MB);
      const left = await entries();
      if (said.includes('BAD_REQUEST')) expect(left, title).toEqual(['Before']);
      else expect(left, title).not.toContain('Before');
    }
    await db.close();
  },
);
