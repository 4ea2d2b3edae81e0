import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provider } from '../../../../test/support/identity-chain.ts';
import { AddressRules } from '../../../platform/outbound/address.ts';
import { KINDS } from '../kinds/schemas.ts';
import { kindsCatalogue } from '../kinds/catalogue.ts';
import { chainsOf } from './chains-entry.ts';
import { loadProviders, ProvidersFileError } from './providers-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-providers-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SECRET = 'sk-5ecre7-value';
function environment(name: string): string | undefined {
  return { SECRET, EMPTY: '', MULTILINE: `${SECRET}\n${SECRET}` }[name];
}

async function load(content: unknown, allow: string[] = []) {
  const path = join(folder, 'providers.yaml');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadProviders(path, environment, new AddressRules(allow));
}

async function problemsOf(content: unknown, allow: string[] = []): Promise<readonly string[]> {
  const error = await load(content, allow).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProvidersFileError);
  const { message, problems } = error as ProvidersFileError;
  expect(message).not.toContain('5ecre7');
  for (const problem of problems) expect(message).toContain(problem);
  return problems;
}

function bank(more: object = {}) {
  return {
    label: 'bank-1',
    adapter: 'paystack',
    credentials: { secretKey: { env: 'SECRET' } },
    ...more,
  };
}
/** A valid file with one provider and these changes. */
function oneBank(more: object) {
  return {
    providers: [bank(more)],
    chains: { account: { NG: ['bank-1'] } },
  };
}

test('without a file the sandbox answers every kind for every country of the catalog', async () => {
  const { providers, chains } = await loadProviders(undefined, environment, new AddressRules([]));
  expect(providers).toMatchObject([
    { label: 'provider-1', baseUrl: undefined, breaker: undefined, timeoutMs: 5000, retries: 1 },
  ]);
  for (const { kind, country } of kindsCatalogue)
    expect(chains.get(kind === 'vnin' ? 'nin' : kind)?.get(country), `${kind} ${country}`).toEqual([
      'provider-1',
    ]);
  for (const kind of KINDS) expect(chains.get(kind)?.get('NG')).toEqual(['provider-1']);
});

// contract: providers/ordered-chain-per
test("uses documented defaults for missing settings, and the file's values for the rest", async () => {
  const chains = { account: { NG: ['bank-1', 'bank-2'], GH: ['bank-2'], KE: [] } };
  const second = {
    label: 'bank-2',
    baseUrl: 'https://example.com/pay',
    timeoutMs: 700,
    retries: 0,
    breaker: { openMs: 1000 },
    onNotFound: 'next',
  };
  const loaded = await load({ providers: [bank(), bank(second)], chains });
  expect(loaded.providers).toMatchObject([
    {
      label: 'bank-1',
      baseUrl: 'https://api.paystack.co',
      timeoutMs: 5000,
      retries: 1,
      breaker: { failures: 5, openMs: 30_000 },
      onNotFound: 'stop',
    },
    { ...second, breaker: { failures: 5, openMs: 1000 } },
  ]);
  expect(Object.keys(loaded.providers[0]!)).not.toContain('credentials');
  expect(Object.fromEntries(loaded.chains.get('account')!)).toEqual(chains.account);
  expect(loaded.chains.get('liveness')).toBeUndefined();
});

test('a chain of faces covers every country that a provider answers for', async () => {
  const { chains } = await load(`
    providers:
      - {label: faces-1, adapter: didit, credentials: {apiKey: {env: SECRET}}}
      - {label: faces-2, adapter: prembly, credentials: {appId: {env: SECRET}, apiKey: {env: SECRET}}}
    chains: {liveness: [faces-1, faces-2], face_match: [faces-2]}
  `);
  expect(chains.get('liveness')!.get('NG')).toEqual(['faces-1', 'faces-2']);
  expect(chains.get('face_match')!.get('KE')).toEqual(['faces-2']);
  expect(chains.get('liveness')!.has('FR')).toBe(false);
});

test('the sandbox never replaces a real provider', async () => {
  const problems = await problemsOf(`
    providers:
      - {label: bank-1, adapter: paystack, credentials: {secretKey: {env: SECRET}}}
      - {label: backup, adapter: sandbox}
    chains: {account: {NG: [bank-1, backup]}}
  `);
  expect(problems).toEqual(['chains.account: must not mix the sandbox with real providers (NG)']);
});

