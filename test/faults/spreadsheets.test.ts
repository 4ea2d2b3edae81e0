import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { skip } from '../../scripts/skips.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ExportClient, exportFolder } from '../support/export-client.ts';
import { oriki } from '../support/command-line.ts';
import { programOf } from '../support/process.ts';
import { ThreadClient } from '../support/thread-client.ts';

const office = programOf('soffice', 'libreoffice');
if (!office) skip('libreoffice', 'CSV files in a real spreadsheet program (LibreOffice Calc)');

let app: TestApp;
let folder: string;
let files: Awaited<ReturnType<typeof exportFolder>>;
beforeAll(async () => {
  if (!office) return;
  files = await exportFolder();
  folder = await mkdtemp(join(tmpdir(), 'oriki-office-'));
  app = await startTestApp({ rateLimits: undefined, exportFolder: files.path });
});
afterAll(async () => {
  if (!office) return;
  await app.stop();
  await files.remove();
  await rm(folder, { recursive: true, force: true });
});

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+2',
  '@SUM(1,2)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  `=cmd|'/c calc'!A1`,
  '=HYPERLINK("http://127.0.0.1/","x")',
  '=DDE("soffice","a","b")',
  '=WEBSERVICE("http://127.0.0.1/")',
  '"=1+1',
  ' =1+1',
  ...[';', '\t', '\n', '\r\n', ',', ';"', ';""', '\n"', ';;', '\n\n', '";', "';", '";"'].map(
    (between) => `x${between}=1+1${between}=2`,
  ),
];

/** The separators' codes in the program's CSV filter: comma, semicolon, tab, and all three. */
const SEPARATORS = ['44', '59', '9', '44/59/9'];

/** Returns the formulas that the program reads in a CSV file. */
async function formulasIn(csv: Buffer | string, separators: string): Promise<string[]> {
  const place = await mkdtemp(join(folder, 'file-'));
  await writeFile(join(place, 'file.csv'), csv);
  // The options are: quotation mark, UTF-8, from row 1; detect special numbers; not all texts; evaluate formulas.
  const filter = `CSV:${separators},34,76,1,,0,false,true,false,false,false,-1,true`;
  await promisify(execFile)(office!, [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    `--infilter=${filter}`,
    '--convert-to',
    'fods',
    '--outdir',
    place,
    join(place, 'file.csv'),
  ]);
  const sheet = await readFile(join(place, 'file.fods'), 'utf8');
  expect(sheet).toContain('<table:table-cell');
  return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula!);
}

test.skipIf(!office)('the program reads formulas in an unprotected file', async () => {
  const quoted = FORMULAS.map((text) => `1,"${text.replaceAll('"', '""')}"\r\n`).join('');
  for (const separators of SEPARATORS)
    expect(await formulasIn(quoted, separators), separators).not.toEqual([]);
});

test.skipIf(!office)(
  'an export in CSV has no formula in a spreadsheet program, whatever separator it uses',
  async () => {
    const threads = await ThreadClient.of(app);
    const thread = await threads.thread(['customer:ada', 'agent:ben']);
    for (const content of FORMULAS) await threads.send(thread, 'customer:ada', content);
    const file = await new ExportClient(app, threads.org).export('messages', 'CSV');
    for (const separators of SEPARATORS)
      expect(await formulasIn(file, separators), separators).toEqual([]);
  },
);

test.skipIf(!office)(
  'results of bulk screening in CSV have no formula in a spreadsheet program, whatever separator it uses',
  async () => {
    const { id, key } = await app.org();
    const list = await app.call('POST', '/api/v1/fraud/lists', {
      key,
      body: { source: 'internal', name: 'Internal', kind: 'tenant_blocklist' },
    });
    const entries = FORMULAS.map((text) => ({ name: `Halima Danjuma ${text} Bello` }));
    const added = await app.call('POST', `/api/v1/fraud/lists/${list.body.data.id}/entries`, {
      key,
      body: { entries },
    });
    expect(added.status, added.text).toBe(201);
    const place = join(folder, 'bulk');
    await mkdir(place);
    const [names, results] = [join(place, 'names.csv'), join(place, 'results.csv')];
    const rows = FORMULAS.map((text) => `Halima Danjuma Bello,"${text.replaceAll('"', '""')}"\n`);
    await writeFile(names, `name,ref\n${rows.join('')}`);
    const env = { DATABASE_URL: app.databaseUrl };
    const args = ['screen', '--org', id, '--file', names, '--out', results, '--threshold', '60'];
    const { code, stderr } = await oriki(args, env);
    expect([0, 2], stderr).toContain(code);
    const file = await readFile(results);
    expect(file.toString()).toContain('tenant_blocklist');
    for (const separators of SEPARATORS)
      expect(await formulasIn(file, separators), separators).toEqual([]);
  },
);
