/**
 * `npm run test:generators` generates clients from docs/openapi.json with common generators, compiles them without
 * warnings, and runs each against a separate service. It needs the registries of the languages, and some minutes. It
 * skips the targets of missing languages, and prints their names. Names of targets as arguments select among them. With
 * `--changed` it runs the linters and compiles the clients of Go, Java and Rust, unless nothing has changed since they
 * last passed. Each passed run writes the hash of the document and the generators to scripts/generators/passed.json.
 * `npm run verify` does this.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cleanUp,
  environment,
  freePort,
  freshDataDir,
  programOf,
} from '../test/support/process.ts';
import { targets, type Target } from './generators/targets.ts';
import { run, WORK } from './generators/tools.ts';
import { skip } from './skips.ts';
import { passedRecord } from './support/passed.ts';

const ROOT = join(import.meta.dirname, '..');
const LAUNCHER = join(ROOT, 'bin/oriki.cjs');
/** Everything that decides the result: the document, the generators with their versions, and the programs. */
const PASSED = passedRecord(
  ['docs/openapi.json', 'scripts/generators/*.ts', 'test/generators/**/*.*'],
  join(import.meta.dirname, 'generators/passed.json'),
);

type Service = { child: ChildProcess; env: NodeJS.ProcessEnv; url: string };

/** Starts a service on a separate data folder, without the settings of this shell. */
async function startService(): Promise<Service> {
  const port = await freePort();
  const env = environment({
    ORIKI_DATA_DIR: await freshDataDir(),
    PORT: String(port),
    ORIKI_ADMIN_PORT: String(await freePort()),
  });
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], { cwd: ROOT, env, stdio: 'ignore' });
  return { child, env, url: `http://127.0.0.1:${port}` };
}

/** Waits until the service is ready. @returns the service's address, and a key of an organization with all rights */
async function openOrganization({ child, env, url }: Service): Promise<Record<string, string>> {
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries > 3000 || hasEnded(child)) throw new Error('the service does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const cli = async (...args: string[]): Promise<{ id: string; key: string }> =>
    JSON.parse(await run(process.execPath, [LAUNCHER, ...args, '--json'], { cwd: ROOT, env }));
  const addon = ['--plan', 'pro', '--addon', 'detection_pack'];
  const { id } = await cli('org', 'create', '--name', 'Generated clients', ...addon);
  const scopes = ['fraud:manage', 'fraud:screen', 'identity:verify'];
  const granted = scopes.flatMap((scope) => ['--scope', scope]);
  const { key } = await cli('key', 'create', '--org', id, '--name', 'test', ...granted);
  return { ORIKI_URL: url, ORIKI_KEY: key };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/**
 * @param env variables with which the program reaches the service; without them, the client is generated but not run
 */
async function test({ name, make }: Target, env?: Record<string, string>): Promise<void> {
  const folder = join(WORK, name);
  await mkdir(folder);
  const program = await make(folder);
  if (!program || env === undefined) return;
  const [command, ...args] = program;
  const said = await run(command, args, { cwd: folder, env: { ...env, ORIKI_RUN: name } });
  if (said.trim() !== 'ok') throw new Error(`it said ${said}`);
}

/** Tests the targets one after the other. @returns the names of the failed and skipped targets */
async function testAll(wanted: Target[], env?: Record<string, string>): Promise<string[]> {
  const open: string[] = [];
  for (const target of wanted) {
    const missing = target.needs.filter((name) => programOf(name) === undefined);
    if (missing.length > 0) {
      const what = `${target.name} (${missing.join(' and ')} is not installed)`;
      open.push(target.name);
      if (env === undefined) skip(target.gate!, what);
      else console.log(`left out: ${what}`);
      continue;
    }
    const began = Date.now();
    try {
      await test(target, env);
      console.log(`${target.name}: ok, ${Math.round((Date.now() - began) / 1000)} s`);
    } catch (error) {
      open.push(target.name);
      process.exitCode = 1;
      console.error(`${target.name}: FAILED\n${String((error as Error).message)}`);
    }
  }
  return open;
}

const gated = targets.filter(({ gate }) => gate !== undefined);

/** Records the required targets as passed, if they have passed. */
async function remember(passed: Target[]): Promise<void> {
  if (gated.every((target) => passed.includes(target))) await PASSED.write();
}

async function testWithService(wanted: Target[]): Promise<void> {
  const service = await startService();
  try {
    const open = await testAll(wanted, await openOrganization(service));
    await remember(wanted.filter(({ name }) => !open.includes(name)));
  } finally {
    if (!hasEnded(service.child)) {
      const ended = once(service.child, 'exit');
      service.child.kill('SIGTERM');
      await ended;
    }
    await cleanUp();
  }
}

const chosen = process.argv.slice(2);
try {
  if (chosen.includes('--changed')) {
    if (await PASSED.hasPassed())
      console.log('clients in Go, Java and Rust: compiled before, unchanged');
    else {
      const open = await testAll(gated);
      await remember(gated.filter(({ name }) => !open.includes(name)));
    }
  } else {
    const unknown = chosen.filter((name) => !targets.some((target) => target.name === name));
    if (unknown.length > 0)
      throw new Error(
        `${unknown.join(', ')}: no targets; there are ${targets.map(({ name }) => name).join(', ')}`,
      );
    await testWithService(
      targets.filter(({ name }) => chosen.length === 0 || chosen.includes(name)),
    );
  }
} finally {
  await rm(WORK, { recursive: true, force: true });
}
