import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedCase } from '../../src/modules/cases/signed/schemas.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { decidedCase } from '../support/decided-case.ts';
import { exportedLog } from '../support/exported-log.ts';
import { eventually } from '../support/process.ts';

const PROGRAM = join(import.meta.dirname, '../../docs/programs/verify-case-file.mjs');

let app: TestApp;
let folder: string;
let file: SignedCase;
let chain: string[];
let keys: { keys: Record<string, string>[] };
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  folder = mkdtempSync(join(tmpdir(), 'oriki-case-file-'));
  copyFileSync(PROGRAM, join(folder, 'verify-case-file.mjs'));
  const { client, id, ada } = await decidedCase(app, 'Obinna Nwosu');
  const read = async () => {
    file = await client.ask(200, 'GET', `/${id}/file`, undefined, ada);
    // The program finds omitted rows up to the head.
    const head = file.chainHead?.seq ?? 0;
    return file.audit.every(({ link }) => link !== null && link.seq <= head);
  };
  await eventually(read);
  chain = (await exportedLog(app.databaseUrl)).split('\n').filter(Boolean);
  keys = (await app.call('GET', '/.well-known/oriki-keys.json')).body;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.stop();
});

/** Runs the documented program on files as they are, or as given. */
function verify({
  of = JSON.stringify(file),
  log = chain,
  set = keys,
}: { of?: string; log?: string[]; set?: object } = {}) {
  writeFileSync(join(folder, 'case.json'), of);
  writeFileSync(join(folder, 'audit.jsonl'), log.join('\n'));
  writeFileSync(join(folder, 'oriki-keys.json'), JSON.stringify(set));
  const args = ['verify-case-file.mjs', 'case.json', 'audit.jsonl', 'oriki-keys.json'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, stdout };
}

