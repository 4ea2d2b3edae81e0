import { expect, test } from 'vitest';
import { kmsKeys, kmsOptions } from './kms.ts';
import { loadConfig } from './config.ts';
import { problemsOf } from '../../test/support/config-problems.ts';

const GCP = 'projects/p/locations/global/keyRings/r/cryptoKeys/k';
const ARN = 'arn:aws:kms:eu-west-1:111122223333:key/1';
const VAULT = { ORIKI_VAULT_ADDR: 'https://vault.example.com:8200/', ORIKI_VAULT_TOKEN: 'hvs.x' };

test('without settings the keys are local', () => {
  expect(kmsKeys(loadConfig({}))).toEqual({ first: 'local', second: undefined, opens: [] });
});

test('keys have the names that envelopes contain', () => {
  const config = loadConfig({
    ...VAULT,
    ORIKI_KMS: 'vault',
    ORIKI_KMS_KEY: 'oriki',
    ORIKI_KMS_SECOND: `aws:${ARN}`,
    ORIKI_KMS_OPENS: ` gcp:${GCP}, vault:old ,`,
    ORIKI_KMS_ALLOW: '10.0.0.0/8',
    ORIKI_OUTBOUND_ALLOW: '127.0.0.1',
  });
  expect(kmsOptions(config)).toMatchObject({
    kms: 'vault:transit/oriki',
    second: `aws:${ARN}`,
    opens: [`gcp:${GCP}`, 'vault:transit/old'],
    remote: {
      allow: ['10.0.0.0/8'],
      vault: { address: 'https://vault.example.com:8200', token: 'hvs.x' },
    },
  });
});

test.each([
  [{ ORIKI_KMS: 'azure' }, 'ORIKI_KMS must be one of local, none, aws, gcp, vault'],
  [{ ORIKI_KMS: 'aws' }, 'ORIKI_KMS_KEY must be the ARN or id of a key, not an alias'],
  [{ ORIKI_KMS: 'aws', ORIKI_KMS_KEY: 'alias/x' }, 'ORIKI_KMS_KEY must be the ARN'],
  [{ ORIKI_KMS: 'gcp', ORIKI_KMS_KEY: ARN }, 'ORIKI_KMS_KEY must be projects/'],
  [{ ORIKI_KMS: 'vault', ORIKI_KMS_KEY: '../k', ...VAULT }, 'ORIKI_KMS_KEY must be the name'],
  [{ ORIKI_KMS_KEY: 'k' }, 'ORIKI_KMS_KEY is only for aws, gcp and vault'],
  [{ ORIKI_KMS: 'none', ORIKI_KMS_SECOND: 'local' }, 'ORIKI_KMS_SECOND needs a first key'],
  [{ ORIKI_KMS_SECOND: 'local' }, 'ORIKI_KMS_SECOND must be a key other than the first'],
  [{ ORIKI_KMS_SECOND: 'none' }, 'ORIKI_KMS_SECOND must be local, or'],
  [{ ORIKI_KMS_OPENS: 'local' }, 'ORIKI_KMS_OPENS must be keys'],
  [
    { ORIKI_KMS: 'vault', ORIKI_KMS_KEY: 'k', ORIKI_VAULT_TOKEN: 'x' },
    'ORIKI_VAULT_ADDR is needed for a key of Vault',
  ],
  [
    { ORIKI_KMS_OPENS: 'vault:k', ORIKI_VAULT_ADDR: VAULT.ORIKI_VAULT_ADDR },
    'ORIKI_VAULT_TOKEN is needed for a key of Vault',
  ],
  [{ ORIKI_VAULT_TOKEN: 'a b' }, 'ORIKI_VAULT_TOKEN must not contain spaces'],
  [
    { ...VAULT, ORIKI_VAULT_ADDR: 'http://10.0.0.1:8200' },
    'ORIKI_VAULT_ADDR must not point to a private',
  ],
  [
    { ...VAULT, ORIKI_VAULT_ADDR: 'http://10.0.0.1:8200', ORIKI_OUTBOUND_ALLOW: '10.0.0.1' },
    'ORIKI_VAULT_ADDR must not point to a private',
  ],
  [{ ORIKI_GCP_KMS_ENDPOINT: 'kms' }, 'ORIKI_GCP_KMS_ENDPOINT must be a valid'],
  [{ ORIKI_AWS_KMS_ENDPOINT: 'http://kms.example.com' }, 'ORIKI_AWS_KMS_ENDPOINT must start with'],
])('%o is rejected at start', (env, problem) => {
  expect(problemsOf(env as Record<string, string>)).toEqual([expect.stringContaining(problem)]);
});

test('faults in a combination of keys are reported together with other faults', () => {
  expect(problemsOf({ PORT: 'abc', ORIKI_KMS: 'aws', ORIKI_RATE_LIMIT_STORE: 'valkey' })).toEqual([
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^ORIKI_KMS_KEY /),
    expect.stringMatching(/^ORIKI_VALKEY_URL /),
  ]);
});

test('all missing settings of a key are reported together', () => {
  expect(problemsOf({ ORIKI_KMS: 'vault' })).toEqual([
    expect.stringMatching(/^ORIKI_KMS_KEY must be/),
    expect.stringMatching(/^ORIKI_VAULT_ADDR is needed/),
    expect.stringMatching(/^ORIKI_VAULT_TOKEN is needed/),
  ]);
});

test('a token is a secret: it may come from a file, and no problem repeats it', () => {
  expect(problemsOf({ ORIKI_VAULT_TOKEN: 'hunter 2' }).join()).not.toContain('hunter');
  expect(problemsOf({ ORIKI_VAULT_TOKEN_FILE: '/nonexistent' })).toEqual([
    'ORIKI_VAULT_TOKEN cannot be read from ORIKI_VAULT_TOKEN_FILE (ENOENT)',
  ]);
});

test('a separate list allows private addresses for keys', () => {
  const env = { ...VAULT, ORIKI_VAULT_ADDR: 'http://10.0.0.1:8200', ORIKI_KMS_ALLOW: '10.0.0.0/8' };
  expect(problemsOf(env)).toEqual([]);
});