test('in a chain of faces, a provider is asked only about its own countries', () => {
  const near = provider('near', () => ({ outcome: 'unavailable' }), {
    adapter: { liveness: { countries: ['NG'], ask: async () => ({ outcome: 'unavailable' }) } },
  });
  const chains = chainsOf({ liveness: ['near'] }, new Map([['near', near]]), () => expect.fail());
  expect(chains.get('liveness')!.get('NG')).toEqual(['near']);
  expect(chains.get('liveness')!.has('KE')).toBe(false);
});

test('credentials can be read from files, with relative paths below the folder of the providers file', async () => {
  await mkdir(join(folder, 'secrets'), { recursive: true });
  await writeFile(join(folder, 'secrets/key'), `${SECRET}\n`);
  await writeFile(join(folder, 'secrets/empty'), '\n');
  for (const file of ['secrets/key', join(folder, 'secrets/key')])
    await load(oneBank({ credentials: { secretKey: { file } } }));
  const problems = async (file: string) =>
    (await problemsOf(oneBank({ credentials: { secretKey: { file } } })))[0];
  expect(await problems('secrets/empty')).toBe('providers[0].credentials.secretKey: is empty');
  expect(await problems('secrets/none')).toBe(
    'providers[0].credentials.secretKey: cannot be read (ENOENT)',
  );
});

test('reports all problems of a file together, each with its place', async () => {
  const problems = await problemsOf({
    providers: [
      bank({ label: 'Bank_1', timeoutMs: 99, surplus: SECRET }),
      bank({
        label: 'My-PayStack',
        credentials: { secretKey: { env: 'NONE' }, more: { env: 'A' } },
      }),
      bank({ adapter: SECRET, settings: { a: 'b' } }),
      bank({ credentials: {}, baseUrl: 'http://example.com' }),
      bank({ label: 'bank-4', credentials: { secretKey: SECRET } }),
      bank({ label: 'bank-5', credentials: { secretKey: { env: 'A', file: 'b' } } }),
      {
        label: 'test-1',
        adapter: 'sandbox',
        baseUrl: 'https://example.com',
        settings: { size: 'x' },
      },
      7,
    ],
    chains: {
      account: { NG: ['bank-1', 'bank-1', 'other'], KE: ['test-1'], FR: [] },
      bvn: { NG: ['My-PayStack'] },
      liveness: ['test-1', 'test-1'],
    },
  });
  expect(problems).toEqual([
    'providers[0].surplus: is not a known field',
    'providers[0].timeoutMs: must be at least 100',
    'providers[1].label: must be 1 to 64 lower-case letters, digits and hyphens, not a hyphen first',
    'providers[1].label: must not contain "paystack", because tenants see it',
    'providers[1].credentials.more: is not a credential of the adapter; it needs secretKey',
    'providers[1].credentials.secretKey: names an environment variable that is not set',
    expect.stringMatching(/^providers\[2\]\.adapter: must be one of sandbox, /),
    'providers[3].credentials.secretKey: is required',
    'providers[3].baseUrl: must start with https://',
    'providers[3].label: is also the label of another provider',
    'providers[4].credentials.secretKey: must be an object',
    'providers[5].credentials.secretKey: must have at most 1 fields',
    'providers[6].settings.size: is not a setting of the adapter; its settings: prompt',
    'providers[6].baseUrl: must be left out: the adapter sends no requests',
    'providers[7]: must be an object',
    'chains.bvn.NG[0]: its adapter does not support bvn',
    'chains.account.NG[1]: is already in this chain',
    'chains.account.NG[2]: is not the label of a provider',
    expect.stringMatching(/^chains\.account\.FR: must be one of NG, /),
    'chains.liveness[1]: is already in this chain',
    'chains: provider "Bank_1" is in no chain',
    'chains: provider "bank-4" is in no chain',
    'chains: provider "bank-5" is in no chain',
  ]);
});

test('a provider is not asked about a country that its adapter does not support', async () => {
  expect(
    await problemsOf({ providers: [bank()], chains: { account: { KE: ['bank-1'] } } }),
  ).toEqual(['chains.account.KE[0]: its adapter supports account only for NG, GH']);
});