/** Runs the program on several files in one process. @returns the exit code for each */
function verifyAll(files: string[]): number[] {
  verify();
  for (const [i, of] of files.entries()) writeFileSync(join(folder, `case-${i}.json`), of);
  const driver = `const codes = [];
    console.log = () => {};
    for (let i = 0; i < ${files.length}; i += 1) {
      process.argv = ['', '', 'case-' + i + '.json', 'audit.jsonl', 'oriki-keys.json'];
      process.exitCode = undefined;
      await import('./verify-case-file.mjs?' + i).catch(() => (process.exitCode = 1));
      codes.push(process.exitCode);
    }
    process.exitCode = 0;
    process.stdout.write(JSON.stringify(codes));`;
  writeFileSync(join(folder, 'driver.mjs'), driver);
  const { stdout } = spawnSync(process.execPath, ['driver.mjs'], { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout) as number[];
}

function changed(change: (copy: SignedCase) => void): string {
  const copy = structuredClone(file);
  change(copy);
  return JSON.stringify(copy);
}

/** Returns the file with a change, signed again with a key of the forger, and the key set with that key. */
function forged(change: (copy: SignedCase) => void): { of: string; set: object } {
  const { sha256: _, signature: __, ...copy } = JSON.parse(changed(change)) as SignedCase;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const hash = (text: string, form: 'hex' | 'base64url') =>
    createHash('sha256').update(text).digest(form);
  const kid = hash(JSON.stringify({ crv: jwk['crv'], kty: jwk['kty'], x: jwk['x'] }), 'base64url');
  const payload = canonical(copy);
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url');
  const signed = Buffer.from(`${header}.${Buffer.from(payload).toString('base64url')}`);
  const signature = `${header}..${sign(null, signed, privateKey).toString('base64url')}`;
  const of = JSON.stringify({ ...copy, sha256: hash(payload, 'hex'), signature });
  return { of, set: { keys: [...keys.keys, { ...jwk, kid }] } };
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

describe('the program of the page', () => {
  test('accepts the file, the answer of the API and a reformatted copy, and prints the hash', () => {
    for (const of of [
      JSON.stringify(file),
      JSON.stringify({ success: true, data: file }),
      JSON.stringify(Object.fromEntries(Object.entries(file).toReversed()), null, 2),
    ]) {
      const { status, stdout } = verify({ of });
      expect([status, stdout]).toEqual([0, expect.stringContaining(`sha256 ${file.sha256}\n`)]);
      expect(stdout).toMatch(/^0 problems in \d+ rows of \d+ links$/m);
    }
  });

  test('accepts the keys of the export as the key set', () => {
    const lines = chain.map((line) => JSON.parse(line) as { key?: Record<string, string> });
    const set = { keys: lines.flatMap(({ key }) => (key ? [key] : [])) };
    expect(set.keys.map(({ kid, x }) => [kid, x])).toEqual(keys.keys.map(({ kid, x }) => [kid, x]));
    expect(verify({ set }).status).toBe(0);
  });

  test('rejects a change in any member of the file', () => {
    const tried = new Map<string, string>();
    /** Changes each value of the document, one at a time, and the first and last element of each array. */
    const walk = (value: unknown, path: (string | number)[]): void => {
      if (value !== null && typeof value === 'object' && Object.keys(value).length > 0) {
        const names = Array.isArray(value)
          ? [...new Set([0, value.length - 1])]
          : Object.keys(value);
        for (const name of names) walk((value as never)[name], [...path, name]);
        return;
      }
      // Elements of lists and parts of explanations are alike, so one of each name is tested.
      const name = path.filter((part) => typeof part === 'string').join('.');
      if (tried.has(name)) return;
      const of = changed((copy) => {
        const holder = path
          .slice(0, -1)
          .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], copy);
        (holder as Record<string, unknown>)[path.at(-1)!] =
          typeof value === 'string' ? `${value}x` : value === null ? 'x' : null;
      });
      tried.set(name, of);
    };
    walk(file, []);
    expect(tried.size).toBeGreaterThan(90);
    const [accepted, ...codes] = verifyAll([JSON.stringify(file), ...tried.values()]);
    expect(accepted).toBe(0);
    const names = [...tried.keys()];
    expect(names.filter((_, i) => codes[i] !== 1)).toEqual([]);
  });

  test('rejects a file with an omitted, repeated or additional member', () => {
    const shorter = changed((copy) => void copy.hits.pop());
    expect(verify({ of: shorter }).stdout).toContain('problem: the hash does not fit the file');
    const added = changed((copy) => Object.assign(copy, { verdict: 'clear' }));
    expect(verify({ of: added }).status).toBe(1);
    const [first] = file.hits;
    const again = JSON.stringify(file).replace(
      `"id":"${first!.id}"`,
      `"status":"closed","id":"${first!.id}"`,
    );
    expect(verify({ of: again }).stdout).toContain('problem: a member of the file is repeated');
  });

  test('rejects a file that was signed with another key', () => {
    const { of } = forged((copy) => (copy.hits[0]!.decisions[0]!.decidedBy = 'usr_0'));
    expect(verify({ of }).stdout).toContain('problem: the key is not in the key set');
    const renamed = { keys: keys.keys.map((key) => ({ ...key, x: `A${key['x']!.slice(1)}` })) };
    expect(verify({ set: renamed }).status).toBe(1);
  });

  test.each<[string, (copy: SignedCase) => void, string]>([
    ['person', ({ hits }) => (hits[0]!.decisions[0]!.decidedBy = 'usr_0'), 'another decision'],
    ['verdict', ({ hits }) => flip(hits[0]!.decisions[0]!), 'another decision'],
    [
      'reason',
      ({ hits }) => (hits[0]!.decisions[0]!.reason!.text += '!'),
      'another reason: decision',
    ],
    ['request', ({ approvals }) => (approvals[0]!.reason!.text += '!'), 'another reason: request'],
    ['requester', ({ approvals }) => (approvals[0]!.askedBy.id = 'usr_0'), 'has made the request'],
    ['answer', ({ approvals }) => (approvals[0]!.answeredBy!.id = 'usr_0'), 'has answered'],
    ['row', ({ audit }) => (audit[0]!.actor.id = 'usr_0'), 'the row has other facts'],
    ['missing row', ({ audit }) => void audit.shift(), 'omits the row'],
    ['place', ({ audit }) => (audit[0]!.link!.seq += 1), 'another link has'],
    ['head', (copy) => (copy.chainHead!.hash = '0'.repeat(64)), 'does not contain the head'],
  ])('rejects a file with another %s, even if its signature is valid', (_, change, problem) => {
    const { status, stdout } = verify(forged(change));
    expect(status).toBe(1);
    expect(stdout).toContain(problem);
    expect(stdout).not.toContain('signature');
  });

  test.each<[string, (lines: string[]) => string[], string]>([
    ['a changed row', (lines) => replaced(lines, 'hit.decide', 'hit.decade'), 'another row than'],
    ['a removed row', (lines) => withoutLine(lines, '"hit.decide"'), 'another row than'],
    ['a removed link', (lines) => withoutLine(lines, '{"link"'), 'does not contain the head'],
    [
      'a changed link',
      (lines) => replaced(lines, '"linked_at" : "1', '"linked_at" : "2'),
      'changed at link',
    ],
  ])('rejects a chain with %s', (_, change, problem) => {
    const log = change(chain);
    expect(log).not.toEqual(chain);
    const { status, stdout } = verify({ log });
    expect([status, stdout]).toEqual([1, expect.stringContaining(problem)]);
  });

  test('requires only Node.js, and has about 100 lines', () => {
    const text = readFileSync(PROGRAM, 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
    expect(imports).toEqual(['node:crypto', 'node:fs']);
    expect(text.split('\n').length).toBeLessThan(150);
  });
});

type Decision = SignedCase['hits'][number]['decisions'][number];

function flip(made: Decision): void {
  made.decision = made.decision === 'true_match' ? 'false_positive' : 'true_match';
}

/** Changes the first line of the file's organization that has the text. */
function replaced(lines: string[], text: string, by: string): string[] {
  const at = lines.findIndex((line) => line.includes(text) && line.includes(file.organization.id));
  return lines.map((line, i) => (i === at ? line.replace(text, by) : line));
}

function withoutLine(lines: string[], text: string): string[] {
  const at = lines.findIndex((line) => line.includes(text) && line.includes(file.organization.id));
  return lines.filter((_, i) => i !== at);
}
