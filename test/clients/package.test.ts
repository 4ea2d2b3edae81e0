import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'clients/typescript');
const run = promisify(execFile);

let app: TestApp;
let folder: string;
/** Where a program that depends on the package finds it. */
let installed: string;

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  folder = await mkdtemp(join(tmpdir(), 'oriki-client-'));
  installed = join(folder, 'node_modules/@oriki/client');
  await mkdir(installed, { recursive: true });
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    await cp(join(CLIENT, file), join(installed, file));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', CLIENT, '--outDir', join(installed, 'dist')]);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test('what is published is the built JavaScript with its declarations, and no dependency', async () => {
  const npm = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', npm, { cwd: installed, env: { ...process.env, CI: '1' } });
  const packed = JSON.parse(stdout) as Record<string, { files: { path: string }[] }>;
  const [{ files }] = Object.values(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => !/^dist\/[\w/]+\.(js|d\.ts)$/.test(path)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  for (const target of Object.values<string>(manifest.exports['.']))
    expect(paths).toContain(target.slice(2));
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(
    await readFile(join(ROOT, 'LICENSE'), 'utf8'),
  );
  for (const path of paths.filter((name) => name.endsWith('.js')))
    expect(await readFile(join(installed, path), 'utf8'), path).not.toMatch(/from '(?!\.\/)/);
});

/** Runs the programs one after the other, and sends the receiver a webhook that is right and one that is not. */
const RUNNER = `
import { createHmac } from 'node:crypto';
const webhook = (secret) => {
  const head = { 'webhook-id': 'event_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  const body = JSON.stringify({ type: 'invoice.paid', timestamp: new Date().toISOString(), data: {} });
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(head['webhook-id'] + '.' + head['webhook-timestamp'] + '.' + body).digest('base64');
  return new Request('http://receiver.test', { method: 'POST', body,
    headers: { ...head, 'webhook-signature': 'v1,' + mac, 'content-length': String(body.length) } });
};
for (const file of process.argv.slice(2)) {
  console.log('== program');
  const { receive } = await import(file);
  if (!receive) continue;
  const right = process.env.ORIKI_WEBHOOK_SECRET;
  for (const secret of [right, 'whsec_' + Buffer.alloc(32).toString('base64')])
    console.log((await receive(webhook(secret))).status);
}
`;

test("the README's programs run as they stand, on the package as it is published", async () => {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  const files = programs.map((_, index) => join(folder, `program-${index}.mts`));
  await Promise.all(files.map((file, index) => writeFile(file, programs[index]!)));
  await writeFile(join(folder, 'run.mjs'), RUNNER);
  const { key } = await app.org();
  const { stdout } = await run(process.execPath, [join(folder, 'run.mjs'), ...files], {
    env: {
      ...process.env,
      ORIKI_URL: app.url,
      ORIKI_KEY: key,
      ORIKI_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    },
  });
  expect(stdout.split('== program\n').slice(1)).toEqual([
    'block 1\n',
    'BAD_REQUEST 400 string\nname\nthreshold\n',
    'support\n',
    'block\n',
    'unread 0\n',
    'received invoice.paid\n204\n401\n',
  ]);
});