// contract: providers/provider-label-never
test("a label contains no vendor's name, in any spelling", async () => {
  for (const label of ['smile-id-1', 'the-smileid', 'my-dojah2', 'sandbox'])
    expect(await problemsOf(oneBank({ label }))).toContainEqual(
      expect.stringMatching(/^providers\[0\]\.label: must not contain/),
    );
});

test('rejects an empty credential, and one that no header could carry', async () => {
  const problems = (env: string) => problemsOf(oneBank({ credentials: { secretKey: { env } } }));
  expect(await problems('EMPTY')).toEqual(['providers[0].credentials.secretKey: is empty']);
  expect(await problems(SECRET)).toEqual([
    'providers[0].credentials.secretKey: names an environment variable that is not set',
  ]);
  expect(await problems('MULTILINE')).toEqual([
    'providers[0].credentials.secretKey: must be one line of printable ASCII characters',
  ]);
});

// contract: providers/addresses-inside-oriki
test('checks a base URL like every outbound address', async () => {
  const at = (baseUrl: string) => oneBank({ baseUrl });
  for (const url of ['http://127.0.0.1:8080', 'https://10.0.0.1', 'https://u:p@example.com', 'x'])
    expect(await problemsOf(at(url))).toHaveLength(1);
  for (const url of ['https://example.com/a?b', 'https://example.com/?', 'https://example.com/#'])
    expect(await problemsOf(at(url))).toEqual([
      'providers[0].baseUrl: must have neither a query nor a fragment',
    ]);
  await load(at('http://127.0.0.1:8080/v1'), ['127.0.0.0/8']);
});

test('rejects invalid YAML with its place and without quoting it', async () => {
  const place = /^line \d+, column \d+: is not valid YAML \([A-Z_]+\)$/;
  const header = `key: ${SECRET}\n`;
  for (const text of [
    `${header}key: ${SECRET}`,
    `${header}  bad: [${SECRET}`,
    `${header}other: !!js/function ${SECRET}`,
    `${header}other: !custom ${SECRET}`,
    `${header}---\n${header}`,
    `${header}[2]: ${SECRET}`,
  ])
    for (const problem of await problemsOf(text)) expect(problem).toMatch(place);
  expect(await problemsOf(`a: *${SECRET}`)).toHaveLength(1);
});

test('aliases may repeat a part, but not inflate the file', async () => {
  await load(`
    providers:
      - {label: p-1, adapter: paystack, credentials: &keys {secretKey: {env: SECRET}}}
      - {label: p-2, adapter: flutterwave, credentials: *keys}
    chains: {account: {NG: [p-1, p-2]}}
  `);
  let bomb = 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n';
  for (let i = 1; i < 12; i++)
    bomb += `a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(', ')}]\n`;
  expect(await problemsOf(bomb)).toEqual([
    'file: has aliases that cannot be resolved, or too many',
  ]);
});

test('reports a file that is missing, empty or of another format', async () => {
  await expect(
    loadProviders(join(folder, 'none.yaml'), environment, new AddressRules([])),
  ).rejects.toThrow(/cannot be read \(ENOENT\)/);
  expect(await problemsOf('')).toEqual(['file: must be an object']);
  expect(await problemsOf('[]')).toEqual(['file: must be an object']);
  expect(await problemsOf({ providers: [] })).toEqual([
    'chains: is required',
    'providers: must not be empty',
  ]);
  expect(await problemsOf({ providers: [bank()], chains: { bvn: ['bank-1'], x: {} } })).toEqual([
    'chains.x: is not a known field',
    'chains.bvn: must be an object',
  ]);
});

test('the example in docs loads once its credentials exist', async () => {
  const example = await readFile('docs/providers.example.yaml', 'utf8');
  const path = join(folder, 'example.yaml');
  await mkdir(join(folder, 'secrets'), { recursive: true });
  await writeFile(path, example);
  await writeFile(join(folder, 'secrets/prembly-api-key'), SECRET);
  const loaded = await loadProviders(path, () => SECRET, new AddressRules([]));
  expect(loaded.providers.map(({ label }) => label)).toContain('faces-1');
  expect(loaded.chains.get('nin')!.get('RW')).toEqual([]);
});
