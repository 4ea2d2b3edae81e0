import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'clients/typescript');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);
const env = {
  ...process.env,
  CI: '1',
  PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
};

let app: TestApp;
let folder: string;
/** Where a dependent program finds the package. */
let installed: string;
let readme: string;
function programs(): string[] {
  return [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
}

beforeAll(async () => {
  app = await startTestApp({ role: 'all' });
  folder = await mkdtemp(join(tmpdir(), 'oriki-client-'));
  installed = join(folder, 'node_modules/@oriki/client');
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['node', 'undici-types'])
    await symlink(
      join(ROOT, 'node_modules', name === 'node' ? '@types/node' : name),
      join(folder, 'node_modules', name === 'node' ? '@types/node' : name),
    );
  const built = join(folder, 'built');
  await cp(CLIENT, built, { recursive: true, filter: (path) => !path.endsWith('/dist') });
  await run('npm', ['run', 'build'], { cwd: built, env });
  await rm(join(built, 'src'), { recursive: true });
  await mkdir(dirname(installed));
  await rename(built, installed);
  readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the published package has the built JavaScript with its declarations, and no dependency', async () => {
  const npm = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', npm, { cwd: installed, env });
  const packed = JSON.parse(stdout) as Record<string, { files: { path: string }[] }>;
  const [{ files }] = Object.values(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => !/^dist\/[\w/]+\.(js|d\.ts)$/.test(path)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist/cjs/package.json',
    'package.json',
  ]);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  const targets = Object.values<Record<string, string>>(manifest.exports['.']);
  for (const target of targets.flatMap((found) => Object.values(found)))
    expect(paths).toContain(target.slice(2));
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(
    await readFile(join(ROOT, 'LICENSE'), 'utf8'),
  );
  for (const path of paths.filter((name) => name.endsWith('.js')))
    expect(await readFile(join(installed, path), 'utf8'), path).not.toMatch(
      /(?:from |require\()['"](?!\.\/|\.\.\/)/,
    );
});

const USE = `
const oriki: Client = createClient({ baseUrl: 'http://service.test', apiKey: 'key' });
export async function use(): Promise<string> {
  const { data, requestId } = await oriki.webhooks.list().withResponse();
  const [first] = data.webhooks;
  return [requestId ?? '', first?.url ?? ''].join();
}
// @ts-expect-error no operation is named so
void oriki.webhooks.nothing;
`;

test('programs of both module kinds compile with the declarations, and so do those of the README', async () => {
  await writeFile(
    join(folder, 'kind-module.mts'),
    `import { createClient, type Client } from '@oriki/client';\n${USE}`,
  );
  await writeFile(
    join(folder, 'kind-commonjs.cts'),
    `import oriki_ = require('@oriki/client');\nconst { createClient } = oriki_;\ntype Client = oriki_.Client;\n${USE}`,
  );
  const names = ['kind-module.mts', 'kind-commonjs.cts'];
  for (const [index, text] of programs().entries()) {
    const name = `checked-${index}.mts`;
    await writeFile(join(folder, name), text);
    names.push(name);
  }
  for (const module of ['node16', 'nodenext']) {
    const options = ['--noEmit', '--strict', '--module', module, '--target', 'es2022'];
    const { stdout } = await run(
      process.execPath,
      [TSC, ...options, '--types', 'node', '--skipLibCheck', 'false', ...names],
      { cwd: folder },
    ).catch((error: { stdout: string }) => error);
    expect(stdout, module).toBe('');
  }
});

test('a CommonJS program gets the whole library with require', async () => {
  const text = `
    const { createClient, OrikiError } = require('@oriki/client');
    createClient().webhooks.get({ id: 'webhook_none' }).catch((error) =>
      console.log(error instanceof OrikiError, error.code));`;
  await writeFile(join(folder, 'program.cjs'), text);
  const { key } = await app.org();
  const { stdout } = await run(process.execPath, [join(folder, 'program.cjs')], {
    env: { ...process.env, ORIKI_URL: app.url, ORIKI_KEY: key },
  });
  expect(stdout).toBe('true NOT_FOUND\n');
});

/** Runs the programs one after the other, and sends the receiver a valid webhook and an invalid one. */
const RUNNER = `
import { createHmac } from 'node:crypto';
const webhook = (secret) => {
  const head = { 'webhook-id': 'event_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  const body = JSON.stringify({ type: 'invoice.paid', timestamp: new Date().toISOString(), data: { invoiceId: 'inv_17' } });
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

test("the README's programs run unchanged with the published package", async () => {
  const texts = programs();
  const files = texts.map((_, index) => join(folder, `program-${index}.mts`));
  await Promise.all(files.map((file, index) => writeFile(file, texts[index]!)));
  await writeFile(join(folder, 'run.mjs'), RUNNER);
  const tour = await readFile(join(ROOT, 'docs/quickstart.md'), 'utf8');
  const [, face] = /^FACE=(\S+)$/m.exec(tour)!;
  await writeFile(join(folder, 'selfie.png'), Buffer.from(face!, 'base64'));
  const { key } = await app.org();
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'run.mjs'), ...files], {
    cwd: folder,
    env: {
      ...process.env,
      ORIKI_URL: app.url,
      ORIKI_KEY: key,
      ORIKI_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    },
  });
  expect(stderr).toBe('');
  expect(stdout.split('== program\n').slice(1)).toEqual([
    'block 1\n',
    'BAD_REQUEST 400 string\nthreshold\nlimit\n',
    '200 string true\n',
    '',
    'support\n',
    'IDEMPOTENCY_MISMATCH\n',
    '0\n',
    'block\n',
    'unread 0\n',
    'verified\n',
    'id,webhookId,eventId,eventType\n',
    'paid inv_17\n204\n401\n',
    'invoice.paid\n',
  ]);
});
